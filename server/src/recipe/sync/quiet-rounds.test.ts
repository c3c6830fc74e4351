import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import { ovenRecipeLimits } from '@brigade/contract/recipe/oven.model.ts'
import { sql, type KyselyPlugin } from 'kysely'
import { openCaches } from '../../platform/caches.ts'
import { localFiles } from '../../platform/files/local-files.ts'
import { liveHub } from '../../platform/live/live-hub.ts'
import { createLog } from '../../platform/log.ts'
import { make } from '../../testing/make.ts'
import { startTestApp, type TestApp } from '../../testing/start-app.ts'
import { until } from '../../testing/until.ts'
import { ovenRecipeMoved } from './oven-notice.store.ts'
import { startSyncingOvens } from './run-sync.ts'

/** What a worker asks the database while nothing can be done. */

let app: TestApp
before(async () => {
  app = await startTestApp({ roles: ['api'] })
})
after(() => app.stop())

/** Ovens that hold all places, each with a command that nothing answers. */
async function takeAllPlaces(): Promise<void> {
  const ovens = []
  for (let n = 0; n < ovenRecipeLimits.inFlight; n += 1) ovens.push(await make.device(app))
  await sql`
    with sent as (
      insert into command (device_id, kind, identifier, params, status, created_at, deadline_at)
      select id, 'service', 'Recipe:List', '{}', 'sent', now(), now() + interval '1 hour'
      from unnest(${ovens.map(({ id }) => id)}::bigint[]) as oven (id)
      returning id, device_id
    )
    insert into recipe_oven (device_id, command_id, doing, about) select device_id, id, 'list', '1' from sent`.execute(
    app.db,
  )
}

test('while all places wait for ovens that answer nothing, a worker looks ever more rarely, and at once when somebody sends', async (context) => {
  await takeAllPlaces()
  let statements = 0
  const counting: KyselyPlugin = {
    transformQuery: ({ node }) => {
      statements += 1
      return node
    },
    transformResult: async ({ result }) => result,
  }
  const live = liveHub()
  const syncing = startSyncingOvens({
    db: app.db.withPlugin(counting),
    caches: openCaches(),
    clock: app.clock,
    settings: app.settings,
    log: createLog({ level: 'fatal' }),
    live,
    files: localFiles(`${app.settings.dataDir}/files`),
  })
  const within = async (ms: number) => {
    const before = statements
    await delay(ms)
    return statements - before
  }
  try {
    await until('the first look', () => statements > 0)
    // Looks after 0.4, 1.2, 2.8, 4.8 and 6.8 s. Every 200 ms there would be 40, each of several statements.
    const quiet = await within(8000)
    context.diagnostic(`${quiet} statements in 8 s`)
    assert.ok(quiet > 0 && quiet <= 40, String(quiet))
    const before = statements
    const startedMs = performance.now()
    live.publish(ovenRecipeMoved, ['1'])
    await until('a look', () => statements > before)
    assert.ok(performance.now() - startedMs < 1000)
  } finally {
    await syncing.stop()
  }
})
