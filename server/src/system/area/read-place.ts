import { erases } from '../../platform/excel/given-cell.ts'
import type { TextRef } from '../../platform/refusal.ts'
import type { Level, PlaceFinder } from './find-place.ts'

type Texts = Record<Level | 'address', string>

/**
 * Reads the names of a place in a row: its levels become codes, empty or erasing ones stay so, and a town that is not a
 * division is put before the address, or is the address if there is none.
 */
export function readPlace(texts: Texts, find: PlaceFinder, refuse: (level: Level, why: TextRef) => void): void {
  const given = (level: Level) => (texts[level] === erases ? '' : texts[level])
  const found = find({ province: given('province'), city: given('city'), region: given('region') })
  if ('why' in found) return refuse(found.level, found.why)
  for (const level of ['province', 'city', 'region'] as const)
    if (found.zone[level] !== '' || texts[level] !== erases) texts[level] = found.zone[level]
  if (found.town === '' || texts.address.includes(found.town)) return
  texts.address = texts.address === erases ? found.town : `${found.town}${texts.address}`
}
