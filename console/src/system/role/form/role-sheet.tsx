import { roleApi } from '@brigade/contract/system/role/role.endpoints.ts'
import type { RoleRow } from '@brigade/contract/system/role/role.model.ts'
import { sessionApi } from '@brigade/contract/session/session.endpoints.ts'
import { useQuery } from '@tanstack/react-query'
import { useWords } from '../../../platform/locale.ts'
import { ask } from '../../../platform/query.ts'
import { FormSheet } from '../../../shell/form-sheet.tsx'
import { ErrorPanel } from '../../../ui/page/error-panel.tsx'
import { useLast } from '../../../ui/dialog/use-last.ts'
import { Box } from '../../../ui/layout/layout.tsx'
import { useRoleName } from '../role-badge.tsx'
import { roleFormText } from '../role.text.ts'
import { EditRoleForm, NewRoleForm } from './role-form.tsx'

/** The sheet adds, edits or copies a role. */
export type EditingRole = { how: 'add' } | { how: 'edit'; id: string } | { how: 'copy'; of: RoleRow }

type Props = { editing: EditingRole | null; onClose: () => void }

/** Adds, copies or edits a role beside the list. */
export function RoleSheet({ editing, onClose }: Props) {
  const w = useWords(roleFormText)
  const nameOf = useRoleName()
  const last = useLast(editing)
  const title =
    last?.how === 'copy' ? w.copyTitle({ name: nameOf(last.of) }) : last?.how === 'edit' ? w.editTitle : w.addTitle
  return (
    <FormSheet title={title} isOpen={editing !== null} onClose={onClose} width={520}>
      {last === null ? null : last.how === 'edit' ? (
        <Known id={last.id} />
      ) : (
        <New of={last.how === 'copy' ? last.of : null} />
      )}
    </FormSheet>
  )
}

const waiting = <Box minHeight="480" aria-busy="true" />

/** Offered to be kept by one's own organisation. */
function New({ of }: { of: RoleRow | null }) {
  const { data: user } = useQuery(ask(sessionApi.user, {}, { quiet: true }))
  return user === undefined ? waiting : <NewRoleForm of={of} own={user.organisation} />
}

/** The form always loads the current state, because the server would refuse an edit of an outdated one. */
function Known({ id }: { id: string }) {
  const { data, error, isFetchedAfterMount, refetch } = useQuery({
    ...ask(roleApi.detail, { id }, { quiet: true }),
    refetchOnMount: 'always',
  })
  if (error !== null && data === undefined) return <ErrorPanel message={error.message} onRetry={() => void refetch()} />
  if (data === undefined || !isFetchedAfterMount) return waiting
  return <EditRoleForm role={data} />
}
