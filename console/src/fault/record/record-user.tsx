import { appUserApi } from '@brigade/contract/app-user/app-user.endpoints.ts'
import type { FaultDetail } from '@brigade/contract/fault/record.model.ts'
import { useCan } from '../../platform/can.ts'
import { emptyValue } from '../../platform/format.ts'
import { useWords } from '../../platform/locale.ts'
import { useSend } from '../../platform/query.ts'
import { Button } from '../../ui/button/button.tsx'
import { Row } from '../../ui/layout/layout.tsx'
import { recordText } from '../fault.text.ts'

/** The user's contact is masked. One click reveals it, and the operation log records that for the fault. */
export function RecordUser({ record: { id, userId, user, phone } }: { record: FaultDetail }) {
  const w = useWords(recordText)
  const can = useCan()
  const contact = useSend(appUserApi.contact)
  if (userId === null) return emptyValue
  const shown = contact.data
  const reached = shown === undefined ? [phone] : [shown.phone, shown.email]
  return (
    <Row.span gap="4 12" align="center" wrap>
      {[user, ...reached].filter((part) => part !== '').join(' · ')}
      {can('app-user:contact') && shown === undefined ? (
        <Button
          size="small"
          icon="eye"
          busy={contact.isPending}
          onClick={() => contact.mutate({ id: userId, reason: { kind: 'fault', id } })}
        >
          {w.showContact}
        </Button>
      ) : null}
    </Row.span>
  )
}
