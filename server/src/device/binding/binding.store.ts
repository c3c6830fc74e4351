import { iso } from '@brigade/contract/time.ts'
import { sql } from 'kysely'
import type { Db, Transaction } from '../../platform/db/database.ts'

/** The device of a label, with its sealed secret. */
export async function findLabelled(db: Db, sn: string) {
  return db.selectFrom('device').where('sn', '=', sn).select(['id', 'deviceSecret']).executeTakeFirst()
}

/**
 * The present bindings of a device. Its state is locked, so that only one of many concurrent binders becomes the owner.
 */
export async function holdBindings(trx: Transaction, deviceId: string) {
  const state = await trx
    .selectFrom('deviceState')
    .where('deviceId', '=', deviceId)
    .select(['deviceId', 'organisationId'])
    .forUpdate()
    .executeTakeFirst()
  if (state === undefined) return undefined
  const bindings = await trx
    .selectFrom('deviceBinding')
    .where('deviceId', '=', deviceId)
    .where('unboundAt', 'is', null)
    .select(['appUserId', 'role'])
    .execute()
  return { organisationId: state.organisationId, bindings }
}

export async function insertBinding(
  trx: Transaction,
  { at, ...binding }: Readonly<{ deviceId: string; appUserId: string; role: 'owner' | 'member'; at: number }>,
): Promise<void> {
  await trx
    .insertInto('deviceBinding')
    .values({ ...binding, boundAt: iso(at), unboundAt: null })
    .execute()
  await trx
    .updateTable('deviceState')
    .set({ bound: true })
    .where('deviceId', '=', binding.deviceId)
    .where('bound', '=', false)
    .execute()
}

/** A member gives the device up; the owner keeps it. */
export async function endBinding(trx: Transaction, deviceId: string, appUserId: string, at: number): Promise<void> {
  await trx
    .updateTable('deviceBinding')
    .set({ unboundAt: iso(at) })
    .where('deviceId', '=', deviceId)
    .where('appUserId', '=', appUserId)
    .where('unboundAt', 'is', null)
    .execute()
}

/** Devices that somebody has now, in a fixed order. */
export async function listBoundNow(trx: Transaction, appUserId: string): Promise<string[]> {
  const rows = await trx
    .selectFrom('deviceBinding')
    .where('appUserId', '=', appUserId)
    .where('unboundAt', 'is', null)
    .select('deviceId')
    .orderBy('deviceId')
    .execute()
  return rows.map(({ deviceId }) => deviceId)
}

/**
 * Removes a name from the history of all devices that the person ever had: the history still shows that a person came
 * and left, but not who.
 */
export async function forgetNickname(trx: Transaction, appUserId: string, nickname: string): Promise<void> {
  if (nickname === '') return
  await sql`
    update device_change set fields = '[]'
    where device_id in (select device_id from device_binding where app_user_id = ${appUserId})
      and action in ('bound', 'unbound', 'reset') and strpos(fields::text, ${nickname}) > 0`.execute(trx)
}
