import type { Opens } from '@brigade/contract/message/message.model.ts'
import { within, type DataScope } from '../../customer/data-scope.ts'
import type { Db } from '../../platform/db/database.ts'

/**
 * The name of the record that a push opens; undefined if there is none within the scope. A domain with records that a push may open adds
 * them here.
 */
export async function findOpenedName(db: Db, scope: DataScope, { kind, id }: Opens): Promise<string | undefined> {
  if (kind !== 'oven' && kind !== 'cooler') return undefined
  const device = await db
    .selectFrom('deviceState')
    .innerJoin('device', 'device.id', 'deviceState.deviceId')
    .where('deviceState.deviceId', '=', id)
    .where('deviceState.kind', '=', kind)
    .where('deviceState.organisationId', 'in', within(db, scope))
    .select(['device.name', 'device.sn'])
    .executeTakeFirst()
  return device === undefined ? undefined : device.name === '' ? device.sn : device.name
}
