import { sql, type Selectable } from 'kysely'
import type { Database, Db } from '../../platform/db/database.ts'
import type { SlotStore } from '../../platform/mqtt/external/slot-leases.ts'

/** First number of the advisory locks of slots. */
const lockClass = 1_651_663_211

/** Truncated to milliseconds, because that is the precision in which it is read back and compared. */
const now = sql<string>`date_trunc('milliseconds', clock_timestamp())`

/** Slots of sessions at an external broker, as this process (`holder`) reads and takes them. */
export function slotStore(db: Db, holder: string): SlotStore {
  return {
    holder,
    list: async (): Promise<Selectable<Database['brokerSlot']>[]> =>
      db.selectFrom('brokerSlot').selectAll().orderBy('slot').execute(),
    renew: async () => {
      const rows = await db
        .updateTable('brokerSlot')
        .set({ renewedAt: now })
        .where('holder', '=', holder)
        .returning('slot')
        .execute()
      return rows.map(({ slot }) => slot)
    },
    make: async (slot) => {
      const made = await db
        .insertInto('brokerSlot')
        .values({ slot, holder, renewedAt: now })
        .onConflict((conflict) => conflict.doNothing())
        .returning('slot')
        .executeTakeFirst()
      return made !== undefined
    },
    takeOver: async ({ slot, renewedAt }) =>
      db.transaction().execute(async (trx) => {
        // A process that is writing messages of the slot holds the lock, however long its lease is overdue.
        const { rows } = await sql<{ isFree: boolean }>`
          select pg_try_advisory_xact_lock(${lockClass}::int, ${slot}::int) as is_free`.execute(trx)
        if (rows[0]?.isFree !== true) return undefined
        return trx
          .updateTable('brokerSlot')
          .set({ holder, renewedAt: now })
          .where('slot', '=', slot)
          .where('renewedAt', '=', renewedAt)
          .returningAll()
          .executeTakeFirst()
      }),
    remember: async (slot, filters) => {
      await db
        .updateTable('brokerSlot')
        .set({ filters: [...filters] })
        .where('slot', '=', slot)
        .where('holder', '=', holder)
        .execute()
    },
    remove: async (slot) => {
      await db.deleteFrom('brokerSlot').where('slot', '=', slot).where('holder', '=', holder).execute()
    },
    leave: async () => {
      await db.updateTable('brokerSlot').set({ holder: null }).where('holder', '=', holder).execute()
    },
    whileHeld: async (slots, work) => {
      await db.transaction().execute(async (trx) => {
        await sql`
          select pg_advisory_xact_lock_shared(${lockClass}::int, slot) from unnest(${slots}::int[]) as slot`.execute(
          trx,
        )
        const held = await trx
          .selectFrom('brokerSlot')
          .select('slot')
          .where('slot', 'in', slots)
          .where('holder', '=', holder)
          .execute()
        await work(new Set(held.map(({ slot }) => slot)))
      })
    },
  }
}
