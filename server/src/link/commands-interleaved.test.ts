import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import { commandCalls } from '@brigade/contract/command/command.endpoints.ts'
import { commandTimeoutMs, openCommandStatuses, type CommandRow } from '@brigade/contract/command/command.model.ts'
import { restlessOven, type Answer, type Heard, type RestlessOven } from '../testing/command/restless-oven.ts'
import { isOnline } from '../testing/linked-device.ts'
import { testPassword } from '../testing/make-account.ts'
import { make } from '../testing/make.ts'
import { randomFrom, seedOfRun, type Random } from '../testing/malformed/random.ts'
import { silentProxy } from '../testing/silence/silent-proxy.ts'
import { startTestApp, type TestApp } from '../testing/start-app.ts'
import { until } from '../testing/until.ts'

/**
 * Tests commands while networks fall silent, return, are cut and taken over, with answers at once, twice, late or
 * never. Each oven has a network of its own; the minutes, which end commands, pass for all of them at once.
 */

let app: TestApp
let token: string
before(async () => {
  app = await startTestApp({ roles: ['api', 'connector'] })
  ;({ token } = await make.account(app, { role: 'administrator' }))
  // All states that a command ever had, in their order.
  await sql`create table command_status (place bigserial, id bigint, status text)`.execute(app.db)
  await sql`
    create function note_command_status() returns trigger language plpgsql as
    $$ begin insert into command_status (id, status) values (new.id, new.status); return null; end $$`.execute(app.db)
  await sql`
    create trigger note_command_status after insert or update on command
    for each row execute function note_command_status()`.execute(app.db)
})
after(() => app.stop())

const ovens = 5
const minutes = 3
const stepsAMinute = 25
/** The number of the present minute: a command ends in the minute of its creation, and later answers are late. */
let minute = 0

type Sent = Readonly<{ id: string; madeIn: number; isRepeatable: boolean }>

/** Commands to send, and whether the thing model marks them as repeatable. */
const contentsOf = (random: Random) =>
  [
    [{ kind: 'property.set', params: { FanSpeed: 30 + random.int(8) * 10 } }, true],
    [{ kind: 'property.set', params: { SetTemp: 100 + random.int(100) } }, false],
    [{ kind: 'service', identifier: 'StopCooking', params: {} }, false],
    [{ kind: 'service', identifier: 'Identify', params: { Seconds: 1 + random.int(9) } }, true],
  ] as const

/** A command over HTTP, as the console sends it; undefined if the oven counts as offline. */
async function command(random: Random, deviceId: string): Promise<Sent | undefined> {
  const contents = contentsOf(random)
  const [content, isRepeatable] = contents[random.int(contents.length)] ?? contents[0]
  const { status, envelope } = await app.ask(
    commandCalls.oven.sendCommand,
    { ...content, deviceId, password: testPassword },
    { token },
  )
  if (status !== 200) {
    assert.match(envelope.msg, /offline/i)
    return undefined
  }
  return { id: envelope.data.id, madeIn: minute, isRepeatable }
}

/** Changes the network of an oven at random. */
async function turn(oven: RestlessOven, random: Random): Promise<void> {
  const network = oven.network()
  const way = random.int(4)
  if (network === 'none') await oven.connect()
  else if (network === 'silent' && way < 2) oven.speakAgain()
  else if (network === 'silent' || way === 0) await oven.connect()
  else if (way === 1) oven.cut()
  else if (way === 2) await oven.leave()
  else oven.fallSilent()
}

/** One step of an oven's life. */
async function step(oven: RestlessOven, random: Random, sent: Sent[]): Promise<void> {
  await wait(random.int(15))
  const which = random.unit()
  if (which < 0.55) {
    const made = await command(random, oven.made.id)
    if (made !== undefined) sent.push(made)
  } else if (which < 0.65) oven.chatter(random.int(100))
  else if (which < 0.75) oven.answerOwed()
  else await turn(oven, random)
}

const rowsOf = async (oven: RestlessOven): Promise<readonly CommandRow[]> => {
  const { envelope } = await app.ask(commandCalls.oven.commands, { id: oven.made.id, pageSize: 80 }, { token })
  assert.ok(envelope.data.total <= 80)
  return envelope.data.list
}

const isOpen = ({ status }: CommandRow) => openCommandStatuses.includes(status)

async function passMinute(all: readonly RestlessOven[]): Promise<void> {
  minute += 1
  app.clock.advance(commandTimeoutMs + 1000)
  for (const oven of all) await until('the end of all commands', async () => !(await rowsOf(oven)).some(isOpen), 30_000)
}

