import { pinyin } from 'pinyin-pro'
import { divisionReadAt, readingsOf } from './division-readings.ts'

/**
 * How a Chinese name is read and abbreviated, as stored in a column `spelling`. Every statement that writes a name
 * writes its spelling; the functions `name_key` and `initials_of` of the database split it, and ignore one that belongs
 * to another name.
 */

/** The characters that `is_unspelled` of the database knows. */
const han = /[\u3007\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\u{20000}-\u{333ff}]/u
const isWordCharacter = /[\p{L}\p{N}\p{M}]/u

/** Further ways to read a name are not combined; each second reading then has a variant of its own. */
const maxVariants = 16

const separator = '\u0001'

/** Empty for a name without a Chinese character. `person`: its first character is a family name (单 is Shan there). */
export function spellingOf(name: string, of: 'thing' | 'person' = 'thing'): string {
  if (!han.test(name)) return ''
  const characters = [...name.replaceAll(separator, '').normalize('NFC')]
  const read = readingIn(characters, of)
  return [sounded(characters, read), initials(characters, read), name].join(separator)
}

/** The reading of each character in this name; a character that is not Chinese, or has no known reading, stays itself. */
function readingIn(characters: readonly string[], of: 'thing' | 'person'): readonly string[] {
  const options = { toneType: 'none', type: 'array', v: true, surname: of === 'person' ? 'head' : 'off' } as const
  const guessed = pinyin(characters.join(''), options)
  const read = guessed.length === characters.length ? [...guessed] : characters.map((one) => readingsOf(one)[0] ?? one)
  for (let at = 0; at < characters.length; at += 1) {
    const division = divisionReadAt(characters, at)
    read.splice(at, division.length, ...division)
    at += Math.max(division.length - 1, 0)
  }
  return read
}

/** `hai 海 di 底 lao 捞`: by sound, and characters of one sound together. */
function sounded(characters: readonly string[], read: readonly string[]): string {
  let text = ''
  let isBehindHan = false
  for (const [at, character] of characters.entries()) {
    const isHan = han.test(character)
    if ((isHan || isBehindHan) && text !== '' && !/\s$/.test(text) && !/\s/.test(character)) text += ' '
    const reading = read[at] ?? character
    text += isHan && reading !== character ? `${reading} ${character}` : character
    isBehindHan = isHan
  }
  return text
}

/** The first letters that a character may stand for: of its reading here, then of its others. */
function lettersOf(character: string, reading: string | undefined): readonly string[] {
  if (!han.test(character)) return [character.normalize('NFKC').toLowerCase()]
  const all = [reading ?? '', ...readingsOf(character)].filter((one) => /^[a-z]/.test(one))
  return [...new Set(all.map((one) => one.charAt(0)))]
}

/** `hdlpdd`, with every variant of other readings. Words without a Chinese character in between are left out. */
function initials(characters: readonly string[], read: readonly string[]): string {
  const groups: (readonly string[])[][] = [[]]
  let word: number[] = []
  const endWord = () => {
    if (word.some((at) => han.test(characters[at] ?? '')))
      groups.at(-1)?.push(...word.map((at) => lettersOf(characters[at] ?? '', read[at])))
    else if (word.length > 0) groups.push([])
    word = []
  }
  for (const [at, character] of characters.entries()) {
    if (isWordCharacter.test(character)) word.push(at)
    else endWord()
  }
  endWord()
  return [...new Set(groups.flatMap(variantsOf))].filter((text) => text !== '').join(' ')
}

function variantsOf(letters: readonly (readonly string[])[]): readonly string[] {
  const usual = letters.map(([first = '']) => first)
  const ways = letters.reduce((product, { length }) => product * Math.max(length, 1), 1)
  if (ways <= maxVariants)
    return letters.reduce<readonly string[]>(
      (made, options) => (options.length === 0 ? made : made.flatMap((text) => options.map((letter) => text + letter))),
      [''],
    )
  const others = letters.flatMap((options, at) => options.slice(1).map((letter) => usual.with(at, letter).join('')))
  return [usual.join(''), ...others.slice(0, maxVariants - 1)]
}
