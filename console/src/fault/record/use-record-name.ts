import type { FaultRow } from '@brigade/contract/fault/record.model.ts'
import type { Locale } from '@brigade/contract/locale.ts'
import { useLocale, useWords } from '../../platform/locale.ts'
import { faultText } from '../fault.text.ts'

/** Code and name; the name alone if it contains the code. */
export const recordTitle = ({ code, name, alertType }: Pick<FaultRow, 'code' | 'name' | 'alertType'>, locale: Locale) =>
  code === '' || alertType === 'excursion' || name[locale] === code ? name[locale] : `${code} · ${name[locale]}`

/** The name of a record in a sentence. */
export function useRecordName(): (row: FaultRow) => string {
  const locale = useLocale()
  const w = useWords(faultText)
  return ({ device, name }) => `${w.sn} ${device.sn} · ${name[locale]}`
}
