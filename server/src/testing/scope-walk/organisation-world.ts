import type { TestApp } from '../start-app.ts'

type Planted = Readonly<{ organisationId: string; kind: string; productId: string; reason: string }>

/** Inserts an organisation's own data: its list of models, and a record of who opened its console. */
export async function plantOwn({ db, clock }: TestApp, { organisationId, kind, productId, reason }: Planted) {
  const at = (minutes: number) => new Date(clock.now() - minutes * 60_000).toISOString()
  await db.transaction().execute(async (trx) => {
    // It counts as announced: a worker that announced it now would change the data that the walk compares.
    const announced = trx.selectFrom('messageSource').where('name', '=', 'console-opening')
    await announced.select('position').forUpdate().execute()
    const { id } = await trx
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
      .returning('id')
      .executeTakeFirstOrThrow()
    await trx.updateTable('messageSource').set({ position: id }).where('name', '=', 'console-opening').execute()
  })
  if (kind !== 'distributor' && kind !== 'agent') return
  await db
    .insertInto('organisationProduct')
    .values({ organisationId, productId, sellUntil: null })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}
