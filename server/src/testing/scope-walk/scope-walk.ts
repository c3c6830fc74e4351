import { randomBytes } from 'node:crypto'
import type { Endpoint } from '@brigade/contract/endpoint.ts'
import { liveSocketLimits } from '@brigade/contract/live-socket.ts'
import { mayHold } from '@brigade/contract/system/operation-codes.ts'
import { sql } from 'kysely'
import { addressOf, type TestApp } from '../start-app.ts'
import { idsIn, readOwnedRows, type OwnedRow, type Owner } from './owned-rows.ts'
import { callOverSocket, watchSocket, type LiveSocket } from '../live/watch-socket.ts'
import { readableText } from './readable-text.ts'
import { basesOf, foreignAttempts, idsFor, isForeign, ownAttempts, viewerOf } from './scope-calls.ts'
import type { Attempt, Ids, Samples, Viewer } from './scope-calls.ts'
import { privateTag, tagsIn, type World } from './scope-world.ts'
import { begin } from './walk-opened.ts'

/**
 * The content of uploads, by `domain.name`; `names` are of organisations that the caller must not reach, in lower case.
 */
export type Uploads = Readonly<Record<string, (names: readonly string[]) => Promise<{ name: string; bytes: Buffer }>>>

export type WalkOptions = Readonly<{
  app: TestApp
  /** The server's URL. */
  url: string
  world: World
  endpoints: readonly Endpoint[]
  samples: Samples
  uploads: Uploads
}>

export type Reply = Readonly<{ status: number; text: string }>
/** The findings, and the extent of the walk. */
export type Walk = {
  findings: Set<string>
  calls: number
  /** Calls whose replies have contained a row of the caller's own. */
  shownOwn: Set<string>
  /** Writes that passed the check of ownership. */
  doneOwn: Set<string>
}

export const nameOf = ({ domain, name }: Endpoint) => `${domain}.${name}`
export const newWalk = (): Walk => ({ findings: new Set(), calls: 0, shownOwn: new Set(), doneOwn: new Set() })

const requested = (input: unknown) => JSON.stringify(input).slice(0, 300)

/** The two ways to receive the events of a live call. */
export const carriers = ['events', 'socket'] as const
export type Carrier = (typeof carriers)[number]

export type Walker = Readonly<{
  viewer: Viewer
  ids: () => Ids
  /** Reads the existing rows again. */
  refresh: () => Promise<void>
  call: (endpoint: Endpoint, input: unknown) => Promise<Reply>
  /** Opens a live call, over HTTP or over a WebSocket that others share. */
  open: (endpoint: Endpoint, input: unknown, signal: AbortSignal, carrier?: Carrier) => Promise<Response>
  /** Records foreign data in a reply, and whether it shows data of the caller's. */
  inspect: (endpoint: Endpoint, input: unknown, text: string) => Promise<void>
}>

