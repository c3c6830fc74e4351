import { folded } from '@brigade/contract/letters/folded.ts'
import type { ProductWord, WordKind } from '@brigade/contract/product/language/language.model.ts'

export const wordShows = ['all', 'missing', 'changed'] as const
export type WordShow = (typeof wordShows)[number]
export type WordFilter = Readonly<{ show: WordShow; kind: WordKind | undefined; keyword: string }>

/** The number of words on one page: typing stays fast however many there are. */
export const wordsPerPage = 60

const isIn: Readonly<Record<WordShow, (word: ProductWord) => boolean>> = {
  all: () => true,
  missing: ({ text }) => text === '',
  changed: ({ text, published }) => text !== published,
}

/** Counts the words of each choice. Unsaved input does not move a word from one choice to another. */
export const countsOf = (words: readonly ProductWord[]): Readonly<Record<WordShow, number>> => ({
  all: words.length,
  missing: words.filter(isIn.missing).length,
  changed: words.filter(isIn.changed).length,
})

/** The words that the filters show, in their order. */
export function shownWords(words: readonly ProductWord[], { show, kind, keyword }: WordFilter): readonly ProductWord[] {
  const wanted = folded(keyword.trim())
  return words.filter(
    (word) =>
      isIn[show](word) &&
      (kind === undefined || word.kind === kind) &&
      (wanted === '' || [word.en, word.zh, word.text, word.of].some((text) => folded(text).includes(wanted))),
  )
}

export type WordGroup = Readonly<{ key: string; kind: WordKind; of: string; words: readonly ProductWord[] }>

/** Groups adjacent words that belong to one function, template or fault. */
export function groupsOf(words: readonly ProductWord[]): readonly WordGroup[] {
  const groups: { key: string; kind: WordKind; of: string; words: ProductWord[] }[] = []
  for (const word of words) {
    const key = groupKey(word)
    const last = groups.at(-1)
    if (last?.key === key) last.words.push(word)
    else groups.push({ key, kind: word.kind, of: word.of, words: [word] })
  }
  return groups
}

/** All faults are one group; a function's parameters and choices belong to its group. */
function groupKey({ kind, of }: ProductWord): string {
  if (kind === 'fault') return 'fault'
  return kind === 'template' ? `template ${of}` : `function ${of}`
}
