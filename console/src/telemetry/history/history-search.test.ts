import assert from 'node:assert/strict'
import { test } from 'node:test'
import { HistorySearch, maxCurves, panned, zoomed } from './history-search.ts'

const hour = 3_600_000
const now = 1_000 * hour

test('zooming in halves a span around its middle', () => {
  assert.deepEqual(zoomed({ fromMs: now - 10 * hour, toMs: now - 2 * hour }, 0.5, now), {
    fromMs: now - 8 * hour,
    toMs: now - 4 * hour,
  })
})

test('zooming out doubles the span, and the part in the future is added before it', () => {
  assert.deepEqual(zoomed({ fromMs: now - 4 * hour, toMs: now }, 2, now), { fromMs: now - 8 * hour, toMs: now })
})

test('a minute is the closest and all that is kept the widest', () => {
  assert.equal(zoomed({ fromMs: now - 60_000, toMs: now }, 0.5, now), null)
  assert.equal(zoomed({ fromMs: now - 300 * 24 * hour, toMs: now }, 2, now), null)
})

test('panning moves by half a span and ends at now', () => {
  const span = { fromMs: now - 6 * hour, toMs: now - 2 * hour }
  assert.deepEqual(panned(span, -1, now), { fromMs: now - 8 * hour, toMs: now - 4 * hour })
  assert.deepEqual(panned(span, 1, now), { fromMs: now - 4 * hour, toMs: now })
  assert.equal(panned({ fromMs: now - hour, toMs: now }, 1, now), null)
})

test('the address keeps as many curves as can be drawn, those of modules and the longest names too', () => {
  const at = (properties: string) => HistorySearch.parse({ id: '1', properties }).properties
  assert.equal(at('Modem:Signal,Temperature'), 'Modem:Signal,Temperature')
  const long = Array.from({ length: maxCurves }, (_, index) => `Module${index}:`.padEnd(101, 'x')).join(',')
  assert.equal(at(long), long)
  assert.equal(at(''), '')
  assert.equal(HistorySearch.safeParse({ id: '1', properties: `${long},One` }).success, false)
})
