import { Readable } from 'node:stream'
import { coldChainApi } from '@brigade/contract/cold-chain/cold-chain.endpoints.ts'
import { faultApi } from '@brigade/contract/fault/record.endpoints.ts'
import type { FaultRow } from '@brigade/contract/fault/record.model.ts'
import { messageApi } from '@brigade/contract/message/message.endpoints.ts'
import type { FigureKey } from '@brigade/contract/statistics/figures.ts'
import { statisticsApi } from '@brigade/contract/statistics/statistics.endpoints.ts'
import { telemetryCalls } from '@brigade/contract/telemetry/telemetry.endpoints.ts'
import { iso } from '@brigade/contract/time.ts'
import { z } from 'zod'
import { readTable } from '../../platform/excel/read-table.ts'
import { addressOf } from '../start-app.ts'
import { until } from '../until.ts'
import { isCooler, type Role } from './series.ts'
import { spellLine, type Recorded } from './naive-records.ts'
import type { Sent, World } from './world.ts'

/** Reads over HTTP what Brigade has of the sent data, in the form of the naive reading. */

const callsOf = (role: Role) => telemetryCalls[isCooler(role) ? 'cooler' : 'oven']
const as = ({ admin }: World) => ({ token: admin.token })
/** A request that a busy server refuses is repeated for this long. */
const busyMs = 120_000
type Answer<T> = Readonly<{ status: number; envelope: Readonly<{ msg: string; data: T }> }>
async function done<T>(ask: () => Promise<Answer<T>>): Promise<T> {
  const answered = async () => {
    const answer = await ask()
    return answer.status === 503 ? undefined : answer
  }
  const { status, envelope } = await until('an answer', answered, busyMs)
  if (status !== 200) throw new Error(`Refused with ${status}: ${envelope.msg}`)
  return envelope.data
}

const pageSize = 80
/** All pages of the history of a device, by property, in the order in which they are listed. */
export async function readHistory(world: World, sent: Sent, role: Role): Promise<Record<string, readonly string[]>> {
  const lines = new Map<string, string[]>()
  for (let pageNum = 1; ; pageNum += 1) {
    const query = { id: sent.devices[role].id, pageNum, pageSize, sort: 'time' } as const
    const { list } = await done(() => world.app.ask(callsOf(role).history, query, as(world)))
    for (const { time, identifier, value, deniedBy } of list) {
      const own = lines.get(identifier) ?? []
      own.push(deniedBy === null ? `${time} ${String(value)}` : `${time} denied by ${deniedBy}`)
      lines.set(identifier, own)
    }
    if (list.length < pageSize) return Object.fromEntries(lines)
  }
}

export async function readShadow({ app, ...world }: World, sent: Sent, role: Role): Promise<readonly string[]> {
  const query = { id: sent.devices[role].id }
  const { list } = await done(() => app.ask(callsOf(role).shadow, query, as({ app, ...world })))
  return list.map(({ identifier, value, deviceTime }) => `${identifier} ${String(value)} ${deviceTime}`).toSorted()
}

export type Drawn = Readonly<{ widthMs: number; lines: readonly string[] }>
export async function readCurve(
  world: World,
  sent: Sent,
  { role, identifier, from }: Readonly<{ role: Role; identifier: string; from: number }>,
): Promise<Drawn> {
  const query = {
    id: sent.devices[role].id,
    identifiers: identifier,
    startTime: iso(from),
    endTime: iso(sent.series.to + 1),
  }
  const { series, bucketMs } = await done(() => world.app.ask(callsOf(role).curve, query, as(world)))
  const [one] = series
  const mean = (value: number | undefined) => (bucketMs === 0 ? String(value) : (value ?? 0).toPrecision(10))
  const lines = (one?.time ?? []).map(
    (at, index) => `${iso(at)} ${one?.min[index]} ${one?.max[index]} ${mean(one?.mean[index])}`,
  )
  return { widthMs: bucketMs, lines }
}

const spanOf = ({ series }: Sent) => ({ startTime: iso(series.from), endTime: iso(series.to + 1) })

export async function readVerdict(world: World, sent: Sent, role: Role) {
  const query = { id: sent.devices[role].id, ...spanOf(sent) }
  return done(() => world.app.ask(coldChainApi.temperature, query, as(world)))
}

