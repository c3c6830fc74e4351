import type { Shadow, ShadowEntry, ShadowPage, ShadowSearch } from '@brigade/contract/telemetry/shadow.model.ts'
import { defaultPageSize } from '@brigade/contract/paging.ts'
import { findProperty } from '@brigade/contract/thing-model/thing-model.rules.ts'
import { minuteMs } from '@brigade/contract/time.ts'
import type { CachedDb } from '../../platform/caches.ts'
import type { Clock } from '../../platform/clock.ts'
import { publishedModel } from '../../thing-model/published-models.ts'
import { findShadow, type SeenDevice } from '../../device/list/device.store.ts'
import { listRefusedRegisters } from '../messages/message.store.ts'
import type { DesiredEntry } from './shadow-entry.ts'

/** ISO 8601 has four digits for the year here; a device may claim any time. */
const latestMs = 253_402_300_799_999
const instantOr = (ms: number, otherwiseMs: number): string =>
  new Date(Number.isFinite(ms) && ms >= 0 && ms <= latestMs ? ms : otherwiseMs).toISOString()

/** Every property reported at least once, in the order of the thing model; those it no longer has follow by name. */
export async function readShadow(cached: CachedDb & Readonly<{ clock: Clock }>, device: SeenDevice): Promise<Shadow> {
  const [stored, published] = await Promise.all([
    findShadow(cached.db, device),
    publishedModel(cached, device.productId),
  ])
  if (stored === undefined) return { version: 0, reportedAt: null, list: [], wanted: [], refused: [], free: [] }
  const known = published?.model.properties.map((property) => property.identifier) ?? []
  const gone = Object.keys(stored.reported)
    .filter((identifier) => !known.includes(identifier))
    .toSorted()
  const list = [...known, ...gone].flatMap((identifier): ShadowEntry[] => {
    const reported = stored.reported[identifier]
    if (reported === undefined) return []
    const desired = stored.desired[identifier]
    return [
      {
        identifier,
        value: reported.v,
        deviceTime: instantOr(reported.t, reported.s),
        serverTime: instantOr(reported.s, 0),
        desired: desired === undefined ? null : wantedOf(desired),
      },
    ]
  })
  const wanted = Object.entries(stored.desired)
    .filter(([identifier]) => stored.reported[identifier] === undefined)
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .map(([identifier, desired]) => ({ identifier, ...wantedOf(desired) }))
  const free = Object.entries(stored.extraReported)
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .map(([key, { v, t }]) => ({ key, value: v, time: instantOr(t, 0) }))
  const isOfRegisters = published?.model.properties.some(({ modbus }) => modbus !== undefined) === true
  const refused = isOfRegisters ? await refusedSince(cached, device.id, list) : []
  return { version: Number(stored.version), reportedAt: stored.reportedAt, list, wanted, refused, free }
}

/** Reads a page of it, with the names of the properties in the thing model. */
export async function readShadowPage(
  cached: CachedDb & Readonly<{ clock: Clock }>,
  device: SeenDevice,
  search: ShadowSearch,
): Promise<ShadowPage> {
  const [shadow, published] = await Promise.all([readShadow(cached, device), publishedModel(cached, device.productId)])
  const total = shadow.list.length
  const isWhole = search.pageNum === undefined && search.pageSize === undefined
  const { pageNum = 1, pageSize = isWhole ? Math.max(1, total) : defaultPageSize } = search
  const list = shadow.list.slice((pageNum - 1) * pageSize, pageNum * pageSize).map((entry) => {
    const property = published === undefined ? undefined : findProperty(published.model, entry.identifier)
    return { ...entry, name: property?.name ?? null, dataType: property?.dataType.type ?? null }
  })
  return { ...shadow, list, total, pageNum, pageSize }
}

/**
 * A refused register is polled every ten minutes: without a refusal in this time it is accepted again, or its unit is
 * silent.
 */
const refusedMs = 25 * minuteMs

async function refusedSince(
  { db, clock }: CachedDb & Readonly<{ clock: Clock }>,
  deviceId: string,
  list: readonly ShadowEntry[],
): Promise<Shadow['refused']> {
  const all = await listRefusedRegisters(db, deviceId, clock.now() - refusedMs)
  const read = new Map(list.map(({ identifier, serverTime }) => [identifier, Date.parse(serverTime)]))
  return all.filter(({ identifier, time }) => (read.get(identifier) ?? 0) < Date.parse(time))
}

const wantedOf = ({ v, s, n = 0, c }: DesiredEntry) => ({
  value: v,
  since: instantOr(s, 0),
  version: n,
  commandId: c ?? null,
})
