import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { test } from 'node:test'
import { allEndpoints } from './catalogue.ts'

/** Calls that are still to be made. */
const later = new Set<string>([
  '/api/web/data/visualization/users',
  '/api/web/data/visualization/devices',
  '/api/web/data/visualization/cookbooks',
  '/api/web/data/visualization/faults',
  '/api/web/data/visualization/search/keywords',
  '/api/web/data/visualization/top',
])

/** The calls that the specification names, by area. */
const rows = readFileSync(path.join(import.meta.dirname, 'surface.tsv'), 'utf8')
  .split('\n')
  .filter((line) => line !== '' && !line.startsWith('#'))
  .map((line) => line.split('\t'))
const answered = new Set(allEndpoints.map(({ method, path: place }) => `${method} ${place}`))
const isAnswered = ([method, place]: readonly string[]) => answered.has(`${method} ${place}`)

const byArea = Map.groupBy(rows, ([, , area = '']) => area)
// An area is entered as a whole.
for (const [area, calls] of [...byArea].filter(([, some]) => some.some(isAnswered)))
  test(`every call of the specification is answered by its method and path: ${area} (spec 7)`, () => {
    assert.deepEqual(
      calls.filter((call) => !isAnswered(call) && !later.has(call[1] ?? '')),
      [],
    )
  })

test('devices, products, thing models and customers are begun', () => {
  for (const area of ['device', 'cooler', 'common', 'enum', 'product', 'series', 'template', 'language', 'customer'])
    assert.ok(byArea.get(area)?.some(isAnswered), area)
})
