import { sql } from 'kysely'
import type { DeviceKind } from '@brigade/contract/product/product.model.ts'
import { within, type DataScope } from '../../customer/data-scope.ts'
import type { Db } from '../../platform/db/database.ts'

/**
 * The credentials for configuring devices, in no order; secrets are sealed. Devices outside the scope or of the other
 * kind are left out.
 */
export async function listTriples(db: Db, scope: DataScope, kind: DeviceKind, ids: readonly string[]) {
  return db
    .selectFrom('device')
    .innerJoin('deviceState', 'deviceState.deviceId', 'device.id')
    .innerJoin('product', 'product.id', 'device.productId')
    .where(sql<boolean>`device.id = any(${ids}::bigint[])`)
    .where('deviceState.kind', '=', kind)
    .where('deviceState.organisationId', 'in', within(db, scope))
    .select(['device.id', 'device.sn', 'device.deviceSecret', 'product.productKey'])
    .execute()
}

/** Devices of any organisation with one of these serial numbers; those within the scope and of the kind are locked. */
export async function lockTriples(db: Db, scope: DataScope, kind: DeviceKind, sns: readonly string[]) {
  if (sns.length === 0) return []
  await sql`
    select from device d join device_state i on i.device_id = d.id
    where d.sn = any(${sns}::text[]) and i.kind = ${kind} and i.organisation_id in (${within(db, scope)})
    order by d.id for update of d`.execute(db)
  return db
    .selectFrom('device')
    .innerJoin('deviceState', 'deviceState.deviceId', 'device.id')
    .where(sql<boolean>`device.sn = any(${sns}::text[])`)
    .select(['device.id', 'device.sn', 'device.productId', 'device.deviceSecret', 'deviceState.kind'])
    .select((is) => is('deviceState.organisationId', 'in', within(db, scope)).as('isSeen'))
    .execute()
}
export type KnownTriple = Awaited<ReturnType<typeof lockTriples>>[number]