/** Returns what is wrong with the end of a command, judged by what its oven received. */
function faultOf({ madeIn, isRepeatable }: Sent, row: CommandRow, heard: Heard | undefined): string | undefined {
  const over = heard?.over ?? []
  const answers = heard?.answers ?? []
  const came = over.length
  if (!isRepeatable && came > 1) return 'carried out twice'
  if (new Set(over).size < came) return 'came twice over one connection'
  if (came > row.sends) return `came ${came} times, sent ${row.sends} times`
  if (row.acknowledgedAt !== null && came === 0) return 'acknowledged, and never came'
  const inTime = answers.filter(({ acknowledgedIn }) => acknowledgedIn === madeIn)
  const [first] = answers
  const told = first?.code === 200 ? 'succeeded' : 'failed'
  if (inTime.length > 0 && row.status !== told) return `answered ${first?.code} in time`
  const isAcknowledged = answers.some(({ acknowledgedIn }) => acknowledgedIn !== undefined)
  if (isAcknowledged && ![told, 'late'].includes(row.status)) return 'its answer was acknowledged, and is lost'
  if (row.error === 'sendFailed') return came > 0 ? 'it came' : undefined
  if (['succeeded', 'failed', 'late'].includes(row.status)) {
    if (first === undefined) return 'it was never answered'
    if (row.code !== first.code) return `it was answered ${first.code}`
    const wasInTime = answers.some(({ startedIn }) => startedIn === madeIn)
    return row.status !== 'late' && (!wasInTime || row.status !== told) ? 'it was not answered so in time' : undefined
  }
  if (row.status === 'unknown') return isRepeatable ? 'it may be repeated' : undefined
  // Timed out: the command arrived without an answer, was never sent, or may be repeated.
  return !isRepeatable && row.sends > 0 && came === 0 ? 'nobody knows that it came' : undefined
}

/** Each command has one end, and only a late answer may follow it. */
async function statusFaults(sent: readonly Sent[]): Promise<string[]> {
  const { rows } = await sql<{ id: string; statuses: string[] }>`
    select id, array_agg(status order by place) as statuses from command_status group by id`.execute(app.db)
  const noted = new Map(rows.map(({ id, statuses }) => [id, statuses]))
  return sent.flatMap(({ id }) => {
    const ends = (noted.get(id) ?? []).filter((status) => !openCommandStatuses.some((open) => open === status))
    const [end = '', ...later] = ends.filter((status, index) => status !== ends[index - 1])
    const isRight =
      end !== '' && (later.length === 0 || (later.join() === 'late' && ['timed_out', 'unknown'].includes(end)))
    return isRight ? [] : [`${id} ended as ${(noted.get(id) ?? []).join(', ')}`]
  })
}

async function live(oven: RestlessOven, random: Random, sent: Sent[]): Promise<void> {
  for (let count = 0; count < stepsAMinute; count += 1) await step(oven, random, sent)
}

test('while networks fall silent and come back, each command ends once and truly, none is lost, and none that must not be repeated is carried out twice', async (context) => {
  const seed = seedOfRun
  context.diagnostic(`MALFORMED_SEED=${seed}`)
  await using stack = new AsyncDisposableStack()
  const lives: Readonly<{ oven: RestlessOven; random: Random; sent: Sent[] }>[] = []
  for (let number = 0; number < ovens; number += 1) {
    const made = await make.device(app)
    const proxy = stack.use(await silentProxy({ port: app.addresses.mqttPort ?? 0 }))
    const oven = restlessOven(made, proxy, randomFrom(seed + 2 * number), () => minute)
    stack.defer(oven.stop)
    await oven.connect()
    await isOnline(app, made, true)
    lives.push({ oven, random: randomFrom(seed + 2 * number + 1), sent: [] })
  }
  const all = lives.map(({ oven }) => oven)
  while (minute < minutes) {
    await Promise.all(lives.map(({ oven, random, sent }) => live(oven, random, sent)))
    await passMinute(all)
  }
  // Answers that are still owed now arrive too late.
  const late: Answer[] = []
  for (const { oven } of lives) {
    await oven.connect()
    late.push(...oven.answerOwed())
  }
  await until('the late answers', () => late.every(({ acknowledgedIn }) => acknowledgedIn !== undefined))

  const faults: string[] = []
  for (const { oven, sent } of lives) {
    const rows = new Map((await rowsOf(oven)).map((row) => [row.id, row]))
    assert.equal(rows.size, sent.length)
    for (const one of sent) {
      const row = rows.get(one.id)
      const heard = oven.heard.get(one.id)
      const fault = row === undefined ? 'lost' : faultOf(one, row, heard)
      if (fault !== undefined) faults.push(`${fault}: ${JSON.stringify({ one, row, heard })}`)
    }
    const known = new Set(sent.map(({ id }) => id))
    for (const id of oven.heard.keys()) if (!known.has(id)) faults.push(`${id} came, and nobody sent it`)
  }
  faults.push(...(await statusFaults(lives.flatMap(({ sent }) => sent))))
  assert.deepEqual(faults, [], `MALFORMED_SEED=${seed}`)

  const ends = new Map<string, number>()
  for (const { oven } of lives)
    for (const { status } of await rowsOf(oven)) ends.set(status, (ends.get(status) ?? 0) + 1)
  context.diagnostic(JSON.stringify(Object.fromEntries(ends)))
  for (const status of ['succeeded', 'failed', 'timed_out'])
    assert.ok((ends.get(status) ?? 0) > 5, `${ends.get(status) ?? 0} commands ${status}`)
})
