import { hourMs } from '@brigade/contract/time.ts'
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { make } from '@brigade/server/testing/make.ts'
import { testClock } from '@brigade/server/testing/start-app.ts'
import { triesUnder } from '@brigade/server/testing/tries-under.ts'
import { until } from '@brigade/server/testing/until.ts'
import { keepReporting, type Reporter } from './support/reporter.ts'
import { keepSaving, type Saver } from './support/saver.ts'
import { startWholeProgram, type Part, type WholeProgram } from './support/whole-program.ts'

/**
 * SIGKILL in the middle of reports and form saves loses nothing that was acknowledged, and the system serves again by
 * itself within 10 s, or one and a half times the time of its first start.
 */

const maxSeconds = 10
/** The first start shows how busy the machine is; the load may differ at each kill. */
const maxStarts = 1.5
let firstStartMs = 0
const maxMs = () => Math.max(maxSeconds * 1000, maxStarts * firstStartMs)
let program: WholeProgram
let devices: { id: string; reporter: Reporter }[] = []
let token = ''
let savers: readonly Saver[] = []
const startSaving = () => {
  savers = [...savers, keepSaving(program.url, token, `Saved ${savers.length}:`)]
}

before(async () => {
  const startedAt = performance.now()
  program = await startWholeProgram()
  firstStartMs = performance.now() - startedAt
  const database = await program.openDatabase()
  try {
    const app = { db: database.db, clock: testClock(), settings: program.settings, madeProducts: new Map() }
    for (const sn of ['KILL0001', 'KILL0002', 'KILL0003']) {
      const { id, productKey, secret } = await make.device(app, { sn })
      const triple = { productKey, deviceName: sn, deviceSecret: secret }
      devices = [...devices, { id, reporter: keepReporting(program.mqttPort, triple, Date.now() - hourMs) }]
    }
    token = (await make.account(app, { role: 'administrator' })).token
  } finally {
    await database.close()
  }
  startSaving()
  await served()
})

after(async () => {
  await Promise.all(savers.map((saver) => saver.stop()))
  await Promise.all(devices.map(({ reporter }) => reporter.stop()))
  await program.stop()
})

/** The API answers from the database, a form has been saved, and every device has had reports acknowledged since now. */
async function served() {
  const saves = savers.at(-1)?.acknowledged.length ?? 0
  const before = devices.map(({ reporter }) => reporter.acknowledged.size)
  await Promise.all([
    until(
      'the API is ready',
      async () =>
        (await fetch(`${program.url}/readyz`, { signal: AbortSignal.timeout(1000) }).catch(() => undefined))?.ok,
      30_000,
    ),
    until('a form is saved', () => (savers.at(-1)?.acknowledged.length ?? 0) > saves + 2, 30_000),
    until(
      'reports are acknowledged',
      () => devices.every(({ reporter }, index) => reporter.acknowledged.size > (before[index] ?? 0)),
      30_000,
    ),
  ])
}

async function assertNothingLost() {
  const database = await program.openDatabase()
  try {
    for (const { id, reporter } of devices) {
      // Only reports acknowledged up to this point are checked; later ones may not be stored yet.
      const acknowledged = [...reporter.acknowledged]
      assert.ok(acknowledged.length > 100, `only ${acknowledged.length} reports were acknowledged`)
      const rows = await database.db
        .selectFrom('deviceHistory')
        .select('reportedAt')
        .where('deviceId', '=', id)
        .execute()
      const there = new Set(rows.map((row) => Date.parse(row.reportedAt)))
      assert.deepEqual(
        acknowledged.filter((time) => !there.has(time)),
        [],
        'acknowledged reports are missing',
      )
      assert.equal(there.size, rows.length, 'a report has two rows')
    }
    const acknowledged = savers.flatMap((saver) => saver.acknowledged)
    const names = await database.db.selectFrom('organisation').select('name').where('name', 'like', 'Saved %').execute()
    const counts = Map.groupBy(names, ({ name }) => name)
    assert.ok(acknowledged.length > 5, `only ${acknowledged.length} saves were acknowledged`)
    assert.deepEqual(
      acknowledged.filter((name) => counts.get(name)?.length !== 1),
      [],
      'acknowledged saves are missing, or there twice',
    )
  } finally {
    await database.close()
  }
}

const cases: readonly (readonly Part[])[] = [
  ['api'],
  ['connector'],
  ['database'],
  ['api', 'connector', 'worker', 'database'],
]
for (const parts of cases) {
  test(`SIGKILL of ${parts.join(', ')}: nothing acknowledged is lost and it serves again within ${maxSeconds} s, or ${maxStarts} times as long as the first start took`, async (context) => {
    const tookMs = await triesUnder(maxMs(), async () => {
      program.kill(parts)
      const killedAt = performance.now()
      await served()
      const servedMs = performance.now() - killedAt
      await assertNothingLost()
      return servedMs
    })
    const durations = tookMs.map((each) => (each / 1000).toFixed(1)).join(', ')
    const started = `the first start took ${(firstStartMs / 1000).toFixed(1)} s`
    context.diagnostic(`served again after ${durations} s; ${started}`)
    assert.ok(Math.min(...tookMs) < maxMs(), `served again only after ${durations} s; ${started}`)
  })
}

test('SIGKILL of everything, the supervisor too: after the next start nothing acknowledged is missing', async () => {
  await program.killAll()
  program = await program.startAgain()
  for (const { reporter } of devices) reporter.moveTo(program.mqttPort)
  await savers.at(-1)?.stop()
  startSaving()
  await served()
  await assertNothingLost()
})
