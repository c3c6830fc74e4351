import type { FaultRow } from '@brigade/contract/fault/record.model.ts'
import { useLocale, useWords } from '../../platform/locale.ts'
import { faultText } from '../fault.text.ts'

/** The name of a record in a sentence. */
export function useRecordName(): (row: FaultRow) => string {
  const locale = useLocale()
  const w = useWords(faultText)
  return ({ device, name }) => `${w.sn} ${device.sn} · ${name[locale]}`
}
