import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { download, endpoints, get, live, nothing, post, type Endpoint } from '@brigade/contract/endpoint.ts'
import { Id, OptionalLine, filter } from '@brigade/contract/field.ts'
import { pageOf, searchOf } from '@brigade/contract/paging.ts'
import { sql } from 'kysely'
import { z } from 'zod'
import { within } from '../../customer/data-scope.ts'
import { listen } from '../../platform/db/listen.ts'
import type { Platform } from '../../platform/http/context.ts'
import { openFiles } from '../../platform/files/open-files.ts'
import { implement } from '../../platform/http/implement.ts'
import { httpServer } from '../../platform/http/server.ts'
import { liveHub, type LiveHub } from '../../platform/live/live-hub.ts'
import { createLog } from '../../platform/log.ts'
import { openMetrics } from '../../platform/metrics/metrics.ts'
import { authenticate } from '../../session/authenticate.ts'
import { make } from '../make.ts'
import { queuesOf } from '../live/queues-of.ts'
import { startTestApp, type TestApp } from '../start-app.ts'
import { walkMoves } from './scope-moves.ts'
import { walkStreams } from './scope-streams.ts'
import { carriers, compareReads, newWalk, walkForeign, walkOwnReads, walkerFor } from './scope-walk.ts'
import type { WalkOptions } from './scope-walk.ts'
import { plantRows, plantWorld, type Organisation } from './scope-world.ts'

/** The scope walk itself is tested: it finds each of several calls that forget the scope in different ways. */

const access = 'signed-in'
const words = (text: string) => ({ access, summary: { en: text, zh: text } }) as const
const ById = z.strictObject({ id: Id })
const Named = z.object({ id: Id, name: z.string() })

const leakyApi = endpoints('leaky', {
  list: get('/leaky/list', {
    ...words('list'),
    query: searchOf({ keyword: filter(OptionalLine(60)) }, ['name']),
    reply: pageOf(Named),
  }),
  searched: get('/leaky/searched', {
    ...words('searched'),
    query: z.strictObject({ keyword: filter(OptionalLine(60)) }),
    reply: z.array(z.string()),
  }),
  detail: get('/leaky/detail', { ...words('detail'), query: ById, reply: z.object({ name: z.string() }) }),
  idAlone: get('/leaky/id-alone', { ...words('id alone'), query: z.strictObject({}), reply: z.array(Id) }),
  total: get('/leaky/total', { ...words('total'), query: z.strictObject({}), reply: z.object({ total: z.number() }) }),
  export: download('/leaky/export', { ...words('export'), query: z.strictObject({}), mediaTypes: ['text/csv'] }),
  rename: post('/leaky/rename', {
    ...words('rename'),
    body: z.strictObject({ id: Id, name: OptionalLine(60) }),
    reply: nothing,
  }),
  removeMany: post('/leaky/remove', {
    ...words('remove'),
    body: z.strictObject({ ids: z.array(Id).min(1) }),
    reply: nothing,
  }),
  memory: live('/leaky/memory', { ...words('memory'), query: z.strictObject({}), event: z.array(Id) }),
  stream: live('/leaky/live', { ...words('stream'), query: z.strictObject({}), event: z.array(Id) }),
})
const soundApi = endpoints('sound', {
  list: get('/sound/list', {
    ...words('list'),
    query: searchOf({ keyword: filter(OptionalLine(60)) }, ['name']),
    reply: pageOf(Named),
  }),
})

let app: TestApp
let options: WalkOptions
let organisations: readonly Organisation[] = []
const stops: (() => Promise<unknown>)[] = []

