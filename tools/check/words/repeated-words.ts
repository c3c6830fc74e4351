import { problemAt, type Problem, type SourceFile } from '../source-tree.ts'

/**
 * What means the same on many screens is said once, in contract/src/word.text.ts: so that nobody words it otherwise, and the console does
 * not load it with each table. Two tables may say the same by chance.
 */
const dictionary = 'contract/src/word.text.ts'
const repeatedIn = 3

const entry = /(?:\w+|'[^'\n]+'): \{\s*en: ('(?:[^'\\\n]|\\.)*'),\s*zh: ('(?:[^'\\\n]|\\.)*'),?\s*\}/g

type Said = Readonly<{ file: SourceFile; index: number; both: string }>

const saidIn = (file: SourceFile): Said[] =>
  [...file.text.matchAll(entry)].map(({ index, 1: en = '', 2: zh = '' }) => ({ file, index, both: `${en}, ${zh}` }))

export function checkRepeatedWords(files: readonly SourceFile[]): Problem[] {
  const tables = files.filter(({ path }) => path.endsWith('.text.ts'))
  const shared = new Set(
    tables.filter(({ path }) => path === dictionary).flatMap((file) => saidIn(file).map(({ both }) => both)),
  )
  const said = Map.groupBy(tables.filter(({ path }) => path !== dictionary).flatMap(saidIn), ({ both }) => both)
  return [...said].flatMap(([both, places]) => {
    const count = new Set(places.map(({ file }) => file)).size
    if (!shared.has(both) && count < repeatedIn) return []
    const why = shared.has(both) ? `is in ${dictionary}` : `is said in ${count} tables: put it into ${dictionary}`
    return places.map(({ file, index }) => problemAt(file, index, 'repeated-words', `${both} ${why}`))
  })
}
