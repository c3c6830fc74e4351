import type { z } from 'zod'
import type { DeviceMap, DeviceMapQuery } from '@brigade/contract/device/list/list.model.ts'
import type { DeviceKind } from '@brigade/contract/product/product.model.ts'
import type { Ctx } from '../../platform/http/context.ts'
import { foundByArea, isSingle } from './device.store.ts'
import { requireDepartment } from './list-devices.ts'
import { listKeywordMatches } from './keyword-search.store.ts'
import { countAbroad, countByArea, type PlaceCount } from './device-map.store.ts'

const maxForeignPlaces = 100
/** A keyword with more matches than this is checked row by row. */
const maxKeywordMatches = 50_000
const none: PlaceCount = { devices: 0, online: 0, faulty: 0 }

/** Installed devices by their place: by province, within a province by city, within a city by region. */
export async function mapDevices(
  ctx: Pick<Ctx, 'db' | 'clock' | 'caller'>,
  kind: DeviceKind,
  query: z.output<typeof DeviceMapQuery>,
): Promise<DeviceMap> {
  const { db, clock, caller } = ctx
  await requireDepartment(ctx, query)
  const { keyword = '' } = query
  const among = isSingle(keyword) ? undefined : await listKeywordMatches(db, { keyword, kind }, maxKeywordMatches)
  const filters = among === undefined ? query : { ...query, keyword: undefined }
  const request = { db, scope: caller, list: { kind, installed: true }, nowMs: clock.now() }
  const found = await foundByArea(request, filters, among)
  const unit = query.city !== undefined || query.region !== undefined ? 1 : query.province !== undefined ? 100 : 10_000
  const isWithinChina = unit !== 10_000
  const [areas, abroad] = await Promise.all([countByArea(db, found, unit), isWithinChina ? [] : countAbroad(db, found)])
  const inWords = abroad.filter(({ place }) => place !== '')
  const places = areas.flatMap(({ code, ...count }) => (code === null ? [] : [{ code, ...count }]))
  const vague = areas.find(({ code }) => code === null) ?? none
  // Places abroad with a name were counted among those without a code.
  const elsewhere = isWithinChina ? vague : (abroad.find(({ place }) => place === '') ?? none)
  const beyond = inWords.slice(maxForeignPlaces).reduce(sum, none)
  return {
    places,
    abroad: inWords.slice(0, maxForeignPlaces),
    elsewhere: countOf(sum(elsewhere, beyond)),
  }
}

const countOf = ({ devices, online, faulty }: PlaceCount): PlaceCount => ({ devices, online, faulty })
const sum = (a: PlaceCount, b: PlaceCount): PlaceCount => ({
  devices: a.devices + b.devices,
  online: a.online + b.online,
  faulty: a.faulty + b.faulty,
})