/** Each of these calls returns, or changes, data outside the caller's scope; the last one is correct. */
function plantedRoutes(db: TestApp['db'], hub: LiveHub) {
  const named = (keyword = '') =>
    db.selectFrom('organisation').select(['id', 'name']).where('name', 'ilike', `%${keyword}%`).orderBy('id')
  const page = <T>(list: T[]) => ({ list, total: list.length, pageNum: 1, pageSize: 80 })
  const leakyRoutes = implement(leakyApi, {
    list: async (_ctx, { query }) => page(await named(query.keyword).execute()),
    // Correct except for searches.
    searched: async (ctx, { query }) => {
      const rows = await named(query.keyword)
        .$if(query.keyword === undefined, (all) => all.where('id', 'in', within(db, ctx.caller)))
        .execute()
      return rows.map((row) => row.name)
    },
    detail: async (_ctx, { query }) =>
      (await db.selectFrom('device').select('name').where('id', '=', query.id).executeTakeFirst()) ?? { name: '' },
    idAlone: async () => (await db.selectFrom('account').select('id').execute()).map(({ id }) => id),
    total: async () => ({ total: (await db.selectFrom('device').select('id').execute()).length }),
    export: async () => ({
      body: Buffer.from((await named().execute()).map((row) => row.name).join('\n')),
      mediaType: 'text/csv',
    }),
    rename: async (_ctx, { body }) => {
      await db.updateTable('device').set({ name: body.name }).where('id', '=', body.id).execute()
      return null
    },
    // Checks only the first id.
    removeMany: async (ctx, { body }) => {
      const own = await db
        .selectFrom('deviceState')
        .select('deviceId')
        .where('organisationId', 'in', within(db, ctx.caller))
        .execute()
      if (own.some(({ deviceId }) => deviceId === body.ids[0]))
        await sql`delete from device_event where device_id = any (${body.ids.slice(1)}::bigint[])`.execute(db)
      return null
    },
    // The owners are read only once.
    memory: async function* (ctx, { signal }) {
      const changes = hub.changes('device', signal)
      const rows = await db
        .selectFrom('deviceState')
        .select('deviceId')
        .where('organisationId', 'in', within(db, ctx.caller))
        .execute()
      const own = new Set(rows.map(({ deviceId }) => deviceId))
      yield []
      for await (const ids of changes) yield [...ids].filter((id) => own.has(id))
    },
    stream: async function* (_ctx, { signal }) {
      yield []
      for await (const ids of hub.changes('device', signal)) yield [...ids]
    },
  })
  const soundRoutes = implement(soundApi, {
    list: async (ctx, { query }) =>
      page(await named(query.keyword).where('id', 'in', within(db, ctx.caller)).execute()),
  })
  return [...leakyRoutes, ...soundRoutes]
}

before(async () => {
  app = await startTestApp({ roles: ['api'] })
  const world = await plantWorld(app)
  organisations = world.organisations
  const { db, caches, settings, clock } = app
  const log = createLog({ level: 'silent' })
  const hub = liveHub()
  const listener = listen(settings.databaseUrl ?? '', { applicationName: 'leaky', log })
  listener.subscribe('live', (payload) => {
    if (typeof payload !== 'object' || payload === null) return
    for (const [kind, ids] of Object.entries(payload)) if (Array.isArray(ids)) hub.publish(kind, ids.map(String))
  })
  const platform: Platform = {
    db,
    caches,
    clock,
    settings,
    log,
    live: hub,
    queues: queuesOf(app, hub),
    files: openFiles({ settings, log }),
    stopping: new AbortController().signal,
  }
  const server = await httpServer({
    platform,
    metrics: openMetrics(),
    routes: plantedRoutes(db, hub),
    authenticate: (token, requested) => authenticate(platform, token, requested),
    authenticateApp: async () => 'invalid',
    record: async () => undefined,
    recordApp: async () => undefined,
    rateLimits: false,
    version: '0',
    ready: async () => undefined,
    intakeStandsSince: async () => undefined,
  })
  await server.listen({ host: '127.0.0.1', port: 0 })
  const bound = server.server.address()
  const url = `http://127.0.0.1:${typeof bound === 'object' && bound !== null ? bound.port : 0}`
  const all: Endpoint[] = [...Object.values(leakyApi), ...Object.values(soundApi)]
  options = { app, url, world, endpoints: all, samples: {}, uploads: {} }
  stops.push(
    () => server.close(),
    () => listener.stop(),
    () => app.stop(),
  )
})
after(async () => {
  for (const stop of stops) await stop()
})

