import { organisationKinds } from '@brigade/contract/customer/organisation.model.ts'
import { roleApi } from '@brigade/contract/system/role/role.endpoints.ts'
import { RoleSearch, type RoleRow } from '@brigade/contract/system/role/role.model.ts'
import { useCallback, useMemo } from 'react'
import { useKindNames } from '../../../customer/organisation-kind-badge.tsx'
import { useCan } from '../../../platform/can.ts'
import { useKept } from '../../../platform/kept-work.ts'
import { useWords } from '../../../platform/locale.ts'
import { useList } from '../../../shell/use-list.ts'
import { Button } from '../../../ui/button/button.tsx'
import type { RowAction } from '../../../ui/data-table/column.ts'
import { DataTable } from '../../../ui/data-table/data-table.tsx'
import { ListPage } from '../../../ui/list-page/list-page.tsx'
import { yesNo } from '../../../ui/search-form/filter.ts'
import type { Filter } from '../../../ui/search-form/filter.ts'
import { SearchForm } from '../../../ui/search-form/search-form.tsx'
import { RoleSheet, type EditingRole } from '../form/role-sheet.tsx'
import { permissionsHref } from '../role-address.ts'
import { useRoleName } from '../role-badge.tsx'
import { useRoleColumns } from './role-columns.tsx'
import { roleListText, roleText } from '../role.text.ts'
import { useRoleActions, type RoleActions } from './use-role-actions.tsx'

/** The list of roles: those that come with the product, and those that organisations keep. */
export function RoleList() {
  const r = useWords(roleText)
  const w = useWords(roleListText)
  const can = useCan()
  const nameOf = useRoleName()
  const { form, table } = useList(roleApi.list, RoleSearch, 'system.role', useFilters())
  const columns = useRoleColumns()
  const [editing, setEditing] = useKept<EditingRole | null>('role sheet', null)
  const [actions, confirmation] = useRoleActions()
  const rowActions = useRowActions(actions, setEditing)
  const add = can('role:create') ? (
    <Button look="primary" icon="plus" onClick={() => setEditing({ how: 'add' })}>
      {w.add}
    </Button>
  ) : null
  return (
    <ListPage title={r.title} primary={add} filters={<SearchForm {...form} />}>
      <DataTable
        {...table}
        label={r.title}
        columns={columns}
        rowKey={(row) => row.id}
        rowName={nameOf}
        rowActions={rowActions}
        empty={{ title: w.emptyTitle, hint: add === null ? w.emptyHintReader : w.emptyHint, action: add }}
      />
      <RoleSheet editing={editing} onClose={() => setEditing(null)} />
      {confirmation}
    </ListPage>
  )
}

function useFilters(): readonly Filter<keyof RoleSearch>[] {
  const r = useWords(roleText)
  const w = useWords(roleListText)
  const kinds = useKindNames()
  return [
    { kind: 'text', name: 'keyword', label: w.keyword, maxLength: 60 },
    yesNo('enabled', { label: r.state, any: w.anyState, yes: r.enabled, no: r.disabled }),
    yesNo('isBuiltIn', { label: w.origin, any: w.anyOrigin, yes: r.product, no: w.own }),
    {
      kind: 'select',
      name: 'kind',
      label: r.kinds,
      placeholder: w.anyKind,
      options: organisationKinds.map((kind) => ({ value: kind, label: kinds[kind] })),
    },
    yesNo('requiresTwoStep', { label: r.twoStep, any: w.anyTwoStep, yes: r.required, no: r.optional }),
  ]
}

/** The reason why the person cannot change a role at all. */
function useWhyNotChanged(): (row: RoleRow) => string | undefined {
  const w = useWords(roleListText)
  return useCallback(
    (row) => {
      if (row.isOwn) return undefined
      return row.isBuiltIn ? w.ofProduct : w.ofAbove
    },
    [w],
  )
}

function useRowActions(
  actions: RoleActions,
  onEdit: (editing: EditingRole) => void,
): (row: RoleRow) => readonly RowAction[] {
  const w = useWords(roleListText)
  const can = useCan()
  const whyNotChanged = useWhyNotChanged()
  return useMemo(() => {
    const whyNotSwitched = (row: RoleRow): string | undefined => {
      if (row.holdsAll) return w.holdsAll
      return row.isMine && row.enabled ? w.mine : whyNotChanged(row)
    }
    const whyNotRemoved = (row: RoleRow): string | undefined => {
      if (row.isMine) return w.mine
      return whyNotChanged(row) ?? (row.accounts > 0 ? w.inUse({ count: row.accounts }) : undefined)
    }
    const held = (code: string, action: RowAction): readonly RowAction[] => (can(code) ? [action] : [])
    return (row) => [
      { key: 'permissions', icon: 'key', label: w.permissions, href: permissionsHref(row.id) },
      ...held('role:update', {
        key: 'edit',
        icon: 'pencil',
        label: w.edit,
        disabledReason: whyNotChanged(row),
        onClick: () => onEdit({ how: 'edit', id: row.id }),
      }),
      // A copy has what the original gives.
      ...(can('role:permit')
        ? held('role:create', {
            key: 'copy',
            icon: 'copy',
            label: w.copy,
            onClick: () => onEdit({ how: 'copy', of: row }),
          })
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
            disabledReason: row.holdsAll ? w.holdsAll : whyNotChanged(row),
            onClick: () => actions.ask('restore', row),
          })
        : held('role:remove', {
            key: 'remove',
            icon: 'trash',
            label: w.remove,
            danger: true,
            disabledReason: whyNotRemoved(row),
            onClick: () => actions.ask('remove', row),
          })),
    ]
  }, [actions, onEdit, w, can, whyNotChanged])
}
