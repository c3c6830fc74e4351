import type { AccountDetail } from '@brigade/contract/system/account/account.model.ts'
import type { Organisation } from '../../../customer/organisation-select.tsx'
import { EntitySheet, type Editing } from '../../../shell/entity/entity-sheet.tsx'
import { useAccountEntity } from './account-entity.tsx'

type Props = { editing: Editing<AccountDetail>; onClose: () => void; own: Organisation }

/** Edits an account from its own page. */
export function AccountSheet({ editing, onClose, own }: Props) {
  return <EntitySheet of={useAccountEntity('platform', own)} editing={editing} onClose={onClose} />
}
