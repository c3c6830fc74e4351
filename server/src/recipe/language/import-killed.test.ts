import assert from 'node:assert/strict'
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { after, before, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { recipeLanguageApi } from '@brigade/contract/recipe/language.endpoints.ts'
import { TextsImported } from '@brigade/contract/recipe/language.model.ts'
import { sql } from 'kysely'
import { z } from 'zod'
import { makeKitchen, textsOf, type Kitchen } from '../../testing/recipe/make-recipe.ts'
import { startTestApp, type TestApp } from '../../testing/start-app.ts'
import { until } from '../../testing/until.ts'
import { insertRecipe } from '../content/draft.store.ts'

/** No worker here: the test brings its own, in processes that it kills. */
let app: TestApp
let kitchen: Kitchen
before(async () => {
  app = await startTestApp({ roles: ['api'] })
  kitchen = await makeKitchen(app)
})
after(() => app.stop())

async function startWorker() {
  const script = fileURLToPath(new URL('../../testing/worker-process.ts', import.meta.url))
  const { databaseUrl: DATABASE_URL, dataDir: DATA_DIR } = app.settings
  const worker = fork(script, [], { env: { ...process.env, DATABASE_URL, DATA_DIR, DEMO: 'off', WORKS: 'all' } })
  await once(worker, 'message')
  return {
    kill: async () => {
      const gone = once(worker, 'exit')
      worker.kill('SIGKILL')
      await gone
    },
  }
}

const jobOf = (id: string) => app.db.selectFrom('job').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
const german = async () => {
  const { rows } = await sql<{ code: string; name: string; description: string; stage: string }>`
    select r.code, t.name, t.description, coalesce(t.stages ->> '1', '') as stage
    from recipe_text t join recipe r on r.id = t.recipe_id where t.language = 'de' order by r.code`.execute(app.db)
  return rows
}

test('an import of texts whose worker is killed goes on with another, without a text missing or written twice', async () => {
  const { organisationId } = await app.db
    .selectFrom('recipeCategory')
    .select('organisationId')
    .executeTakeFirstOrThrow()
  const {
    publish: _publish,
    note: _note,
    categoryId,
    ...content
  } = kitchen.draft({
    texts: { zh: textsOf('脆皮烤鸭', '皮脆肉嫩', { 1: '低湿风干' }) },
    languages: ['zh'],
  })
  const codes: string[] = []
  for (let n = 0; n < 800; n += 1) {
    const made = { content, categoryId, organisationId, creatorId: null }
    codes.push((await insertRecipe(app.db, made, app.clock.now())).code)
  }
  const rows = codes.flatMap((code) => [
    `${code}.name,Ente ${code}`,
    `${code}.description,Zart ${code}`,
    `${code}.stages.1,Trocknen ${code}`,
  ])
  const form = new FormData()
  form.append('dryRun', 'false')
  form.append('file', new Blob([['Key,German', ...rows].join('\r\n')]), 'texts.csv')
  const response = await fetch(app.url + recipeLanguageApi.importTexts.path, {
    method: 'POST',
    headers: { authorization: kitchen.token, 'accept-language': 'en' },
    body: form,
  })
  const { jobId } = z.object({ data: TextsImported }).parse(await response.json()).data
  const id = jobId ?? assert.fail()
  const first = await startWorker()
  await until('the first rows to be in', async () => (await jobOf(id)).done > 0, 60_000)
  await first.kill()
  const { done } = await jobOf(id)
  assert.ok(done < rows.length, `${done} rows were in when it was killed`)
  const texts = (await german()).flatMap(({ name, description, stage }) => [name, description, stage]).filter(Boolean)
  assert.equal(texts.length, done, 'texts and progress were committed together')
  await sql`update job set lease_until = clock_timestamp() - interval '1 s' where id = ${id} and status = 'running'`.execute(
    app.db,
  )
  const next = await startWorker()
  const job = await until(
    'the job to end',
    async () => {
      const now = await jobOf(id)
      return now.status === 'succeeded' || now.status === 'failed' ? now : undefined
    },
    60_000,
  )
  await next.kill()
  assert.deepEqual(
    [job.status, job.done, job.failed, job.interruptions, job.counts],
    ['succeeded', rows.length, 0, 1, { added: rows.length, updated: 0 }],
  )
  assert.deepEqual(
    await german(),
    codes
      .toSorted()
      .map((code) => ({ code, name: `Ente ${code}`, description: `Zart ${code}`, stage: `Trocknen ${code}` })),
  )
})
