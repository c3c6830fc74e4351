import { dayMs, hourMs } from '@brigade/contract/time.ts'
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { formatClock, formatDay } from '../../platform/format.ts'
import { labelPx, timeTicks } from './time-ticks.ts'

const from = Date.parse('2026-03-12T07:23:11Z')
const spans = [hourMs / 6, hourMs, 6 * hourMs, dayMs, 2 * dayMs, 7 * dayMs, 30 * dayMs, 92 * dayMs, 400 * dayMs]
const labels = [
  (time: number) => formatClock(time),
  (time: number) => formatClock(time).slice(0, 5),
  (time: number) => `${formatDay(time).slice(5)} ${formatClock(time).slice(0, 5)}`,
  (time: number) => formatDay(time).slice(5),
]
const axisOf = (lastsMs: number, widthPx: number, label: (time: number) => string) => ({
  from,
  to: from + lastsMs,
  widthPx,
  marginPx: 24,
  label,
})

test('labels of an axis of time never touch, at any width, for any span, and none is cut at an edge', () => {
  // Plots of a desk, of a tablet, of half a panel and of a phone.
  for (const widthPx of [1330, 820, 560, 318, 240])
    for (const lastsMs of spans)
      for (const label of labels) {
        const axis = axisOf(lastsMs, widthPx, label)
        const ticks = timeTicks(axis)
        const told = `${lastsMs / hourMs} h at ${widthPx} px`
        const places = ticks.map((tick) => ((tick - from) / lastsMs) * widthPx)
        const halves = ticks.map((tick) => labelPx(label(tick)) / 2)
        for (const [index, place] of places.entries()) {
          const half = halves[index] ?? 0
          assert(place - half >= -24 && place + half <= widthPx + 24, told)
          const next = places[index + 1]
          if (next !== undefined) assert(next - place >= half + (halves[index + 1] ?? 0) + 12 - 1e-6, told)
        }
      }
})

test('an axis of thirty days names several of them on a phone and more at a desk, each a midnight of the viewer', () => {
  const day = (time: number) => formatDay(time).slice(5)
  const [desk, phone] = [1330, 318].map((widthPx) => timeTicks(axisOf(30 * dayMs, widthPx, day)))
  assert(desk !== undefined && phone !== undefined)
  assert(desk.length >= 10 && phone.length >= 4 && desk.length > phone.length, `${desk.length} and ${phone.length}`)
  for (const tick of [...desk, ...phone]) assert.equal(formatClock(tick), '00:00:00')
})
