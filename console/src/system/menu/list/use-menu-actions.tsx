import { menuApi } from '@brigade/contract/system/menu/menu.endpoints.ts'
import type { MenuNode } from '@brigade/contract/system/menu/menu.model.ts'
import { useMemo, useState, type ReactNode } from 'react'
import { useWords } from '../../../platform/locale.ts'
import { useSend } from '../../../platform/query.ts'
import { toastDone, toastOffer } from '../../../platform/toast.ts'
import { ConfirmAction } from '../../../ui/dialog/confirm-action.tsx'
import { DisableDialog } from './disable-dialog.tsx'
import { menuActionText, menuWords } from '../menu-screen.text.ts'
import { allRows } from '../menu-tree.ts'
import { useRowName } from '../use-row-name.ts'

/** A question of a dialog. Restoring asks for one row, or for all that differ. */
type Question = { deed: 'remove'; row: MenuNode } | { deed: 'restore'; rows: readonly MenuNode[]; isAll: boolean }

export type MenuActions = {
  /** Enables at once, because this harms nobody. Before disabling, the dialog lists the losses. */
  setEnabled: (row: MenuNode, enabled: boolean) => void
  remove: (row: MenuNode) => void
  restore: (rows: readonly MenuNode[], isAll: boolean) => void
}

/** Enables, disables, deletes and restores rows. Returns the actions and the dialogs that confirm them. */
export function useMenuActions(): [MenuActions, ReactNode] {
  const w = useWords(menuActionText)
  const m = useWords(menuWords)
  const nameOf = useRowName()
  const { mutate, mutateAsync } = useSend(menuApi.setEnabled)
  const { mutateAsync: switchQuietly } = useSend(menuApi.setEnabled, { quiet: true })
  const { mutateAsync: remove } = useSend(menuApi.remove, { quiet: true })
  const { mutateAsync: restore } = useSend(menuApi.restore, { quiet: true })
  const [disabling, setDisabling] = useState<MenuNode | null>(null)
  const [pending, setPending] = useState<Question | null>(null)

  const actions = useMemo((): MenuActions => {
    const enable = (row: MenuNode): void => {
      const undo = (): void => mutate({ id: row.id, enabled: false }, { onSuccess: () => toastDone(m.undone) })
      void mutateAsync({ id: row.id, enabled: true }).then(
        () => toastOffer(w.nowEnabled({ name: nameOf(row) }), { label: m.undo, run: undo }),
        // The call shows the failure as a toast.
        () => undefined,
      )
    }
    return {
      setEnabled: (row, enabled) => (enabled ? enable(row) : setDisabling(row)),
      remove: (row) => setPending({ deed: 'remove', row }),
      restore: (rows, isAll) => setPending({ deed: 'restore', rows, isAll }),
    }
  }, [mutate, mutateAsync, nameOf, w, m])

  const disable = async ({ id, ...row }: MenuNode): Promise<void> => {
    await switchQuietly({ id, enabled: false })
    const undo = (): void => mutate({ id, enabled: true }, { onSuccess: () => toastDone(m.undone) })
    toastOffer(w.nowDisabled({ name: nameOf(row) }), { label: m.undo, run: undo })
  }
  const confirm = async (question: Question): Promise<void> => {
    if (question.deed === 'remove') {
      await remove({ id: question.row.id })
      return toastDone(w.removed({ name: nameOf(question.row) }))
    }
    const { restored } = await restore(question.isAll ? {} : { ids: question.rows.map(({ id }) => id) })
    return toastDone(w.restored({ count: restored }))
  }
  const words = useQuestionWords(pending)
  return [
    actions,
    <>
      <DisableDialog row={disabling} onClose={() => setDisabling(null)} onConfirm={disable} />
      <ConfirmAction
        title={words.title}
        isOpen={pending !== null}
        onClose={() => setPending(null)}
        confirmLabel={words.verb}
        danger={pending?.deed === 'remove'}
        onConfirm={async () => (pending === null ? undefined : confirm(pending))}
      >
        {words.body}
      </ConfirmAction>
    </>,
  ]
}

const namesAtMost = 8

function useQuestionWords(pending: Question | null): { title: string; body: string; verb: string } {
  const w = useWords(menuActionText)
  const m = useWords(menuWords)
  const nameOf = useRowName()
  if (pending === null) return { title: '', body: '', verb: '' }
  if (pending.deed === 'remove') {
    const { row } = pending
    const count = allRows(row.childList).length
    return { title: w.removeTitle({ name: nameOf(row) }), body: w.removeBody({ count }), verb: m.remove }
  }
  const { rows, isAll } = pending
  const [one] = rows
  const more = rows.length - namesAtMost
  const named = rows.slice(0, namesAtMost).map(nameOf).join(w.listMark)
  return {
    title:
      isAll || one === undefined ? w.restoreAllTitle({ count: rows.length }) : w.restoreTitle({ name: nameOf(one) }),
    body: [isAll ? `${named}${more > 0 ? ` ${w.andMore({ count: more })}` : ''}` : '', w.restoreBody]
      .filter(Boolean)
      .join('\n'),
    verb: m.restore,
  }
}
