import { dayMs } from '@brigade/contract/time.ts'
import { sql } from 'kysely'
import { findDue } from '../../../statistics/run/run.store.ts'
import type { TestApp } from '../../start-app.ts'

const none = undefined
const dayFromNow = (days: number): string => new Date(Date.now() + days * dayMs).toISOString().slice(0, 10)
/** The inserted figures are of the last run, of all models and places. Until 01:00 in any zone that run was of the day before. */
const lately = { from: dayFromNow(-1), to: dayFromNow(1), seriesId: none, productId: none, kind: none, province: none }

/** Inputs that do not follow from their schemas. */
export const statisticsSamples: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  'statistics.saveTarget': { figure: 'devices.installed', value: 12, from: null },
  'statistics.top': { ...lately, of: 'customers', by: 'devices' },
  'statistics.devices': lately,
  'wall.top': { ...lately, of: 'customers', by: 'devices' },
  'wall.devices': lately,
  'wall.saveSetting': { enTitle: 'Walked', zhTitle: '走过', logoFileId: null, hidesCustomers: false, updatedAt: null },
}

/** Reads that show no owned rows, with the reason. */
export const statisticsReadsOfNobody: Readonly<Record<string, string>> = {
  'statistics.runs': 'of the whole installation, for the platform alone',
  'statistics.users': 'figures alone',
  'statistics.recipes': 'figures alone',
  'statistics.faults': 'figures alone',
  'statistics.keywords': 'words from three people on',
  'statistics.live': 'figures alone',
  'wall.users': 'figures alone',
  'wall.recipes': 'figures alone',
  'wall.faults': 'figures alone',
  'wall.keywords': 'words from three people on',
  'wall.live': 'figures, and events without an id',
  'wall.logo': 'a picture',
}

/** Inserts a run's figures of an organisation, its targets, and a report that was sent to one of its accounts. */
export async function plantStatistics(
  { db, clock, settings }: TestApp,
  { organisationId, accountId }: Readonly<{ organisationId: string; accountId: string }>,
): Promise<void> {
  const now = new Date(clock.now()).toISOString()
  const { last: due } = await findDue(db, now, settings.statisticsZone)
  if (due === undefined) throw new Error('There is always a run that was due')
  await sql`insert into statistic_run (due_at, day, began_at, ended_at, outcome)
    values (${due.dueAt}, ${due.day}, ${now}, ${now}, 'succeeded') on conflict do nothing`.execute(db)
  const { rows } = await sql<{ id: string }>`select id from product order by id limit 1`.execute(db)
  await sql`insert into statistic_stock (taken_at, day, organisation_id, product_id, place, devices, online, cooking, silent, parts, counts)
    values (${due.dueAt}, ${due.day}, ${organisationId}::bigint, ${rows[0]?.id ?? '0'}::bigint, 330000, 2, 0, 0, 0, '{}', '{}')`.execute(
    db,
  )
  await sql`insert into statistic_target (organisation_id, figure, value, updated_by, updated_at)
    values (${organisationId}::bigint, 'users.total', 40, ${accountId}::bigint, ${now})`.execute(db)
  await sql`insert into statistic_report (week, account_id, sent_at, outcome)
    values ('2026-01-05', ${accountId}::bigint, ${now}, 'sent')`.execute(db)
  await sql`insert into wall_link (organisation_id, name, locale, token_hash, creator_id, creator_name, created_at, updated_at)
    values (${organisationId}::bigint, ${`Wall of ${organisationId}`}, 'en', decode(md5(${organisationId}), 'hex'), ${accountId}::bigint,
      'Somebody', ${now}, ${now})`.execute(db)
}
