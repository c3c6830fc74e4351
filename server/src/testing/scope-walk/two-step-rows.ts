import { randomBytes } from 'node:crypto'
import type { TestApp } from '../start-app.ts'

/**
 * Inserts two-step sign-in of an account, with a recovery code whose hash is the word, a sign-in that waits for its
 * second step, and a link mailed to its address.
 */
export async function plantTwoStep(
  { db, clock }: Pick<TestApp, 'db' | 'clock'>,
  { accountId, secret }: Readonly<{ accountId: string; secret: string }>,
): Promise<void> {
  const [now, in100Minutes] = [0, 6_000_000].map((later) => new Date(clock.now() + later).toISOString())
  await db
    .insertInto('twoStep')
    .values({ accountId, secret: randomBytes(60), lastStep: '1', enrolledAt: now ?? '' })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  await db
    .insertInto('recoveryCode')
    .values({ accountId, place: 0, codeHash: secret, usedAt: null })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  await db
    .insertInto('twoStepTicket')
    .values({
      ticketHash: randomBytes(32),
      accountId,
      method: 'password',
      browserHash: randomBytes(32),
      sessionId: null,
      passwordMark: randomBytes(32),
      secret: null,
      expiresAt: in100Minutes ?? '',
    })
    .execute()
  await db
    .insertInto('emailLink')
    .values({
      tokenHash: randomBytes(32),
      accountId,
      email: secret,
      madeAt: now ?? '',
      expiresAt: in100Minutes ?? '',
    })
    .execute()
}
