import assert from 'node:assert/strict'
import { test } from 'node:test'
import { minuteMs } from '@brigade/contract/time.ts'
import { linePieces } from '@brigade/contract/line-pieces.ts'
import type { Curve as CurveReply } from '@brigade/contract/telemetry/curve.model.ts'
import { combiOven } from '@brigade/contract/thing-model/ready-made/combi-oven.ts'
import type { Units } from '../../platform/units.ts'
import { readingAt } from '../../ui/chart/curve-gaps.ts'
import { wordsIn } from '../../platform/locale.ts'
import { curveText } from './curve.text.ts'
import { overviewCurve } from './overview-curve.ts'

const same = (value: number) => value
const units: Units = {
  system: 'metric',
  temperatureUnit: '°C',
  temperature: same,
  temperatureSpan: same,
  toCelsius: same,
  unit: (stored) => stored,
}
const words = wordsIn(curveText, 'en')
const at = (minute: number) => minute * minuteMs
type Line = CurveReply['series'][number]
const line = (
  identifier: string,
  points: readonly (readonly [minute: number, value: number])[],
  rest: Partial<Line>,
) => {
  const values = points.map(([, value]) => value)
  const time = points.map(([minute]) => at(minute))
  return { identifier, time, min: values, max: values, mean: values, gaps: [], held: [], before: null, ...rest }
}

const drawn = (
  series: readonly Line[],
  live: Readonly<Record<string, readonly { time: number; value: number }[]>> = {},
) =>
  overviewCurve({
    view: { model: combiOven, shadow: null, device: { online: true } },
    data: { bucketMs: 0, series: [...series], gaps: [], offline: [] },
    live,
    run: null,
    cook: null,
    marks: [],
    fromMs: at(0),
    nowMs: at(360),
    locale: 'en',
    units,
    words,
    names: { chamber: 'Chamber', core: 'Core', humidity: 'Humidity', cabinet: 'Cabinet', evaporator: 'Evaporator' },
  })

test('a set value that held before the span is drawn from its begin with its band, level and as held, up to now', () => {
  const set = line('SetTemp', [[200, 120]], {
    before: { time: at(-600), value: 180 },
    held: [
      { from: at(0), to: at(200) },
      { from: at(200), to: at(355) },
    ],
  })
  const found = drawn([line('ChamberTemp', [[10, 178]], {}), set]).series.find(({ key }) => key === 'SetTemp')
  assert(found !== undefined)
  const { held } = linePieces(found.points, found.gaps ?? [], found.held ?? [])
  assert.deepEqual(held, [
    [at(0), 180],
    [at(200), 180],
    [at(200), null],
    [at(200), 120],
    [at(360), 120],
    [at(360), null],
  ])
  assert.deepEqual(found.band?.[0], [at(-600), 172, 188])
  assert.deepEqual(readingAt(found, at(100), found.gaps), { value: 180, heldSinceMs: at(-600), unknownSinceMs: null })
})

test('where the device was silent the line of the plan is broken as it is in the history, and what comes live ends it', () => {
  const gap = { from: at(60), to: at(360) }
  const chamber = line('ChamberTemp', [[10, 178]], { gaps: [gap], held: [{ from: at(10), to: at(60) }] })
  const broken = drawn([chamber]).series.find(({ key }) => key === 'ChamberTemp')
  assert.deepEqual(broken?.gaps, [gap])
  assert.deepEqual(broken?.points.at(-1), [at(10), 178])
  const live = { ChamberTemp: [{ time: at(350), value: 90 }] }
  const ended = drawn([chamber], live).series.find(({ key }) => key === 'ChamberTemp')
  assert.deepEqual(ended?.gaps, [{ from: at(60), to: at(350) }])
  assert.deepEqual(ended?.points.slice(-2), [
    [at(350), 90],
    [at(360), 90],
  ])
})
