import { dayMs, hourMs } from '@brigade/contract/time.ts'
import { Curve, curvePoints } from '@brigade/contract/telemetry/curve.model.ts'
import { telemetryCalls } from '@brigade/contract/telemetry/telemetry.endpoints.ts'
import { findDevice } from '@brigade/server/device/list/device.store.ts'
import { transaction } from '@brigade/server/platform/db/transaction.ts'
import { listPoints, listPropertyIds } from '@brigade/server/telemetry/history/device-history.store.ts'
import { listBuckets } from '@brigade/server/telemetry/history/list-buckets.ts'
import { sealHistory } from '@brigade/server/telemetry/history/seal-history.ts'
import { copyHistory, propertyIdsOf } from '@brigade/server/telemetry/history/write-history.store.ts'
import { make } from '@brigade/server/testing/make.ts'
import { addressOf } from '@brigade/server/testing/start-app.ts'
import { z } from 'zod'
import type { DurableApp } from '../support/durable-app.ts'
import { familyMs, postmasterOf } from '../support/processor-time.ts'
import { endOf, identifiers, valuesOf, type PeerReport, type ReportSet } from './report-set.ts'
import type { Asking, DeviceBuckets, Question } from './series-peer.ts'

/** What is the same after each start: who asks, and the devices. The last one never reported. */
export type Fleet = Readonly<{ token: string; ids: readonly string[]; silentId: string; organisationId: string }>

export async function makeFleet(app: DurableApp, set: ReportSet): Promise<Fleet> {
  const { token, organisationId } = await make.account(app, { role: 'administrator' })
  const made: string[] = []
  for (let device = 0; device <= set.devices; device += 1)
    made.push((await make.device(app, { kind: 'cooler', createdAt: set.startMs })).id)
  const newest = { v: 0, t: endOf(set), s: endOf(set) }
  const shadow = JSON.stringify(Object.fromEntries(identifiers.map((identifier) => [identifier, newest])))
  await app.pool.query('update device_shadow set reported = $1', [shadow])
  const [silentId = '', ...ids] = made.toReversed()
  return { token, ids: ids.toReversed(), silentId, organisationId }
}

const iso = (ms: number): string => new Date(ms).toISOString()

/** One batch, as intake writes it. */
async function store(app: DurableApp, { ids }: Fleet, propertyIds: readonly number[], reports: readonly PeerReport[]) {
  const rows = reports.map(({ device, ms, values }) => ({
    deviceId: ids[device] ?? '',
    ms,
    place: 0,
    isDeviceTime: true,
    values: values.map((value, at) => ({ propertyId: propertyIds[at] ?? 0, value })),
  }))
  await transaction(app.db, (trx) => copyHistory(trx, rows))
}

export type Loader = Readonly<{
  write: (reports: readonly PeerReport[]) => Promise<void>
  /** Seals a day as the night after it does. */
  seal: (day: number) => Promise<void>
  /**
   * Stores reports, seals their days, and measures the time that a value took of the database's processes and of our
   * own.
   */
  cost: () => Promise<Readonly<{ databaseUs: number; ownUs: number }>>
}>

/** Stores reports and seals their days. */
export async function fleetLoader(app: DurableApp, fleet: Fleet, set: ReportSet): Promise<Loader> {
  await app.pool.query('select create_partitions($1::date, $2::date)', [iso(set.startMs), iso(endOf(set))])
  const known = await propertyIdsOf(app.db, new Set(identifiers), new Map())
  const propertyIds = identifiers.map((identifier) => known.get(identifier) ?? 0)
  const postmaster = await postmasterOf(app)
  const before = familyMs(postmaster)
  let ownUs = 0
  const counted = async (work: () => Promise<unknown>) => {
    const from = process.cpuUsage()
    await work()
    const { user, system } = process.cpuUsage(from)
    ownUs += user + system
  }
  return {
    write: (reports) => counted(() => store(app, fleet, propertyIds, reports)),
    seal: (day) => counted(() => sealHistory(app.db, set.startMs + (day + 2) * dayMs)),
    cost: async () => {
      await app.pool.query('checkpoint')
      const values = valuesOf(set)
      return { databaseUs: ((familyMs(postmaster) - before) * 1000) / values, ownUs: ownUs / values }
    },
  }
}

