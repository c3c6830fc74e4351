import type {
  Excursion,
  Excused,
  TemperatureCurve,
  TemperatureExport,
} from '@brigade/contract/cold-chain/cold-chain.model.ts'
import type { Evaluation, Signal } from '@brigade/contract/cold-chain/excursion.rules.ts'
import type { Terms } from '@brigade/contract/cold-chain/excursion-run.rules.ts'
import type { Locale, Words } from '@brigade/contract/locale.ts'
import type { Db } from '../platform/db/database.ts'
import type { TableColumn } from '../platform/excel/table.ts'
import { utcOffset, zoneOffset } from '../platform/excel/zone-time.ts'
import type { SeenDevice } from '../device/list/device.store.ts'
import { chunksOf } from './read-reports.ts'
import { shownIn } from './report/temperature-unit.ts'

export type TemperatureRow = Readonly<{
  time: string
  /** Null if the row is not a report of the temperature. */
  temperature: number | null
  setPoint: number | null
  high: number | null
  low: number | null
  defrost: boolean
  door: boolean
  beyond: Excursion['side'] | null
  excused: Excused['by'] | null
  /** False if no limit was known for the temperature at this moment, so that it cannot be evaluated. */
  isJudged: boolean
  /** The time from which reports are missing until this one; null when none are. */
  silentUntil: string | null
}>

type State = { -readonly [K in 'setPoint' | 'high' | 'low']: number | null } & { defrost: boolean; door: boolean }

/**
 * Yields one row for each report of the temperature, each change of a limit or setting, and each beginning of a gap.
 */
export async function* rowsOf(
  db: Db,
  device: SeenDevice,
  terms: Terms,
  evaluation: Pick<Evaluation, 'excursions' | 'excused'> & Readonly<{ gaps: TemperatureCurve['gaps'] }>,
  reportProgress: (to: number) => Promise<void>,
): AsyncGenerator<TemperatureRow> {
  const { span, highC, lowC } = terms
  const state: State = { setPoint: null, high: highC ?? null, low: lowC ?? null, defrost: false, door: false }
  const excursionAt = follow(evaluation.excursions)
  const excusedAt = follow(evaluation.excused)
  const gaps = [...evaluation.gaps]
  for await (const chunk of chunksOf(db, device, span)) {
    const rows: TemperatureRow[] = []
    const silencesTo = (at: number) => {
      for (let gap = gaps[0]; gap !== undefined && gap.from <= at; gap = gaps[0]) {
        gaps.shift()
        rows.push(silence(gap))
      }
    }
    let last: { at: number; temperature: number | null; isChange: boolean } | null = null
    const close = () => {
      if (last === null || last.at < span.from || last.at >= span.to) return
      if (last.temperature === null && !last.isChange) return
      const { at, temperature } = last
      silencesTo(at - 1)
      rows.push({
        time: new Date(at).toISOString(),
        temperature,
        ...state,
        beyond: excursionAt(at)?.side ?? null,
        excused: excusedAt(at)?.by ?? null,
        isJudged: temperature === null || state.high !== null || state.low !== null,
        silentUntil: null,
      })
    }
    chunk.into((at, signal, value) => {
      if (last === null || last.at !== at) {
        close()
        last = { at, temperature: null, isChange: false }
      }
      if (signal === 'temperature') last = { ...last, temperature: value }
      else if (set(state, signal, value, terms)) last = { ...last, isChange: true }
    })
    close()
    silencesTo(chunk.to - 1)
    yield* rows
    await reportProgress(chunk.to)
  }
}

const silence = ({ from, to }: { from: number; to: number }): TemperatureRow => ({
  time: new Date(from).toISOString(),
  temperature: null,
  setPoint: null,
  high: null,
  low: null,
  defrost: false,
  door: false,
  beyond: null,
  excused: null,
  isJudged: true,
  silentUntil: new Date(to).toISOString(),
})

/** Applies a report of a setting or switch, and returns whether it changed anything. A limit of the request stays. */
function set(state: State, signal: Signal, value: number, { highC, lowC }: Terms): boolean {
  if (signal === 'temperature' || signal === 'delay') return false
  const before = state[signal]
  if (signal === 'defrost' || signal === 'door') state[signal] = value !== 0
  else if ((signal === 'high' ? highC : signal === 'low' ? lowC : undefined) === undefined) state[signal] = value
  return state[signal] !== before
}

/** Finds the stretch that contains a moment; calls come in the order of time. */
function follow<S extends { from: number; to: number | null }>(stretches: readonly S[]) {
  const ordered = stretches.toSorted((a, b) => a.from - b.from)
  let place = 0
  return (at: number): S | undefined => {
    let one = ordered[place]
    while (one !== undefined && one.to !== null && one.to <= at) {
      place += 1
      one = ordered[place]
    }
    return one !== undefined && one.from <= at ? one : undefined
  }
}

const yes = { en: 'Yes', zh: '是' }
const open = { en: 'Open', zh: '打开' }
const sides = { high: { en: 'Too warm', zh: '超上限' }, low: { en: 'Too cold', zh: '超下限' } }
const notJudged = { en: 'Not judged: no limits', zh: '无限值，未判定' }
const reasons = { defrost: { en: 'Defrost', zh: '除霜' }, door: { en: 'Door open', zh: '开门' } }

export function temperatureColumns(
  locale: Locale,
  unit: TemperatureExport['unit'],
  timeZone: string,
): readonly TableColumn<TemperatureRow>[] {
  const offset = zoneOffset(timeZone)
  const degrees = shownIn(unit)
  const celsius = (head: Words, value: (row: TemperatureRow) => number | null): TableColumn<TemperatureRow> => ({
    head: { en: `${head.en} (°${unit})`, zh: `${head.zh} (°${unit})` },
    type: 'number',
    value: (row) => {
      const is = value(row)
      return is === null ? null : degrees(is)
    },
    width: 18,
  })
  const wordColumn = (head: Words, value: (row: TemperatureRow) => Words | null): TableColumn<TemperatureRow> => ({
    head,
    type: 'text',
    value: (row) => value(row)?.[locale] ?? '',
    width: 14,
  })
  return [
    { head: { en: 'Time', zh: '时间' }, type: 'instant', value: ({ time }) => time, width: 32, hasOffsetBeside: true },
    celsius({ en: 'Temperature', zh: '柜内温度' }, ({ temperature }) => temperature),
    celsius({ en: 'Set-point', zh: '设定温度' }, ({ setPoint }) => setPoint),
    celsius({ en: 'High limit', zh: '高温上限' }, ({ high }) => high),
    celsius({ en: 'Low limit', zh: '低温下限' }, ({ low }) => low),
    wordColumn({ en: 'Defrost', zh: '除霜' }, ({ defrost }) => (defrost ? yes : null)),
    wordColumn({ en: 'Door', zh: '柜门' }, ({ door }) => (door ? open : null)),
    wordColumn({ en: 'Excursion', zh: '温度超限' }, ({ beyond, isJudged }) =>
      isJudged ? beyond && sides[beyond] : notJudged,
    ),
    wordColumn({ en: 'Excused by', zh: '豁免原因' }, ({ excused }) => excused && reasons[excused]),
    {
      head: { en: 'No reports until', zh: '无数据，直至' },
      type: 'instant',
      value: ({ silentUntil }) => silentUntil,
      width: 32,
    },
    // A wall clock time is ambiguous if the clocks go back.
    {
      head: { en: 'Time: offset from UTC', zh: '时间与 UTC 的偏移' },
      type: 'text',
      value: ({ time }) => utcOffset(offset(Date.parse(time))),
      width: 22,
    },
  ]
}
