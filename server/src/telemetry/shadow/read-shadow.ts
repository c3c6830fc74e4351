import type { Shadow, ShadowEntry } from '@brigade/contract/telemetry/shadow.model.ts'
import type { CachedDb } from '../../platform/caches.ts'
import { publishedModel } from '../../thing-model/published-models.ts'
import { findShadow, type SeenDevice } from '../../device/list/device.store.ts'
import type { DesiredEntry } from './shadow-entry.ts'

/** ISO 8601 has four digits for the year here; a device may claim any time. */
const latestMs = 253_402_300_799_999
const instantOr = (ms: number, otherwiseMs: number): string =>
  new Date(Number.isFinite(ms) && ms >= 0 && ms <= latestMs ? ms : otherwiseMs).toISOString()

/** Every property reported at least once, in the order of the thing model; those it no longer has follow by name. */
export async function readShadow(cached: CachedDb, device: SeenDevice): Promise<Shadow> {
  const [stored, published] = await Promise.all([
    findShadow(cached.db, device),
    publishedModel(cached, device.productId),
  ])
  if (stored === undefined) return { version: 0, reportedAt: null, entries: [], wanted: [], free: [] }
  const known = published?.model.properties.map((property) => property.identifier) ?? []
  const gone = Object.keys(stored.reported)
    .filter((identifier) => !known.includes(identifier))
    .toSorted()
  const entries = [...known, ...gone].flatMap((identifier): ShadowEntry[] => {
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
  return { version: Number(stored.version), reportedAt: stored.reportedAt, entries, wanted, free }
}

const wantedOf = ({ v, s, n = 0, c }: DesiredEntry) => ({
  value: v,
  since: instantOr(s, 0),
  version: n,
  commandId: c ?? null,
})