export async function walkerFor(
  options: WalkOptions,
  walk: Walk,
  organisation: World['organisations'][number],
): Promise<Walker> {
  const { app, world } = options
  const viewer = await viewerOf(app.db, organisation)
  let token = organisation.account.token
  let ids = await idsFor(app.db, viewer, world)
  let ownerOfId = new Map<string, Owner>()
  /** Ids of rows without an owner, such as products: ids are unique, so these are not searched for again. */
  const everybodys = new Set<string>()
  const ownerOfTag = new Map<string, Owner>(
    world.organisations.flatMap(({ tag, id, account, colleague }): [string, Owner][] => [
      [tag, { organisationId: id }],
      [privateTag(tag, 1), { organisationId: id, accountId: account.id }],
      [privateTag(tag, 2), { organisationId: id, accountId: colleague.id }],
    ]),
  )

  async function refresh() {
    await refreshRows(app, viewer)
    ids = await idsFor(app.db, viewer, world)
    ownerOfId = new Map(
      (await readOwnedRows(app.db)).flatMap(({ row, owner }) =>
        numbersOf(row).map((number): [string, Owner] => [number, owner]),
      ),
    )
  }
  await refresh()

  const over = sendingOf(options, viewer)
  async function send(endpoint: Endpoint, input: unknown, signal: AbortSignal, carrier?: Carrier): Promise<Response> {
    const response = await over(token, { endpoint, input, signal, carrier })
    walk.calls += 1
    if (response.status !== 401) return response
    // An earlier call signed it out, so it signs in again.
    const next = randomBytes(32).toString('base64url')
    await (organisation.renew?.(next) ?? begin(app, organisation.account.id, { token: next }))
    const isOwnDoing = token !== next
    token = next
    return isOwnDoing && endpoint.access !== 'public' ? send(endpoint, input, signal, carrier) : response
  }

  async function inspect(endpoint: Endpoint, input: unknown, text: string) {
    const called = `${nameOf(endpoint)} as ${organisation.tag}`
    for (const tag of tagsIn(text)) {
      const owner = ownerOfTag.get(tag)
      if (owner === undefined || isForeign(viewer, owner))
        walk.findings.add(`${called} with ${requested(input)}: shows a row of ${tag}`)
      else walk.shownOwn.add(nameOf(endpoint))
    }
    const shown = idsIn(text)
    if (shown.some((id) => !ownerOfId.has(id) && !everybodys.has(id))) await refresh()
    for (const id of shown) {
      const owner = ownerOfId.get(id)
      if (owner === undefined) {
        everybodys.add(id)
        continue
      }
      if (isForeign(viewer, owner)) walk.findings.add(`${called} with ${requested(input)}: shows the foreign id ${id}`)
      else walk.shownOwn.add(nameOf(endpoint))
    }
  }

  return {
    viewer,
    ids: () => ids,
    refresh,
    open: send,
    call: async (endpoint, input) => {
      const response = await send(endpoint, input, AbortSignal.timeout(20_000))
      const text = readableText(Buffer.from(await response.arrayBuffer()))
      if (response.status >= 500 && response.status !== 503)
        walk.findings.add(
          `${nameOf(endpoint)} as ${organisation.tag} with ${requested(input)}: failed, ${response.status}`,
        )
      await inspect(endpoint, input, text)
      return { status: response.status, text }
    },
    inspect,
  }
}

type Sending = Readonly<{ endpoint: Endpoint; input: unknown; signal: AbortSignal; carrier: Carrier | undefined }>

/** Makes a call with a token, over HTTP or a socket. */
function sendingOf(options: WalkOptions, viewer: Viewer) {
  const { url } = options
  const sockets = socketsOf(url)
  return async (token: string, { endpoint, input, signal, carrier }: Sending): Promise<Response> => {
    if (carrier === 'socket') return sockets(token, addressOf('', endpoint, input), signal)
    const headers: Record<string, string> = { authorization: token, 'accept-language': 'en' }
    const post = await bodyOf(options, viewer, endpoint, input, headers)
    return fetch(addressOf(url, endpoint, input), { method: endpoint.method, headers, signal, ...post })
  }
}

/** Opens live calls over sockets, many over one, which are left when the signal aborts. */
function socketsOf(url: string) {
  let last: { live: LiveSocket; token: string; signal: AbortSignal; calls: number } | undefined
  return async (token: string, address: string, signal: AbortSignal): Promise<Response> => {
    const isFull = (last?.calls ?? 0) >= liveSocketLimits.topics
    if (last?.token !== token || last.signal !== signal || isFull || last.live.refused() !== undefined) {
      const live = await watchSocket(url, token)
      signal.addEventListener('abort', () => void live.leave(), { once: true })
      last = { live, token, signal, calls: 0 }
    }
    last.calls += 1
    return callOverSocket(last.live, address, signal)
  }
}

async function bodyOf(
  options: WalkOptions,
  viewer: Viewer,
  endpoint: Endpoint,
  input: unknown,
  headers: Record<string, string>,
): Promise<{ body?: string | FormData }> {
  if (endpoint.bodyKind === 'none') return {}
  if (endpoint.bodyKind === 'json') {
    headers['content-type'] = 'application/json'
    return { body: JSON.stringify(input) }
  }
  const make = options.uploads[nameOf(endpoint)]
  if (make === undefined)
    throw new Error(`What does ${nameOf(endpoint)} take? Add a file to the uploads beside the test.`)
  const rows = await options.app.db.selectFrom('organisation').select(['id', 'name']).execute()
  const foreign = rows.filter(({ id }) => !viewer.visible.has(id)).map((row) => row.name.toLowerCase())
  const { name, bytes } = await make(foreign)
  const form = new FormData()
  for (const [key, value] of fieldsIn(input)) form.append(key, String(value))
  form.append('file', new Blob([new Uint8Array(bytes)]), name)
  return { body: form }
}

