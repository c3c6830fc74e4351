import type { Locale } from '../locale.ts'

/** Replaces a name that the reader may not know: a former owner of a device, or one of its people. */
export const otherOrganisation: Readonly<Record<Locale, string>> = { en: 'Another organisation', zh: '其他组织' }
