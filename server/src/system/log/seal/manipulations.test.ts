// @both-databases: each manipulation is SQL, and so is the check.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { sql } from 'kysely'
import { customerApi } from '@brigade/contract/customer/customer.endpoints.ts'
import { dayMs } from '@brigade/contract/time.ts'
import { createLog } from '../../../platform/log.ts'
import type { Db } from '../../../platform/db/database.ts'
import { manipulations } from '../../../testing/log/manipulations.ts'
import { make } from '../../../testing/make.ts'
import { startTestApp, type TestApp } from '../../../testing/start-app.ts'
import { checkLog } from './check-log.ts'
import { writeCheckpoint } from './checkpoints.ts'
import { nights } from './choose-parts.ts'
import { sealFresh, sweep } from './seal-log.ts'

let app: TestApp
let last = 0
before(async () => {
  app = await startTestApp({ roles: ['api'] })
  const { token } = await make.account(app, { role: 'administrator' })
  const dealer = await make.organisation(app, { kind: 'distributor' })
  const customer = await make.organisation(app, { parentId: dealer.id })
  await sweep(app.db, { call: -1000, none: -1000 })
  const own = { ...app, log: createLog({ level: 'silent' }) }
  for (const part of [1, 2, 3]) {
    for (const enabled of [false, true]) {
      const body = { ids: [customer.id], enabled, reason: enabled ? '' : `Reason ${part}` }
      assert.equal((await app.ask(customerApi.setEnabled, body, { token })).status, 200)
    }
    await sealFresh(app.db, app.clock.now())
    assert.ok(await writeCheckpoint(own))
  }
  last = Number((await app.db.selectFrom('chainHead').select('n').executeTakeFirstOrThrow()).n)
  assert.ok(last >= 6)
  assert.equal((await checkLog({ ...app, isKept: true })).outcome, 'held-in-itself')
})
after(() => app.stop())

/** Manipulates the log, runs the check, and undoes the manipulation. */
async function tampering<T>(statement: string, look: (db: Db) => Promise<T>): Promise<T> {
  const undone = new Error('undone')
  const found: T[] = []
  await app.db
    .transaction()
    .execute(async (trx) => {
      await sql.raw(statement).execute(trx)
      found.push(await look(trx))
      throw undone
    })
    .catch((error: unknown) => {
      if (error !== undone) throw error
    })
  const [result] = found
  if (result === undefined) throw new Error('Nothing was found')
  return result
}

const outcomeOf = async (db: Db) => (await checkLog({ ...app, db })).outcome
/** The night in which it is noticed. */
async function nightOf(db: Db): Promise<number> {
  for (let night = 1; night <= nights; night += 1) {
    const clock = { now: () => app.clock.now() + night * dayMs }
    if ((await checkLog({ ...app, db, clock, parts: 'tonight', isKept: true })).outcome === 'broken') return night
  }
  return Number.POSITIVE_INFINITY
}

test('each change, removal, insertion, swap and move by SQL is noticed at once on demand, and within 28 nights by itself', async () => {
  const asks = Object.entries(manipulations(last - 3, last))
  assert.ok(asks.length > 70)
  const nothing = 'select 1'
  assert.equal(await tampering(nothing, outcomeOf), 'held-in-itself')
  assert.equal(await tampering(nothing, nightOf), Number.POSITIVE_INFINITY)
  const unnoticed: string[] = []
  for (const [name, statement] of asks) {
    if ((await tampering(statement, outcomeOf)) !== 'broken') unnoticed.push(`${name}: on demand`)
    if ((await tampering(statement, nightOf)) > nights) unnoticed.push(`${name}: by night`)
  }
  assert.deepEqual(unnoticed, [])
  assert.equal(await outcomeOf(app.db), 'held-in-itself')
})
