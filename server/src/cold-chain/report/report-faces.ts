import { readFile } from 'node:fs/promises'
import { create } from 'fontkit'

/**
 * The fonts of a report, in the order in which they are searched for a character; all are OFL, and only the glyphs that
 * a report uses are embedded. The first has simplified and traditional Chinese up to GB 18030 level 2, kana and Western
 * European letters; the second has all letters of Europe; the third each Hangul syllable. No packaged font has GB 18030
 * level 3.
 */
const files = [
  [import.meta.resolve('@embedpdf/fonts-sc'), '../fonts/NotoSansHans-Regular.otf', '../fonts/NotoSansHans-Bold.otf'],
  [import.meta.resolve('@embedpdf/fonts-latin'), '../fonts/NotoSans-Regular.ttf', '../fonts/NotoSans-Bold.ttf'],
  [
    import.meta.resolve('@expo-google-fonts/nanum-gothic'),
    './400Regular/NanumGothic_400Regular.ttf',
    './700Bold/NanumGothic_700Bold.ttf',
  ],
] as const

export type Weight = 'regular' | 'bold'
export type Face = Readonly<{ name: string; bytes: Buffer; has: (text: string) => boolean }>
export type Faces = Readonly<
  Record<Weight, readonly Face[]> & { /** Of the first face, over its size. */ ascent: number }
>

let faces: Promise<Faces> | undefined
export const loadFaces = (): Promise<Faces> => {
  faces ??= readFaces()
  return faces
}

async function readFaces(): Promise<Faces> {
  const of = (weight: Weight) =>
    Promise.all(
      files.map(async ([from, regular, bold], index) => {
        const file = new URL(weight === 'bold' ? bold : regular, from)
        return faceOf(`${weight} ${index}`, await readFile(file))
      }),
    )
  const [regular, bold] = [await of('regular'), await of('bold')]
  return { regular, bold, ascent: regular[0]?.ascent ?? 1 }
}

function faceOf(name: string, bytes: Buffer): Face & { ascent: number } {
  const { characterSet, ascent, unitsPerEm } = create(bytes)
  const points = new Set(characterSet)
  const has = (text: string) => [...text].every((character) => points.has(character.codePointAt(0) ?? 0))
  return { name, bytes, has, ascent: ascent / unitsPerEm }
}

/** Part of a line in one font. `missing`: the character that no font has and that `text` replaces. */
export type Run = Readonly<{ face: Face; text: string; missing?: string }>

/** Printers set this mark for a missing character. */
export const missingMark = '〓'

const clusters = new Intl.Segmenter('und', { granularity: 'grapheme' })
const invisible = /\p{Default_Ignorable_Code_Point}/gu
const beside = /[\p{M}\u1100-\u11ff]/u
const isLetter = /^[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}]/u

/** The characters of a line as a person counts them, up to a limit. Line ends and other controls become spaces. */
export function charactersOf(line: string, most: number): string[] {
  const found: string[] = []
  for (const { segment } of clusters.segment(line.replace(/\p{Cc}+/gu, ' '))) {
    if (found.length >= most) break
    found.push(segment)
  }
  return found
}

/** Splits characters into runs of one face each. A word of letters is in one face if one has them all: Łódź, not Ł in one and ódź in another. */
export function runsOf(characters: readonly string[], faces: readonly Face[]): Run[] {
  const runs: Run[] = []
  for (const word of wordsOf(characters)) {
    const whole = inOneFace(word.join(''), faces)
    for (const run of whole !== undefined
      ? [whole]
      : word.map((one) => inOneFace(one, faces) ?? missingRun(one, faces))) {
      const last = runs.at(-1)
      if (run === undefined) continue
      if (last?.face === run.face && last.missing === undefined && run.missing === undefined)
        runs[runs.length - 1] = { face: run.face, text: `${last.text}${run.text}` }
      else runs.push(run)
    }
  }
  return runs
}

function wordsOf(characters: readonly string[]): string[][] {
  const words: string[][] = []
  let isWord = false
  for (const character of characters) {
    const last = words.at(-1)
    const is = isLetter.test(character)
    if (is && isWord && last !== undefined) last.push(character)
    else words.push([character])
    isWord = is
  }
  return words
}

function inOneFace(written: string, faces: readonly Face[]): Run | undefined {
  const text = written.replace(invisible, '')
  const composed = text.normalize('NFC')
  // A letter and its combining mark form one letter. Other effects of composing are not applied.
  for (const form of beside.test(text) ? [composed, text] : [text, composed]) {
    const face = faces.find(({ has }) => has(form))
    if (face !== undefined) return { face, text: form }
  }
  return undefined
}

/** Returns the codes of missing characters, such as U+30EDE, without invisible ones. */
export const codesOf = (text: string): string[] =>
  [...text.replace(invisible, '')].map(
    (one) => `U+${(one.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`,
  )

const missingRun = (missing: string, [face]: readonly Face[]): Run | undefined =>
  face === undefined ? undefined : { face, text: missingMark, missing }
