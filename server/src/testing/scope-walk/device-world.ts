import { minuteMs } from '@brigade/contract/time.ts'
import { spellingOf } from '../../system/area/spell-name.ts'
import type { TestApp } from '../start-app.ts'

type Planting = Readonly<{ deviceId: string; accountId: string; name: string }>

/** Inserts changes of a device's record, and a person who has it in the app. */
export async function plantLife({ db, clock }: TestApp, { deviceId, accountId, name }: Planting): Promise<void> {
  const at = (minutes: number) => new Date(clock.now() - minutes * minuteMs).toISOString()
  await db
    .insertInto('deviceChange')
    .values({
      deviceId,
      changedAt: at(5),
      action: 'updated',
      accountId,
      fields: JSON.stringify([{ field: 'note', from: '', to: name }]),
    })
    .execute()
  const { id: appUserId } = await db
    .insertInto('appUser')
    .values({ nickname: name, spelling: spellingOf(name, 'person'), lastLoginAt: null, createdAt: at(9) })
    .returning('id')
    .executeTakeFirstOrThrow()
  await db
    .insertInto('deviceBinding')
    .values({ deviceId, appUserId, role: 'owner', boundAt: at(8), unboundAt: null })
    .execute()
  await db.updateTable('deviceState').set({ bound: true }).where('deviceId', '=', deviceId).execute()
}

/** Inserts a batch of commands to the device. */
export async function plantBatch({ db, clock }: TestApp, { deviceId, accountId, name }: Planting): Promise<void> {
  const { organisationId, productId, kind } = await db
    .selectFrom('deviceState')
    .select(['organisationId', 'productId', 'kind'])
    .where('deviceId', '=', deviceId)
    .executeTakeFirstOrThrow()
  const { id: batchId } = await db
    .insertInto('commandBatch')
    .values({
      organisationId,
      accountId,
      deviceKind: kind,
      productId,
      kind: 'property.set',
      params: JSON.stringify({ Note: name }),
      jobId: '1',
      createdAt: new Date(clock.now()).toISOString(),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await db
    .insertInto('commandBatchDevice')
    .values({ batchId, deviceId, place: 1, commandId: null, reason: 'device.offline' })
    .execute()
}

/** Moves one device behind the other. */
export async function plantGateway(
  { db, clock }: TestApp,
  { sub, gateway }: Readonly<{ sub: string; gateway: string }>,
): Promise<void> {
  const addedAt = new Date(clock.now()).toISOString()
  for (const [id, nodeType] of [
    [sub, 'sub-device'],
    [gateway, 'gateway'],
  ] as const) {
    await db.updateTable('device').set({ nodeType }).where('id', '=', id).execute()
    await db.updateTable('deviceState').set({ nodeType }).where('deviceId', '=', id).execute()
  }
  await db.insertInto('deviceGateway').values({ deviceId: sub, gatewayId: gateway, unit: null, addedAt }).execute()
}
