import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { test } from 'node:test'
import { allEndpoints } from './catalogue.ts'

/** The calls that the specification names (section 7), by area; an area joins here with the screens that are made of it. */
const served = ['file', 'common', 'customer', 'series', 'product', 'tsl', 'template', 'language', 'device', 'cooler']
/** Enumerations that come with areas that are not served yet. */
const later = new Set(['forbidden', 'alert/type', 'error/type', 'app/type'].map((name) => `/api/commons/enums/${name}`))

const rows = readFileSync(path.join(import.meta.dirname, 'surface.tsv'), 'utf8')
  .split('\n')
  .filter((line) => line !== '' && !line.startsWith('#'))
  .map((line) => line.split('\t'))
const answered = new Set(allEndpoints.map(({ method, path: place }) => `${method} ${place}`))

for (const area of [...served, 'enum'])
  test(`every call of the specification is answered by its method and path: ${area} (spec 7)`, () => {
    const calls = rows.filter(([, place = '', of]) => of === area && !later.has(place))
    assert.ok(calls.length > 0)
    assert.deepEqual(
      calls.map(([method, place]) => `${method} ${place}`).filter((call) => !answered.has(call)),
      [],
    )
  })
