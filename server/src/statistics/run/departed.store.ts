import { dayMs } from '@brigade/contract/time.ts'
import { sql, type RawBuilder } from 'kysely'
import type { Transaction } from '../../platform/db/database.ts'
import { daySources, sealedSources } from './day-sources.store.ts'
import { flowSources } from './flow-sources.store.ts'
import { lastOf, prepareOwners } from './owner-at.store.ts'
import { listDaysBack, spanOf } from './run.store.ts'
import { ofDevices, type FlowSource, type Window } from './source.store.ts'
import { medianMinutes } from './span-sources.store.ts'

/**
 * A deleted device takes its rows with it, and leaves what was counted of them: in the form of the sources, by hour or
 * whole day. Counts of that time add it to what they find. Deleted devices belong to a portion too: whatever is deleted
 * between two portions is in one of them, as rows or as what was left.
 */
export const withDeparted = (source: FlowSource, window: Window): RawBuilder<unknown> => {
  if (source.isOfPeople === true) return source.rows(window)
  const [measure = ''] = source.measures
  const kept = sql`from statistic_departed d where d.measure = ${measure}
    and d.at >= ${window.from}::timestamptz and d.at < ${window.to}::timestamptz ${ofDevices('d.device_id', window)}`
  return source.isShare === true
    ? sql`select organisation_id, product_id, place, top, base from (${source.rows(window)}) as counted
        union all select d.organisation_id, d.product_id, d.place, d.value, d.base ${kept}`
    : sql`select at, organisation_id, product_id, place, part, value from (${source.rows(window)}) as counted
        union all select d.at, d.organisation_id, d.product_id, d.place, d.part, d.value ${kept}`
}

/** The days that are counted again automatically go back this far. */
export const reachDays = 36

type Going = Readonly<{ device: string; now: number; zone: string }>

/** Stores the counts of a device, in the transaction that deletes it and before its rows are deleted. */
export async function keepPast(db: Transaction, { device, now, zone }: Going): Promise<void> {
  const [from, to] = [now - reachDays * dayMs, now].map((at) => new Date(at).toISOString())
  if (from === undefined || to === undefined) return
  await prepareOwners(db, from, device)
  for (const source of flowSources) if (source.isOfPeople !== true) await keep(db, source, device, { from, to, zone })
  await keepMinutes(db, device, { from, to, zone })
  const [today = '', ...days] = await listDaysBack(db, { from, to, zone })
  for (const day of days)
    for (const source of [...daySources, ...sealedSources])
      await keep(db, source, device, await spanOf(db, day, 1, zone))
  // At the end of this day the device has no owner, so what belongs to the owner at that time belongs to nobody.
  const begun = { ...(await spanOf(db, today, 1, zone)), to }
  if (begun.from < begun.to)
    for (const source of [...daySources, ...sealedSources])
      if (source.isOfDayEnd !== true) await keep(db, source, device, begun)
}

/** Medians cannot be added, so their minutes are stored. */
async function keepMinutes(db: Transaction, device: string, span: Window): Promise<void> {
  for (const { measure, rows } of medianMinutes({ ...span, among: sql`select ${device}::bigint` }))
    await sql`insert into statistic_departed (device_id, measure, at, organisation_id, product_id, place, part, value)
      select ${device}::bigint, ${measure}, at, organisation_id, product_id, place, device_kind, minutes from (${rows}) as kept`.execute(
      db,
    )
}

async function keep(db: Transaction, source: FlowSource, device: string, span: Window): Promise<void> {
  const window = { ...span, among: sql`select ${device}::bigint` }
  const [measure] = source.measures
  const rows =
    source.isShare === true
      ? sql`select ${lastOf(sql`${window.to}::timestamptz`)} as at, organisation_id, product_id, place, '' as part, top as value, base
          from (${source.rows(window)}) as counted`
      : sql`select at, organisation_id, product_id, place, part, value, null::double precision as base from (${source.rows(window)}) as counted`
  await sql`insert into statistic_departed (device_id, measure, at, organisation_id, product_id, place, part, value, base)
    select ${device}::bigint, ${measure}, at, organisation_id, product_id, place, part, value, base from (${rows}) as kept`.execute(
    db,
  )
}
