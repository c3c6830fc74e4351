import { dayMs, hourMs, minuteMs } from '@brigade/contract/time.ts'
import { sql } from 'kysely'
import { plantRecord } from '@brigade/server/testing/fault/plant-record.ts'
import { make } from '@brigade/server/testing/make.ts'
import { makePerson } from '@brigade/server/testing/person/make-person.ts'
import type { TestApp } from '@brigade/server/testing/start-app.ts'
import { until } from '@brigade/server/testing/until.ts'
import { bindToUser } from '../support/bound-device.ts'

type FaultWish = Readonly<{ deviceId: string; code: string; severity: string; raisedAt: number; isOpen: boolean }>

/** The fault is open, or was closed an hour after it was raised. */
const plantFault = ({ db }: TestApp, { isOpen, ...wish }: FaultWish): Promise<void> =>
  plantRecord(db, { ...wish, ...(isOpen ? {} : { closedAt: wish.raisedAt + hourMs }) })

/**
 * Deletes the taken figures, so that everything planted is counted at once: the past days, then the run that was due
 * last.
 */
export async function takeAnew({ db }: TestApp): Promise<void> {
  await sql`truncate statistic_run, statistic_hour, statistic_day, statistic_share, statistic_stock, statistic_leaf_stock, statistic_people,
    statistic_active, statistic_span, statistic_digest`.execute(db)
  // Up to ninety past days are counted before the run.
  const patienceMs = 60_000
  await until(
    'the run that was due',
    async () => {
      const { rows } = await sql<{ n: number }>`
        select count(*)::int as n from statistic_run where outcome = 'succeeded'`.execute(db)
      return (rows[0]?.n ?? 0) > 0
    },
    patienceMs,
  )
}

/** Returns when the taken run was due; data planted after it counts only in the next. */
export async function takenAt({ db }: TestApp): Promise<number> {
  const { dueAt } = await db
    .selectFrom('statisticRun')
    .select('dueAt')
    .where('outcome', '=', 'succeeded')
    .orderBy('dueAt', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow()
  return Date.parse(dueAt)
}

/** A small fleet with a past: devices in four provinces and abroad, faults of ten days, people, searches. */
export async function plantFleet(app: TestApp) {
  const now = app.clock.now()
  const hotel = await make.organisation(app, { name: 'Grand Quay Hotel' })
  const canteen = await make.organisation(app, { name: 'Ruyi Canteen' })
  const oven = await make.product(app, { kind: 'oven', en: 'CX-10', zh: 'CX-10' })
  const cooler = await make.product(app, { kind: 'cooler', en: 'RF-600', zh: 'RF-600' })
  const placed = (province: string | undefined, place: string | undefined) => ({
    ...(province === undefined ? {} : { province }),
    ...(place === undefined ? {} : { place }),
  })
  const devices: { id: string; sn: string; kind: 'oven' | 'cooler' }[] = []
  const wishes = [
    { count: 5, kind: 'oven', province: '440000' },
    { count: 3, kind: 'oven', province: '330000' },
    { count: 2, kind: 'cooler', province: '440000' },
    { count: 1, kind: 'cooler', province: '510000' },
    { count: 1, kind: 'oven', place: 'Singapore' },
  ] as const
  for (const wish of wishes)
    for (let n = 0; n < wish.count; n += 1) {
      const { kind } = wish
      const place = placed('province' in wish ? wish.province : undefined, 'place' in wish ? wish.place : undefined)
      const model = kind === 'oven' ? oven : cooler
      devices.push(
        await make.device(app, {
          ...place,
          kind,
          productId: model.id,
          productKey: model.productKey,
          organisationId: n % 2 === 0 ? hotel.id : canteen.id,
          createdAt: now - 40 * dayMs,
        }),
      )
    }
  const ovens = devices.filter(({ kind }) => kind === 'oven')
  for (let back = 1; back <= 10; back += 1)
    for (let n = 0; n < (back > 3 ? 2 : 4); n += 1)
      await plantFault(app, {
        deviceId: ovens[(back + n) % ovens.length]?.id ?? '',
        code: n % 2 === 0 ? 'E05' : 'E11',
        severity: n % 2 === 0 ? 'major' : 'minor',
        raisedAt: now - back * dayMs,
        isOpen: back === 1 && n < 2,
      })
  await plantFault(app, {
    deviceId: ovens[0]?.id ?? '',
    code: 'E01',
    severity: 'critical',
    raisedAt: now - 2 * dayMs,
    isOpen: true,
  })
  await bindToUser(app, ovens[0]?.id ?? '')
  await plantSearches(app, now)
  // They are older than the last run.
  const before = new Date(now - 5 * dayMs).toISOString()
  await sql`update app_user set created_at = ${before}::timestamptz`.execute(app.db)
  await sql`update device_binding set bound_at = ${before}::timestamptz`.execute(app.db)
  return { hotel, canteen, oven, cooler, devices }
}

/** Three people searched for one dish, and one for another. */
async function plantSearches(app: TestApp, now: number): Promise<void> {
  for (let n = 0; n < 3; n += 1) {
    const { id } = await makePerson(app)
    const at = new Date(now - 2 * dayMs - n * minuteMs).toISOString()
    await sql`insert into app_search (app_user_id, words, found, searched_at)
      values (${id}::bigint, 'roast duck', ${n === 0 ? 0 : 4}, ${at}::timestamptz)`.execute(app.db)
    if (n === 0)
      await sql`insert into app_search (app_user_id, words, found, searched_at)
        values (${id}::bigint, 'secret sauce', 0, ${at}::timestamptz)`.execute(app.db)
  }
}
