import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { allEndpoints } from '@brigade/contract/catalogue.ts'
import { mayHold, operationCodes } from '@brigade/contract/system/operation-codes.ts'
import { sql } from 'kysely'
import { make } from '../../testing/make.ts'
import { basesOf, ownAttempts } from '../../testing/scope-walk/scope-calls.ts'
import { eachOf, nameOf, newWalk, walkerFor, type WalkOptions } from '../../testing/scope-walk/scope-walk.ts'
import { plantWorld, type Organisation } from '../../testing/scope-walk/scope-world.ts'
import { samples, uploads } from '../../testing/scope-walk/walked-calls.ts'
import { startTestApp, type TestApp } from '../../testing/start-app.ts'

/**
 * The rule of administration.md, Access: no call lets anybody gain, for themselves or another, a code or scope that the
 * caller lacks. Accounts with random roles make every call of the catalogue on data they see; after each, nobody can do
 * anything new that the caller could not do before.
 */

let app: TestApp
let options: WalkOptions
before(async () => {
  app = await startTestApp({ roles: ['api'] })
  const world = await plantWorld(app)
  options = { app, url: app.url, world, endpoints: allEndpoints, samples, uploads }
})
after(() => app.stop())

/** The same seed gives the same numbers. */
function randomOf(seed: number): () => number {
  let state = seed
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    return state / 2_147_483_648
  }
}

type Held = Readonly<{ organisationId: string; codes: ReadonlySet<string> }>

/**
 * The organisation of each account, and the codes that it can use now: neither the account, its role, the row nor a row
 * above is disabled.
 */
async function holdings(): Promise<ReadonlyMap<string, Held>> {
  const { rows } = await sql<{ id: string; organisationId: string; kind: Organisation['kind']; codes: string[] }>`
    with recursive open as (
      select id, operation_code from menu where parent_id is null and enabled
      union all
      select m.id, m.operation_code from menu m join open on open.id = m.parent_id where m.enabled
    )
    select a.id, a.organisation_id, o.kind, array(
      select distinct m.operation_code from open m where m.operation_code is not null and a.enabled and r.enabled
        and (r.key = 'administrator' or exists (select from role_menu rm where rm.role_id = r.id and rm.menu_id = m.id))
    ) as codes
    from account a join organisation o on o.id = a.organisation_id left join role r on r.id = a.role_id`.execute(app.db)
  return new Map(
    rows.map(({ id, organisationId, kind, codes }) => [
      id,
      { organisationId, codes: new Set(codes.filter((code) => mayHold(kind, code))) },
    ]),
  )
}

async function seenBy(organisationId: string): Promise<ReadonlySet<string>> {
  const rows = await app.db
    .selectFrom('organisationTree')
    .select('descendantId')
    .where('ancestorId', '=', organisationId)
    .execute()
  return new Set(rows.map(({ descendantId }) => descendantId))
}
const organisationsThere = async () =>
  new Set((await app.db.selectFrom('organisation').select('id').execute()).map(({ id }) => id))

const maxAttempts = 5
/** A call whose code the caller lacks is refused before it reads its input. */
const attemptsWithoutCode = 1

/** TEST_ONLY_DOMAINS limits the walk to the calls of these domains. */
const wanted = process.env['TEST_ONLY_DOMAINS']?.split(',')
const ofStaff = allEndpoints.filter(
  ({ access, reply, domain }) =>
    access !== 'public' &&
    access !== 'app' &&
    reply.kind !== 'live' &&
    (wanted === undefined || wanted.includes(domain)),
)

/** Makes every read of the catalogue once with what the caller sees. Some reads write too: they show a contact, or give a code. */
async function readAll(walker: Awaited<ReturnType<typeof walkerFor>>): Promise<void> {
  await eachOf(
    ofStaff.filter(({ method }) => method === 'GET'),
    async (endpoint) => {
      for (const base of basesOf(endpoint, samples))
        for (const { input } of ownAttempts(endpoint, base, walker.ids()).take(1))
          await (await walker.open(endpoint, input, AbortSignal.timeout(20_000))).arrayBuffer()
    },
  )
}

async function walkAs(organisation: Organisation, seed: number): Promise<string[]> {
  const random = randomOf(seed)
  const codes = [...operationCodes.keys()].filter((code) => mayHold(organisation.kind, code) && random() < 0.6)
  const account = await make.account(app, { operationCodes: codes, organisationId: organisation.id })
  const walker = await walkerFor(options, newWalk(), { ...organisation, account })
  const gains: string[] = []
  let calls = 0
  let held = await holdings()
  const sight = await seenBy(organisation.id)
  await readAll(walker)
  for (const [id, { codes: now }] of await holdings())
    if (now.difference(held.get(id)?.codes ?? new Set()).size > 0) gains.push(`a read: account ${id} gained`)
  if ((await seenBy(organisation.id)).difference(sight).size > 0) gains.push('a read: the caller sees more')
  for (const endpoint of ofStaff.filter(({ method }) => method === 'POST')) {
    const [seen, there] = [await seenBy(organisation.id), await organisationsThere()]
    const own = held.get(account.id)?.codes ?? new Set()
    const most = endpoint.access.includes(':') && !own.has(endpoint.access) ? attemptsWithoutCode : maxAttempts
    for (const base of basesOf(endpoint, samples))
      for (const { input } of ownAttempts(endpoint, base, walker.ids()).take(most)) {
        // The content of an answer is checked by the scope walk.
        await (await walker.open(endpoint, input, AbortSignal.timeout(20_000))).arrayBuffer()
        calls += 1
      }
    const holding = await holdings()
    for (const [id, now] of holding) {
      const before = held.get(id)
      const gained = [...now.codes].filter((code) => before?.codes.has(code) !== true && !own.has(code))
      if (gained.length > 0) gains.push(`${nameOf(endpoint)}: account ${id} gained ${gained.join(', ')}`)
      if (id === account.id && now.codes.difference(own).size > 0) gains.push(`${nameOf(endpoint)}: the caller gained`)
      if (
        before?.organisationId !== now.organisationId &&
        !seen.has(now.organisationId) &&
        there.has(now.organisationId)
      )
        gains.push(`${nameOf(endpoint)}: account ${id} came to ${now.organisationId}`)
    }
    held = holding
    for (const id of await seenBy(organisation.id))
      if (there.has(id) && !seen.has(id)) gains.push(`${nameOf(endpoint)}: the caller sees ${id} now`)
  }
  assert.ok(calls > 100 || wanted !== undefined, `${calls} calls`)
  return gains
}

for (const [seed, tag] of ['P', 'D1', 'A1', 'C1'].entries())
  test(`no account gains codes or scope by any call of a random role: ${tag}`, async () => {
    const organisation = options.world.organisations.find((each) => each.tag === tag)
    assert.ok(organisation)
    assert.deepEqual(await walkAs(organisation, seed + 7), [])
  })