/** The rows of the exported table that have a temperature. */
export async function readExported({ app, admin }: World, sent: Sent, role: Role): Promise<readonly string[]> {
  const query = { id: sent.devices[role].id, ...spanOf(sent), format: 'csv' }
  const headers = { authorization: admin.token, 'accept-language': 'en', 'time-zone': 'UTC' }
  const response = await fetch(addressOf(app.url, coldChainApi.exportTemperature, query), { headers })
  const bytes = Buffer.from(await response.arrayBuffer())
  const lines: string[] = []
  const limits = { maxBytes: bytes.length, maxRows: 100_000 }
  for await (const { cells, row } of readTable(Readable.from([bytes]), limits)) {
    const [time, ...rest] = cells
    if (row === 1 || rest[0] === '') continue
    // Empty cells at the end of a row are left out.
    const shown = Array.from({ length: 7 }, (_, index) => rest[index] ?? '')
    lines.push(`${String(time).replace(' ', 'T').slice(0, 19)}.000Z ${shown.join('|')}`)
  }
  return lines
}

const Output = z.object({ limitC: z.number(), worstC: z.number(), worstAt: z.number() })

/** All records of an alarm of a device, apart from those that were withdrawn. */
export async function listRecords({ app, admin }: World, sent: Sent, role: Role): Promise<readonly FaultRow[]> {
  const query = { deviceId: sent.devices[role].id, pageSize } as const
  return (await done(() => app.ask(faultApi.alarms, query, { token: admin.token }))).list
}

/** Each occurrence of an alarm in all its records, as a line. */
export async function readSpells(
  { app, admin }: World,
  rows: readonly FaultRow[],
  { identifier, code }: Readonly<{ identifier: string; code: string }>,
): Promise<readonly string[]> {
  const own = rows.filter((row) => row.identifier === identifier && row.code === code && !isWithdrawn(row))
  const spells = []
  for (const { id } of own) {
    const detail = await done(() => app.ask(faultApi.detail, { id }, { token: admin.token }))
    spells.push(...detail.spells)
  }
  return spells.toSorted((one, other) => one.from - other.from).map(spellLine)
}

const isWithdrawn = ({ condition }: { condition: string }): boolean => condition === 'withdrawn'

export async function readRecorded(
  { app, admin }: World,
  rows: readonly FaultRow[],
  { identifier, code }: Readonly<{ identifier: string; code: string }>,
): Promise<Recorded | undefined> {
  const own = rows
    .filter((row) => row.identifier === identifier && row.code === code && !isWithdrawn(row))
    .toSorted((a, b) => Date.parse(a.raisedAt) - Date.parse(b.raisedAt))
  const [first, last] = [own[0], own.at(-1)]
  if (first === undefined || last === undefined) return undefined
  const { output } = await done(() => app.ask(faultApi.detail, { id: last.id }, { token: admin.token }))
  const measured = Output.safeParse(output)
  const worst = measured.success
    ? `limit ${measured.data.limitC}, worst ${measured.data.worstC} at ${iso(measured.data.worstAt)}`
    : ''
  const ends = own.map(({ eliminatedAt, condition }) => (condition === 'active' ? '-' : (eliminatedAt ?? '-')))
  const end = ends.includes('-') ? '-' : (ends.toSorted().at(-1) ?? '-')
  return { begin: first.raisedAt, end, occurrences: own.reduce((sum, row) => sum + row.occurrences, 0), worst }
}

/**
 * Reads messages that the keeper received more than once in the same words about the same record, although it occurred
 * once.
 */
export async function readToldTwice(
  { app }: World,
  { keeper }: Sent,
  rows: readonly FaultRow[],
): Promise<readonly string[]> {
  const { list } = await done(() => app.ask(messageApi.bell, { pageSize }, { token: keeper.token }))
  const once = new Set(rows.filter(({ occurrences }) => occurrences === 1).map(({ id }) => id))
  const told = Map.groupBy(
    list.filter(({ opens }) => once.has(opens?.id ?? '')),
    ({ opens, words }) => `${opens?.id} ${words.en.title}`,
  )
  return [...told].filter(([, messages]) => messages.length > 1).map(([words]) => words)
}

export const figureText = (value: number): string => value.toFixed(6)

export async function readFigure(
  { app }: World,
  { organisationId }: Sent,
  { day, token }: Readonly<{ day: string; token: string }>,
  keys: readonly FigureKey[],
): Promise<ReadonlyMap<FigureKey, string>> {
  const query = { from: day, to: day, organisation: organisationId }
  const { figures } = await done(() => app.ask(statisticsApi.devices, query, { token }))
  const asked = figures.filter(({ key }) => keys.includes(key))
  return new Map(asked.map(({ key, value, reason }) => [key, value === null ? `none: ${reason}` : figureText(value)]))
}
