import { erases } from '../../platform/excel/given-cell.ts'

/** Division codes; an empty level is not given. */
export type Zone = Readonly<{ province: string; city: string; region: string }>

/** A level whose cell is empty is kept only if the levels above it stay, because it lies within them. */
function levelAfter(written: string, before: string, isWithinSame: boolean): string {
  if (written === '') return isWithinSame ? before : ''
  return written === erases ? '' : written
}

/** The zone after an import: the levels that a row writes, as codes or erased, over the stored ones. */
export function zoneAfterImport(written: Zone, before: Zone): Zone {
  const province = levelAfter(written.province, before.province, true)
  const city = levelAfter(written.city, before.city, province === before.province)
  const region = levelAfter(written.region, before.region, province === before.province && city === before.city)
  return { province, city, region: city === '' ? '' : region }
}
