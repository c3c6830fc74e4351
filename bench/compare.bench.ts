import { dayMs, minuteMs } from '@brigade/contract/time.ts'
import { Comparison } from '@brigade/contract/telemetry/compare.model.ts'
import { comparisonCalls } from '@brigade/contract/telemetry/compare.endpoints.ts'
import { telemetryCalls } from '@brigade/contract/telemetry/telemetry.endpoints.ts'
import { transaction } from '@brigade/server/platform/db/transaction.ts'
import { sealHistory } from '@brigade/server/telemetry/history/seal-history.ts'
import { copyHistory, propertyIdsOf } from '@brigade/server/telemetry/history/write-history.store.ts'
import { make } from '@brigade/server/testing/make.ts'
import { addressOf } from '@brigade/server/testing/start-app.ts'
import { z } from 'zod'
import type { Figure } from './run.ts'
import { durableApp, type DurableApp } from './support/durable-app.ts'
import { percentile } from './support/percentile.ts'

/**
 * Measures one property of many ovens over thirty sealed days: the cost of a property that depends on another one, and
 * of a table.
 */

const devices = Number(process.env['BENCH_COMPARE_DEVICES'] ?? 20)
const days = 30
const runs = 7
const minutesOfDay = 1440
const iso = (ms: number): string => new Date(ms).toISOString()

/** The core temperature counts only while the probe is plugged in: for two hours of three. The chamber's always counts. */
const identifiers = ['ChamberTemp', 'CoreTemp', 'CoreProbe'] as const
const valuesAt = (device: number, minute: number) => [
  Math.round(18_000 + 2000 * Math.sin((minute + device * 37) / 40) + ((minute * 7919) % 90)) / 100,
  Math.round(6000 + 1500 * Math.sin((minute + device * 11) / 70) + ((minute * 6053) % 70)) / 100,
  Number((minute + device * 13) % 180 < 120),
]

type Set = Readonly<{ token: string; ids: readonly string[]; propertyIds: readonly number[]; from: number; to: number }>

async function plant(app: DurableApp): Promise<Set> {
  const { token } = await make.account(app, { role: 'administrator' })
  const to = (Math.floor(Date.now() / dayMs) - 1) * dayMs
  const from = to - days * dayMs
  const ids: string[] = []
  for (let device = 0; device < devices; device += 1) ids.push((await make.device(app, { createdAt: from })).id)
  await app.pool.query('select create_partitions($1::date, $2::date)', [iso(from), iso(to)])
  const known = await propertyIdsOf(app.db, new Set(identifiers), new Map())
  const propertyIds = identifiers.map((identifier) => known.get(identifier) ?? 0)
  for (let day = 0; day < days; day += 1) {
    for (const [device, deviceId] of ids.entries()) {
      const rows = Array.from({ length: minutesOfDay }, (_, of) => {
        const minute = day * minutesOfDay + of
        const values = valuesAt(device, minute).map((value, at) => ({ propertyId: propertyIds[at] ?? 0, value }))
        return {
          deviceId,
          ms: from + minute * minuteMs + ((minute * 7919) % 500),
          place: 0,
          isDeviceTime: true,
          values,
        }
      })
      await transaction(app.db, (trx) => copyHistory(trx, rows))
    }
    await sealHistory(app.db, from + (day + 2) * dayMs)
  }
  await app.pool.query('vacuum (analyze) device_history_day')
  return { token, ids, propertyIds, from, to }
}

/** The definition: every value of both properties, of which those count that were reported while the probe was plugged in. */
const naively = `
  with value as (
    select d.device_id, d.property_id, point.reported_at, point.number
    from device_history_day d cross join lateral sealed_points(d) as point
    where d.device_id = any($1::bigint[]) and d.property_id = any($2::int[]) and point.is_last
  )
  select core.device_id::text as id, floor(extract(epoch from core.reported_at) / 3600)::float8 * 3600000 as at,
    min(core.number) as min, max(core.number) as max
  from value core join value probe on probe.device_id = core.device_id and probe.reported_at = core.reported_at
  where core.property_id = ($2::int[])[1] and probe.property_id = ($2::int[])[2] and probe.number = 1
  group by 1, 2`
type Hour = Readonly<{ id: string; at: number; min: number; max: number }>

const Answer = z.object({ data: Comparison })
const hoursIn = (answer: unknown): Hour[] => {
  const { time, devices: compared } = Answer.parse(answer).data
  return compared.flatMap(({ id, min, max }) =>
    time.flatMap((at, place) => {
      const [low, high] = [min[place] ?? null, max[place] ?? null]
      return low === null || high === null ? [] : [{ id, at, min: low, max: high }]
    }),
  )
}
const keyed = (hours: readonly Hour[]): string =>
  hours
    .map(({ id, at, min, max }) => `${id} ${at} ${min} ${max}`)
    .toSorted()
    .join('\n')

async function msOf(work: () => Promise<unknown>): Promise<number> {
  const from = performance.now()
  await work()
  return performance.now() - from
}

/** Medians of runs that are made in turns. */
async function inTurns<K extends string>(works: Readonly<Record<K, () => Promise<unknown>>>) {
  const took = new Map<string, number[]>()
  for (let run = 0; run <= runs; run += 1) {
    for (const [name, work] of Object.entries<() => Promise<unknown>>(works)) {
      const ms = await msOf(work)
      // The first one warms.
      if (run > 0) took.set(name, [...(took.get(name) ?? []), ms])
    }
  }
  return (name: K): number => percentile(took.get(name) ?? [], 0.5)
}

const figure = (name: string, [measured, against]: readonly [number, number], goal: string): Figure => ({
  name,
  measured: `${measured.toFixed(0)} ms`,
  against: `${against.toFixed(0)} ms`,
  ratio: measured / against,
  goal,
})

export async function measure(): Promise<readonly Figure[]> {
  await using app = await durableApp()
  const { token, ids, propertyIds, from, to } = await plant(app)
  const { url } = await app.start('api')
  const asked = (identifier: string) => ({ ids: [...ids], identifier, startTime: iso(from), endTime: iso(to) })
  const get = async (address: string): Promise<Response> => {
    const response = await fetch(address, { headers: { authorization: token, 'time-zone': 'Asia/Shanghai' } })
    if (response.status !== 200) throw new Error(`${response.status} of ${address.slice(0, 200)}`)
    return response
  }
  const compared = (identifier: string) => get(addressOf(url, telemetryCalls.oven.compare, asked(identifier)))
  const table = async (format: 'xlsx' | 'csv') =>
    (
      await get(addressOf(url, comparisonCalls.oven.exportComparison, { ...asked('ChamberTemp'), format }))
    ).arrayBuffer()
  const count = async () => (await app.pool.query<Hour>(naively, [ids, propertyIds.slice(1)])).rows
  const found = hoursIn(await (await compared('CoreTemp')).json())
  if (keyed(found) !== keyed(await count())) throw new Error('The comparison is not what a naive count finds')
  const took = await inTurns({
    free: async () => (await compared('ChamberTemp')).text(),
    dependent: async () => (await compared('CoreTemp')).text(),
    naive: count,
    csv: () => table('csv'),
    xlsx: () => table('xlsx'),
  })
  const of = `${devices} devices, ${days} days by hour`
  return [
    figure(`${of}: what depends on another property over what does not`, [took('dependent'), took('free')], '<= 10'),
    figure(`${of}: what depends on another property over its naive SQL`, [took('dependent'), took('naive')], '<= 0.2'),
    figure(`${of}: as xlsx over as CSV`, [took('xlsx'), took('csv')], '<= 3'),
  ]
}
