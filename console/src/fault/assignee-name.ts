import { otherOrganisation } from '@brigade/contract/customer/other-organisation.ts'
import type { FaultRow } from '@brigade/contract/fault/record.model.ts'
import type { Locale } from '@brigade/contract/locale.ts'

/** The name of the person in charge of a record. A person of the device's former owner is not named. */
export const assigneeName = (assignee: FaultRow['assignee'], locale: Locale): string =>
  assignee?.id === null ? otherOrganisation[locale] : (assignee?.name ?? '')
