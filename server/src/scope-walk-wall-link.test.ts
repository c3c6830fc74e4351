// @alone: leaves much memory behind.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { sql } from 'kysely'
import { allEndpoints } from '@brigade/contract/catalogue.ts'
import { workStateNumberOf } from '@brigade/contract/device/device.rules.ts'
import type { Endpoint } from '@brigade/contract/endpoint.ts'
import { wallApi } from '@brigade/contract/statistics/wall/wall.endpoints.ts'
import type { WallNews } from '@brigade/contract/statistics/wall/wall.model.ts'
import { z } from 'zod'
import { make } from './testing/make.ts'
import { readOwnedRows } from './testing/scope-walk/owned-rows.ts'
import { basesOf, foreignAttempts, ownAttempts } from './testing/scope-walk/scope-calls.ts'
import { walkStreams } from './testing/scope-walk/scope-streams.ts'
import {
  compareReads,
  eachOf,
  nameOf,
  newWalk,
  walkerFor,
  walkForeign,
  walkOwnReads,
  type WalkOptions,
} from './testing/scope-walk/scope-walk.ts'
import { plantRows, plantWorld, type Organisation } from './testing/scope-walk/scope-world.ts'
import { samples, uploads } from './testing/scope-walk/walked-calls.ts'
import { startTestApp, type TestApp } from './testing/start-app.ts'
import { watchLive } from './testing/watch-live.ts'

const cooking = workStateNumberOf('cooking')
const wanted = process.env['TEST_ONLY_DOMAINS']?.split(',')
const walked = allEndpoints.filter(({ domain }) => wanted === undefined || wanted.includes(domain))
const isOpen = ({ openToLinks }: Endpoint) => openToLinks === true

let app: TestApp
let options: WalkOptions
let organisations: readonly Organisation[] = []
before(async () => {
  app = await startTestApp({ roles: ['api'] })
  const world = await plantWorld(app)
  organisations = world.organisations
  options = { app, url: app.url, world, endpoints: walked.filter(isOpen), samples, uploads }
})
after(() => app.stop())

const byTag = (tag: string): Organisation =>
  organisations.find((organisation) => organisation.tag === tag) ?? assert.fail(tag)

async function linkTo({ id }: Organisation): Promise<string> {
  const { token } = byTag('P').account
  const draft = { organisationId: id, name: 'Lobby', locale: 'en' } as const
  const { status, envelope } = await app.ask(wallApi.saveLink, draft, { token })
  assert.equal(status, 200)
  return envelope.data.tokenSecret ?? assert.fail('a link has a token')
}

/** The holder of a wall link: it owns no rows of an account, and nobody signs in again. */
async function holderOf(organisation: Organisation): Promise<Organisation> {
  return {
    ...organisation,
    account: { ...organisation.account, id: '0', token: await linkTo(organisation) },
    renew: () => Promise.reject(new Error('A link is valid until it is revoked')),
  }
}

test('a wall link shows the figures of its organisation with those below it, and nothing of another', async () => {
  if (options.endpoints.length === 0) return
  const walk = newWalk()
  const walker = await walkerFor(options, walk, await holderOf(byTag('D1')))
  await walkForeign(options, walk, walker)
  const reads = await walkOwnReads(options, walker)
  await walkStreams(options, walk, walker)
  const beside = byTag('D2')
  await plantRows(app, beside)
  await make.organisation(app, { parentId: beside.id, name: 'New beside it' })
  await compareReads(walk, walker, reads)
  assert.deepEqual([...walk.findings], [])
  assert(reads.length >= 6, 'the calls were answered')
  // An organisation below contributes to the figures, and has no wall of its own here.
  for (const { id } of ['A1', 'C1', 'D2', 'P'].map(byTag)) {
    const { status } = await walker.call(wallApi.page, { organisation: id })
    assert.equal(status, 404)
  }
})

const Refusal = z.object({ code: z.number() })

