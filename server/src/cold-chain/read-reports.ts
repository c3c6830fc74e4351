import { signalIdentifiers, signals } from '@brigade/contract/cold-chain/excursion.rules.ts'
import type { Signal, SignalReport } from '@brigade/contract/cold-chain/excursion.rules.ts'
import { dayMs, iso } from '@brigade/contract/time.ts'
import type { Db } from '../platform/db/database.ts'
import type { SeenDevice } from '../device/list/device.store.ts'
import { listPropertyIds, listReports } from '../telemetry/history/device-history.store.ts'
import { leadMs } from '../telemetry/history/series-gaps.ts'
import { daysOf } from '../telemetry/history/sealed-day.ts'
import {
  listSealedValues,
  listYoungReports,
  type SealedValues,
  type YoungReport,
} from '../telemetry/history/sealed-days.store.ts'

/** The days that one query reads, so that memory does not grow with the span. */
const daysAtOnce = 8

export type SpanMs = Readonly<{ from: number; to: number }>
type AddReport = (at: number, signal: Signal, value: number) => void

type Read = Readonly<{ signal: Signal; id: number }>

/** The ids of the properties to read. A property that no device ever reported has none. */
async function readOf(db: Db): Promise<Read[]> {
  const ids = await listPropertyIds(db, Object.values(signalIdentifiers))
  return signals.flatMap((signal) => {
    const id = ids.get(signalIdentifiers[signal])
    return id === undefined ? [] : [{ signal, id }]
  })
}

export type Chunk = Readonly<{
  /** The end of the chunk, epoch ms. */
  to: number
  into: (add: AddReport) => void
}>

/**
 * Yields all reports of a refrigeration device over a span, a few days at a time. Each chunk is ordered by time, and
 * reports of one moment by the order of `signals`. The first chunk begins with the state a little before the span. A
 * year with a report a minute takes no more memory than a week.
 */
export async function* chunksOf(db: Db, device: SeenDevice, span: SpanMs): AsyncGenerator<Chunk> {
  const properties = await readOf(db)
  const start = span.from - leadMs
  const stood = await before(db, device, properties, start)
  yield { to: start, into: (add) => stood.forEach((report) => add(...report)) }
  const readFrom = (from: number): Promise<Days> | undefined => {
    if (from >= span.to) return undefined
    const reading = read(db, device, properties, from, span.to)
    // Callers that wait for these days receive the failure; without callers it is ignored.
    reading.catch(() => undefined)
    return reading
  }
  let current = await readFrom(start)
  while (current !== undefined) {
    const { lines, to } = current
    // The next days are read while these are processed.
    const next = readFrom(to)
    yield { to, into: (add) => addInOrder(lines, add) }
    current = await next
  }
}

async function before(db: Db, device: SeenDevice, properties: readonly Read[], start: number): Promise<SignalReport[]> {
  const last = async ({ signal, id }: Read): Promise<SignalReport[]> => {
    const filter = { propertyIds: [id], endTime: iso(start - 1) }
    const [report] = await listReports(db, device, filter, { descending: true, limit: 1, offset: 0 })
    return report === undefined || report.number === null ? [] : [[Date.parse(report.time), signal, report.number]]
  }
  const found = await Promise.all(properties.map(last))
  return found.flat().toSorted((a, b) => a[0] - b[0])
}

type Line = { signal: Signal; times: number[]; values: number[] }
type Days = Readonly<{ lines: readonly Line[]; to: number }>

async function read(db: Db, device: SeenDevice, properties: readonly Read[], from: number, end: number): Promise<Days> {
  const to = Math.min(end, (Math.floor(from / dayMs) + daysAtOnce) * dayMs)
  const ids = properties.map(({ id }) => id)
  // Rows are read first: a day that is sealed between the two statements is then read twice, which changes nothing; in
  // the other order it would be in neither.
  const young = await listYoungReports(db, device, ids, { from: iso(from), to: iso(to) })
  const days = daysOf(from, to - 1)
  const sealed = await listSealedValues(db, device, ids, days)
  const lines = properties.map(({ signal, id }): Line => {
    const line: Line = { signal, times: [], values: [] }
    // Repeated values of a switch are skipped, unless a late report comes between.
    const repeats = signal === 'temperature' || young.some(({ propertyId }) => propertyId === id)
    for (const day of sealed) if (day.propertyId === id) unseal(day, line, { from, to, repeats })
    return lastOfInstants(withYoung(line, id, young))
  })
  return { lines, to }
}

/** Adds the reports of a day to a line. */
function unseal(
  { dayMs, times, numbers }: SealedValues,
  line: Line,
  { from, to, repeats }: { from: number; to: number; repeats: boolean },
) {
  for (const [index, value] of numbers.entries()) {
    const at = dayMs + (times[index] ?? 0)
    if (at < from || at >= to) continue
    if (!repeats && line.values.at(-1) === value) continue
    line.times.push(at)
    line.values.push(value)
  }
}

/**
 * Keeps the last of several values of one instant; NaN stands for a text and is not a value. Nearly always each number
 * has an instant of its own.
 */
function lastOfInstants(line: Line): Line {
  const { times, values } = line
  if (!times.some((time, index) => times[index + 1] === time) && !values.some(Number.isNaN)) return line
  const counts = (_: number, index: number) =>
    times[index + 1] !== times[index] && !Number.isNaN(values[index] ?? Number.NaN)
  return { ...line, times: times.filter(counts), values: values.filter(counts) }
}

/** Inserts reports that arrived late or are not sealed yet, in the order of time. */
function withYoung(line: Line, id: number, young: readonly YoungReport[]): Line {
  const own = young.filter(({ propertyId }) => propertyId === id)
  if (own.length === 0) return line
  const [lastSealed, firstYoung] = [line.times.at(-1), own[0]?.at ?? 0]
  for (const { at, number } of own) {
    line.times.push(at)
    line.values.push(number)
  }
  if (lastSealed === undefined || lastSealed < firstYoung) return line
  const order = line.times.map((_, index) => index).toSorted((a, b) => (line.times[a] ?? 0) - (line.times[b] ?? 0))
  return { ...line, times: order.map((i) => line.times[i] ?? 0), values: order.map((i) => line.values[i] ?? 0) }
}

function addInOrder(lines: readonly Line[], add: AddReport) {
  const ordered = lines.toSorted((a, b) => signals.indexOf(a.signal) - signals.indexOf(b.signal))
  const places = ordered.map(() => 0)
  for (;;) {
    let first = -1
    let at = Number.POSITIVE_INFINITY
    // A loop by index is the fastest: it runs for each of a million reports.
    for (let index = 0; index < ordered.length; index += 1) {
      const time = ordered[index]?.times[places[index] ?? 0]
      if (time === undefined || time >= at) continue
      first = index
      at = time
    }
    const line = ordered[first]
    const place = places[first]
    if (line === undefined || place === undefined) return
    add(at, line.signal, line.values[place] ?? 0)
    places[first] = place + 1
  }
}
