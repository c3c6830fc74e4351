import type { z } from 'zod'
import { Value } from '@brigade/contract/device/value.model.ts'
import type { HistoryRow, HistorySearch } from '@brigade/contract/telemetry/history.model.ts'
import type { Page } from '@brigade/contract/paging.ts'
import { findProperty } from '@brigade/contract/thing-model/thing-model.rules.ts'
import { iso } from '@brigade/contract/time.ts'
import type { CachedDb } from '../../platform/caches.ts'
import { offsetOf, orderOf } from '../../platform/db/page.ts'
import { publishedModel } from '../../thing-model/published-models.ts'
import { denialsOf, type Denial } from './denied-times.ts'
import { countReports, listPropertyIds, listReports, type StoredReport } from './device-history.store.ts'
import { findShadow, type SeenDevice } from '../../device/list/device.store.ts'

/** Accepted reports, newest first: of some properties or of all. */
export async function readHistory(
  cached: CachedDb,
  device: SeenDevice,
  search: z.output<typeof HistorySearch>,
): Promise<Page<HistoryRow>> {
  const { db } = cached
  const [shadow, published] = await Promise.all([findShadow(db, device), publishedModel(cached, device.productId)])
  // The shadow has each property that was ever reported.
  const identifiers = search.identifiers?.split(',') ?? Object.keys(shadow?.reported ?? {})
  const propertyIds = await listPropertyIds(db, identifiers)
  const names = new Map([...propertyIds].map(([identifier, id]) => [id, identifier]))
  const filter = { propertyIds: [...propertyIds.values()], startTime: search.startTime, endTime: search.endTime }
  const { direction } = orderOf(search.sort, ['time'])
  const page = { descending: direction === 'desc', limit: search.pageSize, offset: offsetOf(search) }
  const [reports, counted] = await Promise.all([
    listReports(db, device, filter, page),
    countReports(db, device, filter),
  ])
  const shown = new Set(reports.map(({ propertyId }) => names.get(propertyId) ?? ''))
  const denials =
    reports.length === 0
      ? new Map<string, Denial>()
      : await denialsOf(db, device, { model: published?.model, identifiers: shown }, spanOf(reports))
  const list = reports.map((report): HistoryRow => {
    const identifier = names.get(report.propertyId) ?? ''
    const type = published && findProperty(published.model, identifier)?.dataType.type
    const at = Date.parse(report.time)
    const denial = denials.get(identifier)
    const isDenied = denial?.times.some(({ from, to }) => at >= from && at < to) === true
    const { time, deviceTime } = report
    if (isDenied) return { time, identifier, value: null, deniedBy: denial.by, deviceTime }
    return { time, identifier, value: valueOf(report, type), deniedBy: null, deviceTime }
  })
  return { list, ...counted, pageNum: search.pageNum, pageSize: search.pageSize }
}

/** The span from the first to the last report. */
function spanOf(reports: readonly StoredReport[]) {
  const times = reports.map(({ time }) => Date.parse(time))
  return { startTime: iso(Math.min(...times)), endTime: iso(Math.max(...times) + 1) }
}

/** Lists and structures are stored as JSON text. */
function valueOf({ number, text }: StoredReport, type: string | undefined): Value {
  if (number !== null || text === null) return number
  if (type !== 'struct' && type !== 'array') return text
  try {
    return Value.parse(JSON.parse(text))
  } catch {
    // The value was reported while the property was still a text.
    return text
  }
}