/** With TOAST and indexes, of a value. Fails if not all are sealed. */
export async function sealedBytes({ pool }: DurableApp, set: ReportSet): Promise<number> {
  const { rows } = await pool.query<{ bytes: number; points: number }>(`
    select (select sum(pg_total_relation_size(inhrelid)) from pg_inherits where inhparent = 'device_history_day'::regclass)::float8 as bytes,
      (select sum(points) from device_history_day)::float8 as points`)
  const values = valuesOf(set)
  const [found] = rows
  if (found?.points !== values) throw new Error(`${found?.points} of ${values} values are sealed`)
  return found.bytes / values
}

const CurveAnswer = z.object({ data: Curve })

/** Requests thirty days as the console does for a curve: its buckets are hours, unless a number of buckets is given. */
export function curveAsking(
  fleet: Fleet,
  url: string,
  set: ReportSet,
  { devices, identifier, widthMs }: Question,
): Asking {
  const span = { startTime: iso(set.startMs), endTime: iso(endOf(set)) }
  return {
    urls: devices.map((device) =>
      addressOf(url, telemetryCalls.cooler.curve, {
        id: fleet.ids[device] ?? fleet.silentId,
        identifiers: identifier,
        ...span,
        ...(widthMs === hourMs ? {} : { buckets: String((endOf(set) - set.startMs) / widthMs) }),
      }),
    ),
    headers: { authorization: fleet.token },
    read: (answers) =>
      answers.map((answer, at) => {
        const [series] = CurveAnswer.parse(answer).data.series
        if (series === undefined) throw new Error('The curve has no series')
        const { time, min, max, mean } = series
        return {
          device: devices[at] ?? -1,
          buckets: time.map((start, place) => ({
            at: start,
            min: min[place] ?? Number.NaN,
            max: max[place] ?? Number.NaN,
            mean: mean[place] ?? Number.NaN,
          })),
        }
      }),
  }
}

const Comparison = z.object({
  data: z.object({
    time: z.array(z.number()),
    devices: z.array(
      z.object({
        min: z.array(z.number().nullable()),
        max: z.array(z.number().nullable()),
        mean: z.array(z.number().nullable()),
      }),
    ),
  }),
})

/** True if there is a call for one property of many devices; otherwise the row says that there is none. */
export const hasManyCall = 'compare' in telemetryCalls.cooler

/** One property of many devices over HTTP, as the console compares them. */
export function manyAsking(fleet: Fleet, url: string, set: ReportSet, { devices, identifier }: Question): Asking {
  const path = telemetryCalls.cooler.curve.path.replace(/record$/, 'compare')
  const ids = devices.map((device) => fleet.ids[device] ?? fleet.silentId).join(',')
  const span = { startTime: iso(set.startMs), endTime: iso(endOf(set)) }
  return {
    urls: [`${url}${path}?${new URLSearchParams({ ids, identifier, by: 'hour', ...span }).toString()}`],
    headers: { authorization: fleet.token },
    read: ([answer]) => {
      const { time, devices: compared } = Comparison.parse(answer).data
      return compared.map(({ min, max, mean }, at) => ({
        device: devices[at] ?? -1,
        buckets: time.flatMap((start, place) => {
          const [low, high, middle] = [min[place] ?? null, max[place] ?? null, mean[place] ?? null]
          return low === null || high === null || middle === null
            ? []
            : [{ at: start, min: low, max: high, mean: middle }]
        }),
      }))
    },
  }
}

/** The reports of a curve in process, as `readCurve` reads them: without gaps, times offline, and session. */
export async function curveReader({ db }: Pick<DurableApp, 'db'>, fleet: Fleet, set: ReportSet) {
  const scope = { organisationId: fleet.organisationId }
  const device = await findDevice(db, scope, 'cooler', fleet.silentId)
  if (device === undefined) throw new Error('The silent device is not there')
  const properties = await listPropertyIds(db, identifiers)
  const span = { startTime: iso(set.startMs), endTime: iso(endOf(set)) }
  return async ({
    devices: [number = -1],
    identifier,
    widthMs,
  }: Question): Promise<{ took: number; series: DeviceBuckets[] }> => {
    const asked = { ...device, id: fleet.ids[number] ?? fleet.silentId }
    const filter = { ...span, propertyIds: [properties.get(identifier) ?? 0] }
    const buckets = { widthMs, origin: span.startTime, isHourly: widthMs % hourMs === 0 }
    const from = performance.now()
    const points = (await listPoints(db, asked, filter, curvePoints)) ?? (await listBuckets(db, asked, filter, buckets))
    const took = performance.now() - from
    return {
      took,
      series: [{ device: number, buckets: points.map(({ at, min, max, mean }) => ({ at, min, max, mean })) }],
    }
  }
}
