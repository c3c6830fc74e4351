import { otherOrganisation } from '@brigade/contract/customer/other-organisation.ts'
import type { FaultRow } from '@brigade/contract/fault/record.model.ts'
import type { Locale } from '@brigade/contract/locale.ts'

/** Who has a record in hand; somebody of a former owner of the device has no name here. */
export const assigneeName = (assignee: FaultRow['assignee'], locale: Locale): string =>
  assignee?.id === null ? otherOrganisation[locale] : (assignee?.name ?? '')
