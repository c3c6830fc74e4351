import type { OrganisationKind } from '@brigade/contract/customer/organisation.model.ts'
import type { Locale } from '@brigade/contract/locale.ts'
import { useWords, wordsIn } from '../platform/locale.ts'
import { organisationKindText } from './organisation.text.ts'

/** Kinds of organisation by their names. */
export const useKindNames = (): Readonly<Record<OrganisationKind, string>> => useWords(organisationKindText)
export const kindNamesIn = (locale: Locale): Readonly<Record<OrganisationKind, string>> =>
  wordsIn(organisationKindText, locale)
