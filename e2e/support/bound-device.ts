import type { TestApp } from '@brigade/server/testing/start-app.ts'

/** An app user of their own has this device from now on. Answers the user. */
export async function bindToUser({ db, clock }: Pick<TestApp, 'db' | 'clock'>, deviceId: string): Promise<string> {
  const now = new Date(clock.now()).toISOString()
  const { id: appUserId } = await db
    .insertInto('appUser')
    .values({ nickname: 'Chef Li', spelling: '', createdAt: now })
    .returning('id')
    .executeTakeFirstOrThrow()
  await db.insertInto('deviceBinding').values({ deviceId, appUserId, role: 'owner', boundAt: now }).execute()
  await db.updateTable('deviceState').set({ bound: true }).where('deviceId', '=', deviceId).execute()
  return appUserId
}
