import type { OrganisationKind } from '@brigade/contract/customer/organisation.model.ts'
import { useWords } from '../platform/locale.ts'
import { organisationKindText } from './organisation.text.ts'

/** Kinds of organisation by their names. */
export const useKindNames = (): Readonly<Record<OrganisationKind, string>> => useWords(organisationKindText)
