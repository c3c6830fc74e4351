import { sessionApi } from '@brigade/contract/session/session.endpoints.ts'
import type { RoleRow } from '@brigade/contract/system/role/role.model.ts'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useCan } from '../../../platform/can.ts'
import { useKept } from '../../../platform/kept-work.ts'
import { useWords } from '../../../platform/locale.ts'
import { go } from '../../../platform/navigate.ts'
import { ask } from '../../../platform/query.ts'
import { toastDone, toastOffer } from '../../../platform/toast.ts'
import { EntityList } from '../../../shell/entity/entity-list.tsx'
import { EntitySheet } from '../../../shell/entity/entity-sheet.tsx'
import type { OwnActions } from '../../../shell/entity/use-entity.tsx'
import type { RowAction } from '../../../ui/data-table/column.ts'
import { roleEntity } from '../entity/role-entity.tsx'
import type { Keeper } from '../entity/role-typed.ts'
import { permissionsHref } from '../role-address.ts'
import { roleFormText, roleListText } from '../role.text.ts'
import { useRoleActions, type RoleActions } from './use-role-actions.tsx'

/** The list of roles: those that come with the product, and those that organisations keep. */
export function RoleList() {
  const { data: user } = useQuery(ask(sessionApi.user, {}, { quiet: true }))
  return user === undefined ? <div aria-busy="true" /> : <Roles own={user.organisation} />
}

function Roles({ own }: { own: Keeper }) {
  const of = useMemo(() => roleEntity(own, null), [own])
  const [copied, setCopied] = useKept<RoleRow | null>('role copied', null)
  const ofCopy = useMemo(() => (copied === null ? null : roleEntity(own, copied)), [own, copied])
  const [actions, confirmation] = useRoleActions()
  const tell = useTelling()
  return (
    <>
      <EntityList
        of={of}
        rowActions={useRowActions(actions, setCopied)}
        onAdded={({ id }, name) => tell(id, (w) => w.added({ name }))}
      />
      {ofCopy === null ? null : (
        <EntitySheet
          of={ofCopy}
          editing={{ id: null }}
          onClose={() => setCopied(null)}
          onAdded={({ id, leftOut }, name) => tell(id, (w) => w.copied({ name, leftOut }))}
        />
      )}
      {confirmation}
    </>
  )
}

/** An account that may set permissions can continue with those of a new role. */
function useTelling() {
  const w = useWords(roleFormText)
  const can = useCan()
  return (id: string, say: (words: typeof w) => string): boolean => {
    if (can('role:permit')) toastOffer(say(w), { label: w.setPermissions, run: () => go(permissionsHref(id)) })
    else toastDone(say(w))
    return true
  }
}

/** The reason why the person cannot restore a role, or enable and disable it. */
function useReasons() {
  const w = useWords(roleListText)
  return useMemo(() => {
    const notOwn = (row: RoleRow): string | undefined => {
      if (row.isOwn) return undefined
      return row.isBuiltIn ? w.ofProduct : w.ofAbove
    }
    const whyNotSwitched = (row: RoleRow): string | undefined => {
      if (row.holdsAll) return w.holdsAll
      return row.isMine && row.enabled ? w.mine : notOwn(row)
    }
    return { whyNotSwitched, whyNotRestored: (row: RoleRow) => (row.holdsAll ? w.holdsAll : notOwn(row)) }
  }, [w])
}

function useRowActions(
  actions: RoleActions,
  onCopy: (role: RoleRow) => void,
): (row: RoleRow, own: OwnActions) => readonly RowAction[] {
  const w = useWords(roleListText)
  const can = useCan()
  const { whyNotSwitched, whyNotRestored } = useReasons()
  return useMemo(() => {
    const held = (code: string, action: RowAction): readonly RowAction[] => (can(code) ? [action] : [])
    return (row, { edit, remove }) => [
      { key: 'permissions', icon: 'key', label: w.permissions, href: permissionsHref(row.id) },
      ...edit,
      // A copy has what the original gives.
      ...(can('role:permit')
        ? held('role:create', { key: 'copy', icon: 'copy', label: w.copy, onClick: () => onCopy(row) })
        : []),
      ...held('role:set-enabled', {
        key: 'switch',
        icon: row.enabled ? 'lock' : 'lock-open',
        label: row.enabled ? w.disable : w.enable,
        disabledReason: whyNotSwitched(row),
        onClick: () => actions.ask(row.enabled ? 'disable' : 'enable', row),
      }),
      ...(row.isBuiltIn
        ? held('role:permit', {
            key: 'restore',
            icon: 'rotate',
            label: w.restore,
            disabledReason: whyNotRestored(row),
            onClick: () => actions.ask('restore', row),
          })
        : remove),
    ]
  }, [actions, onCopy, w, can, whyNotSwitched, whyNotRestored])
}
