import type { RoleMenuRow, RoleRow } from '@brigade/contract/system/role/role.model.ts'
import { useWords } from '../../../platform/locale.ts'
import { toastDone } from '../../../platform/toast.ts'
import { ConfirmAction } from '../../../ui/dialog/confirm-action.tsx'
import { Text } from '../../../ui/layout/layout.tsx'
import { ScrollRegion } from '../../../ui/page/scroll-region.tsx'
import { useRoleName } from '../role-badge.tsx'
import { permissionText } from './permission.text.ts'
import { useRowPath } from './row-path.ts'
import css from './permission.module.css'
import type { PermissionWork } from './use-permission-work.ts'

type Props = { role: RoleRow; work: PermissionWork; isOpen: boolean; onClose: () => void }

/** Summarises before saving what is granted and revoked, and how many accounts it concerns. */
export function SavePermissions({ role, work, isOpen, onClose }: Props) {
  const w = useWords(permissionText)
  const nameOf = useRoleName()
  const name = { name: nameOf(role) }
  const { added, removed } = work.difference
  return (
    <ConfirmAction
      title={w.saveTitle(name)}
      isOpen={isOpen}
      onClose={onClose}
      confirmLabel={w.save}
      danger={removed.length > 0 && role.accounts > 0}
      onConfirm={async () => {
        if (await work.save()) toastDone(w.saved(name))
      }}
    >
      {added.length === 0 ? null : <Rows title={w.addedList({ count: added.length })} rows={added} work={work} />}
      {removed.length === 0 ? null : (
        <Rows title={w.removedList({ count: removed.length })} rows={removed} work={work} />
      )}
      <p>{w.concerned({ count: role.accounts })}</p>
    </ConfirmAction>
  )
}

function Rows({ title, rows, work }: { title: string; rows: readonly RoleMenuRow[]; work: PermissionWork }) {
  const pathIn = useRowPath()
  return (
    <ScrollRegion className={css.rows} label={title}>
      <Text.b weight="600">{title}</Text.b>
      <ul>
        {rows.map((row) => (
          <Text.li key={row.id} tone="ink-2">
            {pathIn(work.tree, row)}
          </Text.li>
        ))}
      </ul>
    </ScrollRegion>
  )
}
