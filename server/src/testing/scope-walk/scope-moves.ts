import { recordCalls } from '@brigade/contract/device/record/record.endpoints.ts'
import type { Endpoint } from '@brigade/contract/endpoint.ts'
import { notifyOnCommit } from '../../platform/db/notify.ts'
import { make } from '../make.ts'
import { moveCustomer } from '../move-customer.ts'
import { until } from '../until.ts'
import { idsIn } from './owned-rows.ts'
import { basesOf, ownAttempts } from './scope-calls.ts'
import { changeAll, listen, settled, type StreamText } from './scope-streams.ts'
import { carriers, nameOf, newWalk, walkerFor, type Walk, type WalkOptions, type Walker } from './scope-walk.ts'
import { plantRows, type Organisation } from './scope-world.ts'

/** A move away from the viewer, and back. */
type Move = Readonly<{
  what: string
  /** Devices that the viewer sees before the move, and not after. */
  devices: readonly string[]
  /** The viewer for whom the streams are checked afterwards. */
  viewer: Organisation
  away: () => Promise<void>
  back: () => Promise<void>
}>

/**
 * Opens every stream, and moves a device, a customer and the viewer's own account to another organisation: rows that
 * left the viewer's scope appear on no stream from then on, and the stream of one such device ends.
 */
export async function walkMoves(options: WalkOptions, walk: Walk, organisation: Organisation): Promise<void> {
  for (const move of await movesOf(options, organisation)) {
    const own = newWalk()
    const before = await walkerFor(options, own, organisation)
    const leaving = new AbortController()
    const open = await openStreams(options, before, move, leaving.signal)
    await move.away()
    const marks = open.map(({ received }) => received.text.length)
    const after = await walkerFor(options, own, move.viewer)
    await haveMessages(options, move.devices)
    await changeAll(options, after)
    const newTexts = () => open.map((each, at) => ({ ...each, text: each.received.text.slice(marks[at]) }))
    const isAccount = move.viewer !== organisation
    // A stream that reports a row the viewer still sees has sent everything else before it.
    const isOver = () =>
      isAccount
        ? open.every(({ received }) => received.hasEnded)
        : newTexts().some(({ text }) => idsIn(text).length > 0)
    const inTime = await until('the streams to say what changed, or to end', isOver, 5000).then(
      () => true,
      () => false,
    )
    if (!inTime) own.findings.add(isAccount ? 'a stream stays open' : 'no stream sent anything')
    await settled()
    for (const { endpoint, input, text, received } of newTexts()) {
      await after.inspect(endpoint, input, text)
      if (isOfOneAmong(move.devices, input) && !received.hasEnded)
        own.findings.add(`${nameOf(endpoint)}: its stream stays open`)
    }
    leaving.abort()
    await move.back()
    for (const finding of own.findings) walk.findings.add(`after ${move.what} moved away: ${finding}`)
  }
}

async function movesOf({ app, world }: WalkOptions, organisation: Organisation): Promise<readonly Move[]> {
  const { organisations } = world
  const other = organisations.find(({ tag }) => tag === 'D2')
  const platform = organisations.find(({ tag }) => tag === 'P')
  if (other === undefined || platform === undefined) throw new Error('The world has no other branch')
  // The walk needs devices that no earlier walk has deleted, and an account that none has signed out.
  await plantRows(app, organisation)
  const { token } = await make.account(app, { role: 'administrator', organisationId: platform.id })
  const ovensOf = async (id: string) => {
    const rows = await app.db
      .selectFrom('deviceState')
      .select('deviceId')
      .where('organisationId', '=', id)
      .where('kind', '=', 'oven')
      .orderBy('deviceId', 'desc')
      .execute()
    return rows.map(({ deviceId }) => deviceId)
  }
  const [oven = ''] = await ovensOf(organisation.id)
  const transfer = async (organisationId: string) => {
    const { status } = await app.ask(recordCalls.oven.transfer, { ids: [oven], organisationId }, { token })
    if (status !== 200) throw new Error('The device was not transferred')
  }
  const place = async (organisationId: string) => {
    await app.db.updateTable('account').set({ organisationId }).where('id', '=', organisation.account.id).execute()
    await notifyOnCommit(app.db, 'access', {})
  }
  const device: Move = {
    what: 'a device',
    devices: [oven],
    viewer: organisation,
    away: () => transfer(other.id),
    back: () => transfer(organisation.id),
  }
  const account: Move = {
    what: 'the account',
    devices: await ovensOf(organisation.id),
    viewer: { ...other, account: organisation.account },
    away: () => place(other.id),
    back: () => place(organisation.id),
  }
  const below = await app.db
    .selectFrom('organisationTree')
    .innerJoin('organisation', 'organisation.id', 'organisationTree.descendantId')
    .select(['organisation.id', 'organisation.parentId'])
    .where('ancestorId', '=', organisation.id)
    .where('organisation.kind', '=', 'customer')
    .where('organisation.id', '<>', organisation.id)
    .where(
      'organisation.id',
      'in',
      organisations.map(({ id }) => id),
    )
    .orderBy('organisation.id')
    .executeTakeFirst()
  if (below === undefined) return [device, account]
  const { id, parentId } = below
  for (const each of organisations) if (each.id === id) await plantRows(app, each)
  const customer: Move = {
    what: 'a customer',
    devices: await ovensOf(id),
    viewer: organisation,
    away: () => moveCustomer(app, { id, parentId: other.id }, token),
    back: () => moveCustomer(app, { id, parentId: parentId ?? '' }, token),
  }
  return [device, customer, account]
}

type Open = Readonly<{ endpoint: Endpoint; input: unknown; received: StreamText }>

/** Opens every stream without ids or with one of the devices that will move, and waits for its first event. */
async function openStreams(
  { endpoints, samples, world }: WalkOptions,
  walker: Walker,
  { devices }: Move,
  signal: AbortSignal,
): Promise<readonly Open[]> {
  const [oven = ''] = devices
  const ids = { ...walker.ids(), own: new Map([...world.shared, ['device', [oven]]]) }
  const open: Open[] = []
  for (const endpoint of endpoints.filter(({ reply }) => reply.kind === 'live')) {
    for (const base of basesOf(endpoint, samples))
      for (const { input } of ownAttempts(endpoint, base, ids))
        for (const carrier of carriers)
          open.push({ endpoint, input, received: await listen(walker, endpoint, input, { signal, carrier }) })
  }
  const isOpen = ({ received }: Open) => received.hasEnded || received.text !== ''
  await until('every stream to say its first event', () => open.every(isOpen))
  return open
}

const isOfOneAmong = (devices: readonly string[], input: unknown): boolean =>
  typeof input === 'object' && input !== null && 'id' in input && devices.includes(String(input.id))

/** Inserts a message for each, so that the streams of messages have content. */
async function haveMessages({ app }: WalkOptions, devices: readonly string[]): Promise<void> {
  const recordedAt = new Date(app.clock.now()).toISOString()
  const message = {
    recordedAt,
    direction: 'up',
    topic: '/sys/moved',
    payload: '{}',
    code: 200,
    dropped: null,
    outcome: 'stored',
  } as const
  for (const deviceId of devices)
    await app.db
      .insertInto('deviceMessage')
      .values({ ...message, deviceId })
      .execute()
}
