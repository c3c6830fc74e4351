import { minuteMs } from '@brigade/contract/time.ts'
import type { TestApp } from '../start-app.ts'

type Planted = Readonly<{ organisationId: string; kind: string; productId: string; reason: string }>

/** Inserts an organisation's own data: its list of models, and a record of who opened its console. */
export async function plantOwn({ db, clock }: TestApp, { organisationId, kind, productId, reason }: Planted) {
  const at = (minutes: number) => new Date(clock.now() - minutes * minuteMs).toISOString()
  await db
    .insertInto('consoleOpening')
    .values({
      organisationId,
      accountId: null,
      fromOrganisationId: null,
      sessionId: null,
      reason,
      openedAt: at(90),
      until: at(30),
      leftAt: at(60),
    })
    .execute()
  if (kind !== 'distributor' && kind !== 'agent') return
  await db
    .insertInto('organisationProduct')
    .values({ organisationId, productId, sellUntil: null })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}
