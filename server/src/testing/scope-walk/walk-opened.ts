import { hourMs } from '@brigade/contract/time.ts'
import { createHash, randomBytes } from 'node:crypto'
import type { TestApp } from '../start-app.ts'
import type { Organisation } from './scope-world.ts'

/**
 * An organisation as seen by an account of another one that has opened its console: with its scope, and private rows of
 * neither. Each call makes another session, beside one of the opener's own.
 */
export const openedBy = (app: TestApp, opener: Organisation, opened: Organisation): Organisation => ({
  ...opened,
  account: { ...opener.account, token: '' },
  renew: async (token) => {
    const openerId = await begin(app, opener.account.id, { token: randomBytes(32).toString('base64url') })
    await begin(app, opener.account.id, { token, openedOrganisationId: opened.id, openerId })
  },
  isTrace: (table, row) =>
    (table === 'session' || table === 'operation_log' || table === 'account_habit') &&
    String(row['account_id']).endsWith(opener.account.id),
})

type Beginning = Readonly<{ token: string; openedOrganisationId?: string; openerId?: string }>

/** Returns the session's id. */
export async function begin(
  { db, clock }: TestApp,
  accountId: string,
  { token, ...opened }: Beginning,
): Promise<string> {
  const at = (hours: number) => new Date(clock.now() + hours * hourMs).toISOString()
  const { id } = await db
    .insertInto('session')
    .values({
      tokenHash: createHash('sha256').update(token).digest(),
      accountId,
      address: '127.0.0.1',
      userAgent: 'walk',
      createdAt: at(0),
      lastSeenAt: at(0),
      expiresAt: at(12),
      absoluteExpiresAt: at(720),
      revokedAt: null,
      revokedBecause: null,
      ...opened,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}