test('every other call, with any parameters, refuses a wall link with code 102 and changes nothing', async () => {
  const walk = newWalk()
  const walker = await walkerFor(options, walk, await holderOf(byTag('D1')))
  const others = walked.filter((endpoint) => !isOpen(endpoint) && endpoint.access !== 'public')
  const wrong = new Set<string>()
  const rows = async () => new Set((await readOwnedRows(app.db)).map((row) => `${row.table} ${row.text}`))
  const atFirst = await rows()
  for (const endpoint of others) {
    const inputs = basesOf(endpoint, samples).flatMap((base) => [
      base.input,
      ...[...foreignAttempts(endpoint, base, walker.ids(), options.world).take(2)].map(({ input }) => input),
      ...[...ownAttempts(endpoint, base, walker.ids()).take(2)].map(({ input }) => input),
    ])
    await eachOf(inputs, async (input) => {
      const { status, text } = await walker.call(endpoint, input)
      const { code } = Refusal.safeParse(parsed(text)).data ?? { code: 0 }
      if (status !== 403 || code !== 102) wrong.add(`${nameOf(endpoint)}: ${status} ${code}`)
    })
  }
  assert.deepEqual([...wrong], [])
  assert.deepEqual([...walk.findings], [])
  const changed = [...atFirst.symmetricDifference(await rows())].filter((line) => !line.startsWith('wall_link '))
  assert.deepEqual(changed, [])
})

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

test('the figures of the organisations below, and those of its own, add up to those that a link shows', async () => {
  if (wanted !== undefined && !wanted.includes('wall')) return
  // Some are online and cooking, in different places.
  await sql`update device_state set online = true, online_changed_at = now(), area = case when device_id % 2 = 0 then 330106 end,
    work_state = case when kind = 'oven' then ${cooking}::smallint end where installed and device_id % 3 <> 0`.execute(
    app.db,
  )
  const shown = new Map<string, Sums>()
  for (const organisation of organisations) shown.set(organisation.id, sumsOf(await pictureOf(organisation)))
  const parents = await app.db.selectFrom('organisation').select(['id', 'parentId']).execute()
  // Organisations that were added later have no account here; their figures are part of those above them.
  const known = new Set(organisations.map(({ id }) => id))
  const extra = new Map<string, Sums>()
  for (const { id } of parents.filter((one) => !known.has(one.id))) extra.set(id, await ownSums(id))
  for (const { id, tag } of organisations) {
    const below = parents
      .filter(({ parentId }) => parentId === id)
      .map((child) => shown.get(child.id) ?? extra.get(child.id) ?? none)
    const expected = [await ownSums(id), ...below].reduce(added, none)
    assert.deepEqual(shown.get(id), expected, tag)
  }
  assert((shown.get(byTag('P').id)?.online ?? 0) > 3)
})

type Sums = Readonly<Record<'installed' | 'online' | 'cooking' | 'placed' | 'openFaults' | 'excursions', number>>
const none: Sums = { installed: 0, online: 0, cooking: 0, placed: 0, openFaults: 0, excursions: 0 }
const added = (one: Sums, other: Sums): Sums => ({
  installed: one.installed + other.installed,
  online: one.online + other.online,
  cooking: one.cooking + other.cooking,
  placed: one.placed + other.placed,
  openFaults: one.openFaults + other.openFaults,
  excursions: one.excursions + other.excursions,
})

async function pictureOf(organisation: Organisation): Promise<WallNews['parts']> {
  const stream = await watchLive(app.url, wallApi.live, {}, await linkTo(organisation))
  const whole = await stream.next()
  await stream.leave()
  return whole?.parts ?? assert.fail('the stream ended')
}

function sumsOf({ devices, cooking, places, faults, excursions }: WallNews['parts']): Sums {
  const placed = places?.provinces.reduce((sum, { devices: here }) => sum + here, 0) ?? 0
  return {
    installed: devices?.installed ?? 0,
    online: devices?.online ?? 0,
    cooking: cooking?.cooking ?? 0,
    placed: placed + (places?.abroad ?? 0) + (places?.notGiven ?? 0),
    openFaults: faults?.open ?? 0,
    excursions: excursions?.open ?? 0,
  }
}

/** Counted from the rows of one organisation alone. */
async function ownSums(id: string): Promise<Sums> {
  const { rows } = await sql<Sums>`
    select count(*)::int as installed, count(*) filter (where online)::int as online,
      count(*) filter (where online and kind = 'oven' and work_state = ${cooking})::int as cooking, count(*)::int as placed,
      (select count(*)::int from fault_open f where f.organisation_id = ${id}::bigint and f.type = 'fault') as open_faults,
      (select count(*)::int from fault_open f where f.organisation_id = ${id}::bigint
        and f.alert_type = 'excursion' and f.condition = 'active') as excursions
    from device_state s where s.installed and s.organisation_id = ${id}::bigint`.execute(app.db)
  return rows[0] ?? none
}