test('each planted leak is found and named, and a call that keeps to its scope is not', async () => {
  const walk = newWalk()
  const organisation = organisations.find(({ tag }) => tag === 'A1')
  const other = organisations.find(({ tag }) => tag === 'D2')
  assert.ok(organisation && other)
  const walker = await walkerFor(options, walk, organisation)
  await walkForeign(options, walk, walker)
  const answers = await walkOwnReads(options, walker)
  await walkStreams(options, walk, walker)
  await plantRows(app, other)
  await make.organisation(app, { parentId: other.id })
  await compareReads(walk, walker, answers)
  const foundIn = (pattern: RegExp) =>
    [
      ...new Set(
        [...walk.findings]
          .filter((finding) => pattern.test(finding))
          .map((finding) => finding.slice(0, finding.indexOf(' '))),
      ),
    ].toSorted((a, b) => (a < b ? -1 : 1))
  assert.deepEqual(foundIn(/shows/), [
    'leaky.detail',
    'leaky.export',
    'leaky.idAlone',
    'leaky.list',
    'leaky.searched',
    'leaky.stream',
  ])
  assert.deepEqual(foundIn(/a foreign row changed/), ['leaky.removeMany', 'leaky.rename'])
  assert.ok(foundIn(/changes when foreign rows do/).includes('leaky.total'))
  assert.deepEqual(foundIn(/sound/), [])
  assert.ok(walk.shownOwn.has('sound.list'))
})

test('a stream that checks only once to whom a device belongs is found when one moves away', async () => {
  const walk = newWalk()
  const organisation = organisations.find(({ tag }) => tag === 'A1')
  assert.ok(organisation)
  const walker = await walkerFor(options, walk, organisation)
  const endpoint = leakyApi.memory
  await walkStreams({ ...options, endpoints: [endpoint] }, walk, walker)
  assert.deepEqual([...walk.findings], [])
  await walkMoves({ ...options, endpoints: [endpoint] }, walk, organisation)
  const found = [...walk.findings].join('\n')
  for (const what of ['a device', 'a customer'])
    assert.ok(found.includes(`after ${what} moved away: leaky.memory as A1`), found)
  assert.ok(!found.includes('after the account'), found)
})

test('a stream that shows foreign rows is found over each of its carriers alone', async () => {
  const organisation = organisations.find(({ tag }) => tag === 'A1')
  assert.ok(organisation)
  for (const carrier of carriers) {
    const walk = newWalk()
    const walker = await walkerFor(options, walk, organisation)
    await walkStreams({ ...options, endpoints: [leakyApi.stream] }, walk, walker, [carrier])
    assert.match([...walk.findings].join('\n'), /leaky\.stream as A1 .*shows the foreign id/, carrier)
  }
})

test('a call without a derivable input, and a table without an owner, fail with what to add', async () => {
  const walk = newWalk()
  const [organisation] = organisations
  assert.ok(organisation)
  const odd = endpoints('odd', {
    call: get('/odd', {
      ...words('odd'),
      query: z.strictObject({ riddle: z.string().regex(/^§{3}$/) }),
      reply: nothing,
    }),
  })
  const walker = await walkerFor(options, walk, organisation)
  await assert.rejects(
    walkForeign({ ...options, endpoints: Object.values(odd) }, walk, walker),
    /No valid input of odd\.call follows from its schema.*riddle.*Add one to the samples/,
  )
  await sql`create table stray (id bigint primary key)`.execute(app.db)
  await assert.rejects(walker.refresh(), /Whose are the rows of "stray"\?/)
})
