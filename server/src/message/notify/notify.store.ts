import type { NotifyChange } from '@brigade/contract/message/notify.model.ts'
import { iso } from '@brigade/contract/time.ts'
import { sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'

const minuteOf = (time: string | null): number | null =>
  time === null ? null : Number(time.slice(0, 2)) * 60 + Number(time.slice(3))

/** The account's choices, if it made any, with its own columns. */
export async function findNotify(db: Db, accountId: string) {
  return db
    .selectFrom('account as a')
    .leftJoin('accountNotify as n', 'n.accountId', 'a.id')
    .where('a.id', '=', accountId)
    .select([
      'a.email as address',
      'a.locale as usualLocale',
      sql<string | null>`known_time_zone(a.time_zone)`.as('usualZone'),
      'n.locale',
      'n.timeZone',
      'n.units',
      'n.email',
      'n.quietFrom',
      'n.quietTo',
      'n.weeklyReport',
      'n.badAddress',
      'n.badAddressDetail',
      'n.updatedAt',
    ])
    .executeTakeFirstOrThrow()
}

/** Returns false when another save has happened since the version that the change was made from. */
export async function saveNotify(
  db: Db,
  accountId: string,
  { updatedAt, quietFrom, quietTo, ...fields }: NotifyChange,
  at: number,
): Promise<boolean> {
  const values = { ...fields, quietFrom: minuteOf(quietFrom), quietTo: minuteOf(quietTo), updatedAt: iso(at) }
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('accountNotify')
    .values({ accountId, ...values, badAddress: null, badAddressDetail: null })
    .onConflict((conflict) =>
      conflict
        .column('accountId')
        .doUpdateSet({
          ...values,
          updatedAt: sql`greatest(${iso(at)}, account_notify.updated_at + interval '1 millisecond')`,
        })
        .where(sql<boolean>`account_notify.updated_at is not distinct from ${updatedAt}::timestamptz`),
    )
    .executeTakeFirst()
  return (numInsertedOrUpdatedRows ?? 0n) > 0n
}
