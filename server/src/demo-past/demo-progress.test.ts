import assert from 'node:assert/strict'
import { test } from 'node:test'
import { demoApi } from '@brigade/contract/system/demo/demo.endpoints.ts'
import { sql } from 'kysely'
import { make } from '../testing/make.ts'
import { startTestApp } from '../testing/start-app.ts'
import { listWaiting, makePartitions, noteFailure } from './demo-past.store.ts'
import { maxFailures } from '../system/demo/past-progress.store.ts'
import { writeNext } from './write-past.ts'

test('while the past of the demo is being written the console says of how many devices; one that is left out keeps nobody waiting', async () => {
  const app = await startTestApp({ roles: ['api'], settings: { DEMO: 'on', OVENS: '2', COOLERS: '1', DEMO_DAYS: '2' } })
  try {
    const { token } = await make.account(app, { role: 'administrator' })
    const past = async () => (await app.ask(demoApi.state, {}, { token })).envelope.data.past
    const begun = await past()
    assert(begun.left >= 3 && begun.written === 0, JSON.stringify(begun))
    const waiting = await listWaiting(app.db)
    assert(waiting !== undefined)
    await makePartitions(app.db, waiting)
    const going = { ...app, stopping: new AbortController().signal }
    await writeNext(going)
    assert.deepEqual(await past(), { written: 1, left: begun.left - 1 })
    const { rows } = await sql<{ id: string }>`
      select device_id::text as id from demo_past where written_at is null order by device_id limit 1`.execute(app.db)
    for (let times = 0; times < maxFailures; times += 1) await noteFailure(app.db, rows[0]?.id ?? '')
    assert.deepEqual(await past(), { written: 1, left: begun.left - 2 })
    while ((await writeNext(going)) !== undefined);
    assert.deepEqual(await past(), { written: begun.left - 1, left: 0 })
  } finally {
    await app.stop()
  }
})