const fieldsIn = (input: unknown): [string, unknown][] =>
  typeof input === 'object' && input !== null ? Object.entries(input) : []

/**
 * Runs before all rows are read. The caller's own log of thousands of calls is not examined, but slows every read, so
 * it is deleted.
 */
async function refreshRows({ db }: TestApp, viewer: Viewer): Promise<void> {
  await viewer.refresh()
  await sql`delete from operation_log where organisation_id = any (${[...viewer.visible]}::bigint[]) and module <> 'planted'`.execute(
    db,
  )
}

/** The present foreign rows, each as a line. */
export async function foreignRows({ app }: WalkOptions, viewer: Viewer): Promise<ReadonlySet<string>> {
  await refreshRows(app, viewer)
  const rows = await readOwnedRows(app.db)
  const { isTrace } = viewer.organisation
  return new Set(
    rows.filter(({ owner, table, row }) => isForeign(viewer, owner) && isTrace?.(table, row) !== true).map(lineOf),
  )
}
const lineOf = ({ table, text }: OwnedRow) => `${table} ${text}`

/** Several calls run concurrently, because each waits more than it works. */
export async function eachOf<T>(items: Iterable<T>, work: (item: T) => Promise<unknown>): Promise<void> {
  const rest = items[Symbol.iterator]()
  const processInBatches = async () => {
    for (let next = rest.next(); next.done !== true; next = rest.next()) await work(next.value)
  }
  await Promise.all(Array.from({ length: 6 }, processInBatches))
}

/**
 * Whether a call refuses before it reads its input, which is concluded after this many refusals with 403 and no other
 * answer. A few suffice if no account of the caller's kind of organisation may hold the code of the call.
 */
function refusals({ viewer: { organisation } }: Walker, { access }: Endpoint) {
  const enough = mayHold(organisation.kind, access) ? 60 : 5
  let [refused, others] = [0, 0]
  return {
    isEnough: () => others === 0 && refused >= enough,
    note: (status: number) => {
      if (status === 403) refused += 1
      else others += 1
    },
  }
}

async function tryForeign(walker: Walker, endpoint: Endpoint, attempts: Iterable<Attempt>): Promise<void> {
  const refused = refusals(walker, endpoint)
  await eachOf(attempts, async ({ input }) => {
    if (!refused.isEnough()) refused.note((await walker.call(endpoint, input)).status)
  })
}

/** Every call with all inputs that name a foreign row; after each write the foreign rows have to be unchanged. */
export async function walkForeign(options: WalkOptions, walk: Walk, walker: Walker): Promise<void> {
  const { viewer } = walker
  let before = await foreignRows(options, viewer)
  for (const endpoint of options.endpoints) {
    // A caller without a session owns no rows.
    if (endpoint.reply.kind === 'live' || endpoint.access === 'public') continue
    for (const base of basesOf(endpoint, options.samples)) {
      await tryForeign(walker, endpoint, foreignAttempts(endpoint, base, walker.ids(), options.world))
      // The ids are in the file.
      if (endpoint.bodyKind === 'upload') await walker.call(endpoint, base.input)
    }
    if (endpoint.method === 'GET' && endpoint.log !== true) continue
    const after = await foreignRows(options, viewer)
    for (const line of before.symmetricDifference(after))
      walk.findings.add(
        `${nameOf(endpoint)} as ${viewer.organisation.tag}: a foreign row changed: ${line.slice(0, 200)}`,
      )
    before = after
  }
}

export type ReadAnswer = Readonly<{ endpoint: Endpoint; input: unknown; text: string }>

