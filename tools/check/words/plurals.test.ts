import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readTextTables } from './text-tables.ts'

/**
 * Renders every English text that contains a number with the number 1. A text takes the number itself or its formatted
 * form: one of the two has to be right.
 */

const plural = /(?<![\d.,:–/])\b1 (?:[a-z-]+ )?[a-z]{3,}s\b/
/** Verbs and words that only look like plurals, and words after a number that is not a count. */
const singular =
  /\b1 (?:(?:[a-z-]+ )?(?:is|was|has|does|this|its|as|less|address|series|goes|ends|takes|belongs|awaits|waits|needs|keeps|becomes|uses|besides)|still has|text changes|of devices|of others|on devices|vs previous)\b/

const isWrong = (said: string): boolean =>
  said.split(/[.;:,]/).some((part) => plural.test(part) && !singular.test(part))

function saidOfOne(phrase: (params: unknown) => unknown): string[] {
  return [1, '1'].flatMap((one) => {
    try {
      return [String(phrase(new Proxy({}, { get: () => one })))]
    } catch {
      return []
    }
  })
}

/** The places of texts that are wrong for one. */
function wrongIn(value: unknown, place: string): string[] {
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, inner]: [string, unknown]) => {
    if (typeof inner !== 'function') return wrongIn(inner, `${place}.${key}`)
    if (key !== 'en') return []
    const said = saidOfOne((params): unknown => Reflect.apply(inner, undefined, [params]))
    return said.length > 0 && said.every(isWrong) ? [`${place}: ${said[0]}`] : []
  })
}

test('every text says one as one: “1 change”, in all tables of words', async () => {
  const tables = await readTextTables()
  assert.deepEqual(
    tables.flatMap(({ file, table }) => wrongIn(table, file)),
    [],
  )
})

test('a text that says “1 changes” is found, and one that counts right is not', () => {
  const planted = {
    bad: { en: (p: { n: number }) => `Import makes ${p.n} changes`, zh: '' },
    written: { en: (p: { n: string }) => `At least ${p.n} entries`, zh: '' },
    good: { en: (p: { n: number }) => `${p.n} ${p.n === 1 ? 'row' : 'rows'}`, zh: '' },
    verb: { en: (p: { name: string }) => `${p.name} has this already`, zh: '' },
  }
  assert.deepEqual(wrongIn(planted, 'planted'), [
    'planted.bad: Import makes 1 changes',
    'planted.written: At least 1 entries',
  ])
})
