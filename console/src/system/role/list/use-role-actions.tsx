import { roleApi } from '@brigade/contract/system/role/role.endpoints.ts'
import type { RoleRow } from '@brigade/contract/system/role/role.model.ts'
import { useQuery } from '@tanstack/react-query'
import { useMemo, useState, type ReactNode } from 'react'
import { call } from '../../../platform/call.ts'
import { useWords } from '../../../platform/locale.ts'
import { useSend } from '../../../platform/query.ts'
import { toastDone, toastOffer } from '../../../platform/toast.ts'
import { ConfirmAction } from '../../../ui/dialog/confirm-action.tsx'
import { ErrorPanel } from '../../../ui/page/error-panel.tsx'
import { useRoleName } from '../role-badge.tsx'
import { roleActionText, roleListText } from '../role.text.ts'

type Deed = 'enable' | 'disable' | 'restore'
type Question = { deed: Deed; role: RoleRow }

export type RoleActions = { ask: (deed: Deed, role: RoleRow) => void }

/** Enables, disables and restores a role. Each is confirmed first, with the number of accounts that it concerns. */
export function useRoleActions(): [RoleActions, ReactNode] {
  const w = useWords(roleActionText)
  const nameOf = useRoleName()
  const [pending, setPending] = useState<Question | null>(null)
  const { mutateAsync: setEnabled } = useSend(roleApi.setEnabled, { quiet: true })
  const { mutate: setBack } = useSend(roleApi.setEnabled)
  const { mutateAsync: restore } = useSend(roleApi.restore, { quiet: true })
  const counted = useAccounts(pending)
  const failed = counted.data === undefined ? counted.error : null
  const actions = useMemo((): RoleActions => ({ ask: (deed, role) => setPending({ deed, role }) }), [])

  const confirm = async ({ deed, role }: Question): Promise<void> => {
    const { id } = role
    const name = { name: nameOf(role) }
    if (deed === 'restore') {
      await restore({ id })
      return toastDone(w.restored(name))
    }
    const enabled = deed === 'enable'
    await setEnabled({ id, enabled })
    toastOffer(enabled ? w.nowEnabled(name) : w.nowDisabled(name), {
      label: w.undo,
      run: () => setBack({ id, enabled: !enabled }, { onSuccess: () => toastDone(w.undone) }),
    })
  }

  const words = useQuestionWords(pending, counted.data)
  const isCounting = pending !== null && counted.data === undefined
  return [
    actions,
    <ConfirmAction
      key="confirm"
      title={words.title}
      isOpen={pending !== null}
      onClose={() => setPending(null)}
      confirmLabel={words.verb}
      danger={pending?.deed !== 'enable'}
      waitsFor={isCounting ? (failed?.message ?? w.counting) : undefined}
      onConfirm={async () => (pending === null ? undefined : confirm(pending))}
    >
      {failed === null ? words.body : null}
      {failed === null ? null : <ErrorPanel message={failed.message} onRetry={() => void counted.refetch()} />}
    </ConfirmAction>,
  ]
}

/** The words of the dialog for a question. `count` is undefined while it is counted. */
function useQuestionWords(pending: Question | null, count: number | undefined) {
  const w = useWords(roleActionText)
  const l = useWords(roleListText)
  const nameOf = useRoleName()
  if (pending === null) return { title: '', body: '', verb: '' }
  const name = { name: nameOf(pending.role) }
  const counted = (body: (p: { count: number }) => string): string =>
    count === undefined ? w.counting : body({ count })
  switch (pending.deed) {
    case 'enable':
      return { title: w.enableTitle(name), body: counted(w.enableBody), verb: l.enable }
    case 'disable':
      return { title: w.disableTitle(name), body: counted(w.disableBody), verb: l.disable }
    case 'restore':
      return { title: w.restoreTitle(name), body: counted(w.restoreBody), verb: l.restore }
  }
}

/** Counts the accounts that have the role: read for each question, because it must be true on confirming. */
function useAccounts(pending: Question | null) {
  const id = pending?.role.id ?? ''
  return useQuery({
    queryKey: ['accounts of a role', id],
    queryFn: async () => (await call(roleApi.detail, { id }, { quiet: true })).accounts,
    enabled: pending !== null,
    staleTime: 0,
    gcTime: 0,
    meta: { quiet: true },
  })
}