/** Calls reads without foreign ids and returns their replies. */
export async function walkOwnReads(options: WalkOptions, walker: Walker): Promise<readonly ReadAnswer[]> {
  const answers: ReadAnswer[] = []
  for (const endpoint of options.endpoints.filter(({ method, reply }) => method === 'GET' && reply.kind !== 'live')) {
    const refused = refusals(walker, endpoint)
    for (const base of basesOf(endpoint, options.samples)) {
      let isAnswered = false
      await eachOf(ownAttempts(endpoint, base, walker.ids()), async ({ input, isUnlikely }) => {
        if (refused.isEnough() || (isUnlikely === true && isAnswered)) return
        const { status, text } = await walker.call(endpoint, input)
        refused.note(status)
        isAnswered ||= status === 200
        // A call with an effect (signing out) is not a read.
        const isRead = endpoint.access !== 'public' && endpoint.log !== true
        if (isRead && status === 200) answers.push({ endpoint, input, text: steady(text) })
      })
    }
  }
  return answers
}

/** The same reads again, after foreign rows have changed: every figure has to be unchanged. */
export async function compareReads(walk: Walk, walker: Walker, before: readonly ReadAnswer[]): Promise<void> {
  await eachOf(before, async ({ endpoint, input, text }) => {
    const again = steady((await walker.call(endpoint, input)).text)
    if (again === text) return
    const from = Math.max(0, [...text].findIndex((letter, at) => letter !== again[at]) - 80)
    const [one, other] = [text, again].map((whole) => whole.slice(from, from + 200))
    walk.findings.add(
      `${nameOf(endpoint)} as ${walker.viewer.organisation.tag} with ${requested(input)}: changes when foreign rows do: …${one}… became …${other}…`,
    )
  })
}

/** The likely ids come first; if none of this many succeeds, the caller is taken to lack the right. */
const maxOwnAttempts = 120

/**
 * Calls writes on rows of the caller's own that did not succeed yet, so that a refusal for a foreign row is known to be
 * about its owner.
 */
export async function walkOwnWrites(options: WalkOptions, walk: Walk, walker: Walker): Promise<void> {
  const before = await foreignRows(options, walker.viewer)
  for (const endpoint of options.endpoints.filter(({ method }) => method === 'POST')) {
    const refused = refusals(walker, endpoint)
    for (const base of basesOf(endpoint, options.samples)) {
      for (const attempt of ownAttempts(endpoint, base, walker.ids()).take(maxOwnAttempts)) {
        if (walk.doneOwn.has(nameOf(endpoint)) || refused.isEnough()) break
        const { status } = await walker.call(endpoint, attempt.input)
        refused.note(status)
        if (isDone(attempt, status)) walk.doneOwn.add(nameOf(endpoint))
      }
    }
  }
  for (const line of before.symmetricDifference(await foreignRows(options, walker.viewer)))
    walk.findings.add(`as ${walker.viewer.organisation.tag}: a foreign row changed: ${line.slice(0, 200)}`)
}

/** The write succeeded, or was refused for another reason than the owner of the row: a wrong state. */
const isDone = (attempt: Attempt, status: number) => status === 200 || (attempt.naming === 'own' && status === 409)

/** Removes values that change by themselves: times, a device's silence, and a mean up to this moment. */
const steady = (text: string) =>
  text
    .replace(/\d{4}-\d\d-\d\d[T ][\d:.]+Z?/g, 'time')
    .replace(/(?<!\d)1\d{12}(\.\d+)?(?!\d)/g, 'time')
    .replace(/"(unknown|span|judged)Ms":\d+/g, '"$1Ms":0')
    .replace(/"meanKinetic":[\d.]+/g, '"meanKinetic":0')
    .replace(/(?<!\d)1\d{14}\.\d+/g, (mean) => String(Math.round(Number(mean))))

/**
 * Numbers that identify the owner of a row. The walk gives each value of history a unique one like an id, so that a
 * curve reveals its owner.
 */
const numbersOf = (row: OwnedRow['row']): readonly string[] =>
  [row['id'], row['seq'], row['numbers']]
    .flat()
    .flatMap((value) => (value === undefined || value === null ? [] : [String(value)]))
