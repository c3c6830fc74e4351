import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { commandCalls } from '@brigade/contract/command/command.endpoints.ts'
import type { CommandRow } from '@brigade/contract/command/command.model.ts'
import { telemetryCalls } from '@brigade/contract/telemetry/telemetry.endpoints.ts'
import { modbusModem } from '@brigade/contract/thing-model/ready-made/modbus-dtu.ts'
import { between, chanceOf, happens, pick, wholeBetween, type Chance } from '@brigade/simulator/random.ts'
import { connectLine, everyKind, isWrite } from '../testing/gateway/faulty-line.ts'
import type { Fault, FaultOf, FaultyLine } from '../testing/gateway/faulty-line.ts'
import { quick } from '../testing/gateway/modbus-family.ts'
import { startModbusLink } from '../testing/gateway/start-modbus-link.ts'
import { isOnline, tripleOf } from '../testing/linked-device.ts'
import { testPassword } from '../testing/make-account.ts'
import { make } from '../testing/make.ts'
import type { TestApp } from '../testing/start-app.ts'
import { until } from '../testing/until.ts'

// The registers decide: whatever happens to the echo of a write, the ledger has the content of the registers.

const answerMs = 60
const lateMs = 400
let app: TestApp
let port = 0
let stop: () => Promise<void>
let token = ''
before(async () => {
  ;({ app, port, stop } = await startModbusLink({
    answerMs,
    lateMs,
    silentPolls: 1000,
    restMs: 100,
    longestRestMs: 100,
  }))
  token = (await make.account(app, { role: 'administrator' })).token
})
after(() => stop())

type Values = Readonly<Record<string, number>>
type Opened = Readonly<{
  line: FaultyLine
  unit: Awaited<ReturnType<typeof make.device>>
  reconnect: (faults?: FaultOf) => Promise<FaultyLine>
}>

/** A modem with these units behind it; all have the model with each kind of write. */
async function openUnits(count: number, model = everyKind): Promise<{ line: FaultyLine; units: Opened[] }> {
  const ofModem = await make.product(app, { kind: 'cooler', nodeType: 'gateway', model: modbusModem })
  const of = { kind: 'cooler', nodeType: 'sub-device', protocol: 'modbusRtu', model } as const
  const ofUnit = await make.product(app, of)
  const modem = await make.device(app, { kind: 'cooler', productId: ofModem.id, productKey: ofModem.productKey })
  const made = []
  for (let address = 3; address < 3 + count; address += 1) {
    const unit = await make.device(app, { kind: 'cooler', productId: ofUnit.id, productKey: ofUnit.productKey })
    const addedAt = new Date(app.clock.now()).toISOString()
    const behind = { deviceId: unit.id, gatewayId: modem.id, unit: address, addedAt }
    await app.db.insertInto('deviceGateway').values(behind).execute()
    made.push({ unit, address })
  }
  const units = made.map(({ address }) => ({ address, model }))
  const pulses = ['Pulse', 'Button']
  const reconnect = (faults: FaultOf = () => 'none') =>
    connectLine({ port, triple: tripleOf(modem), units, pulses, faults })
  const line = await reconnect()
  for (const { unit } of made) await isOnline(app, unit, true)
  return { line, units: made.map(({ unit }) => ({ line, unit, reconnect })) }
}

async function open(): Promise<Opened> {
  const { units } = await openUnits(1)
  const [first] = units
  assert.ok(first !== undefined)
  return first
}

const isOpen = ({ status }: CommandRow) => ['created', 'sent', 'acknowledged'].includes(status)

async function send({ unit }: Opened, params: Values): Promise<string> {
  const draft = { deviceId: unit.id, kind: 'property.set' as const, params, password: testPassword }
  const { status, envelope } = await app.ask(commandCalls.cooler.sendCommand, draft, { token })
  assert.equal(status, 200, JSON.stringify(envelope))
  return envelope.data.id
}

const ended = ({ unit }: Opened, id: string, withinMs?: number): Promise<CommandRow> =>
  until(
    'the command to be closed',
    async () => {
      const { envelope } = await app.ask(commandCalls.cooler.commands, { id: unit.id }, { token })
      const row = envelope.data.list.find((one) => one.id === id)
      return row !== undefined && !isOpen(row) ? row : undefined
    },
    withinMs,
  )

const sent = async (opened: Opened, params: Values) => ended(opened, await send(opened, params))

/** The fault of the first write, or of each. */
const atWrites =
  (fault: Fault, often: 'once' | 'always' = 'once') =>
  (request: Uint8Array): Fault => {
    if (!isWrite(request) || (often === 'once' && isDone.has(fault))) return 'none'
    isDone.add(fault)
    return fault
  }
const isDone = new Set<Fault>()
const faultOnce = (line: FaultyLine, fault: Fault) => {
  isDone.delete(fault)
  line.setFaults(atWrites(fault))
}

const kinds = ['Coil5', 'Coil15', 'Reg6', 'Reg16', 'Wide', 'Real', 'LowBits', 'HighBits'] as const
const valueFor = (kind: string, line: FaultyLine, n: number): number =>
  kind.startsWith('Coil') ? 1 - Number(line.truth(kind)) : kind === 'Wide' ? 70_000 * n : kind === 'Real' ? n + 0.5 : n

const carriedOut: readonly Fault[] = [
  'unanswered',
  'damaged',
  'cut',
  'wrongUnit',
  'wrongFunction',
  'falseException',
  'doubled',
  { late: answerMs + 30 },
]

for (const fault of carriedOut) {
  const name = typeof fault === 'string' ? fault : 'late'
  test(`a write of each kind whose echo is ${name} succeeded, because its register has the value`, async (t) => {
    const opened = await open()
    const { line } = opened
    t.after(() => line.stop())
    for (const [n, kind] of kinds.entries()) {
      const wanted = valueFor(kind, line, n + 3)
      const before = line.written.length
      faultOnce(line, fault)
      const row = await sent(opened, { [kind]: wanted })
      assert.deepEqual([kind, row.status, row.error], [kind, 'succeeded', ''])
      assert.deepEqual([row.valueOutcomes, row.reply], [{ [kind]: 'written' }, { [kind]: wanted }])
      assert.equal(line.truth(kind), wanted)
      assert.equal(line.written.length - before, 1, `${kind} was written more than once`)
    }
  })
}

test('a write of each kind that was lost failed, because its register does not have the value; it is not written again', async (t) => {
  const opened = await open()
  const { line } = opened
  t.after(() => line.stop())
  for (const [n, kind] of kinds.entries()) {
    const held = line.truth(kind)
    const asked = line.requests.length
    faultOnce(line, 'lost')
    const row = await sent(opened, { [kind]: valueFor(kind, line, n + 3) })
    assert.deepEqual([kind, row.status, row.error], [kind, 'failed', 'modbusLost'])
    assert.deepEqual([row.valueOutcomes, row.reply], [{ [kind]: 'notWritten' }, { [kind]: held }])
    const writes = line.requests.slice(asked).filter((hex) => isWrite(Uint8Array.fromHex(hex)))
    assert.equal(writes.length, 1, kind)
  }
})

test('a pulse is written once, whatever happens to its echo', async (t) => {
  const opened = await open()
  const { line } = opened
  t.after(() => line.stop())
  for (const fault of carriedOut) {
    faultOnce(line, fault)
    const before = line.written.length
    for (const kind of ['Pulse', 'Button']) await sent(opened, { [kind]: 1 })
    assert.equal(line.written.length - before, 2, JSON.stringify(fault))
  }
})

test('what may be repeated is written again after it was lost', async (t) => {
  const opened = await open()
  const { line } = opened
  t.after(() => line.stop())
  for (const kind of ['Again', 'HiddenAgain']) {
    faultOnce(line, 'lost')
    const row = await sent(opened, { [kind]: 7 })
    assert.deepEqual([kind, row.status, row.valueOutcomes], [kind, 'succeeded', { [kind]: 'written' }])
    assert.equal(line.truth(kind), 7)
  }
})

test('it is unknown whether a write arrived if its register is never read, or cannot be read back', async (t) => {
  const opened = await open()
  const { line } = opened
  t.after(() => line.stop())
  for (const fault of ['unanswered', 'lost', 'damaged'] as const) {
    faultOnce(line, fault)
    const hidden = await sent(opened, { Hidden: 5 })
    assert.deepEqual(
      [hidden.status, hidden.error, hidden.valueOutcomes],
      ['unknown', 'modbusUnsure', { Hidden: 'unknown' }],
    )
    line.setFaults((request) => (isWrite(request) ? fault : 'unanswered'))
    const unread = await sent(opened, { Reg6: 5 })
    assert.deepEqual(
      [unread.status, unread.error, unread.valueOutcomes],
      ['unknown', 'modbusUnsure', { Reg6: 'unknown' }],
    )
  }
  line.setFaults((request) => (isWrite(request) ? 'none' : 'damaged'))
  const confirmed = await sent(opened, { Reg6: 9 })
  assert.deepEqual([confirmed.status, confirmed.error], ['unknown', 'modbusUnread'])
  line.setFaults(() => 'none')
  const proven = await sent(opened, { Hidden: 6 })
  assert.deepEqual([proven.status, proven.valueOutcomes], ['succeeded', { Hidden: 'written' }])
})

test('a late echo of an earlier write is not taken for the answer to the next', async (t) => {
  const opened = await open()
  const { line } = opened
  t.after(() => line.stop())
  // Only the echo proves a write of these registers, and the next echo is lost.
  for (const [kind, first, next] of [
    ['Hidden', 1, 1],
    ['HiddenAgain', 1, 2],
  ] as const) {
    const faults: Fault[] = [{ late: answerMs + 40 }, 'lost', 'lost', 'lost', 'lost']
    line.setFaults((request) => (isWrite(request) ? (faults.shift() ?? 'none') : 'none'))
    const before = await send(opened, { [kind]: first })
    const after = await send(opened, { [kind]: next })
    if (kind === 'Hidden') assert.equal((await ended(opened, before)).status, 'unknown')
    assert.equal((await ended(opened, after)).status, 'unknown', kind)
  }
})

test('a command over several registers says which were written, which were not, and which are unknown', async (t) => {
  const opened = await open()
  const { line } = opened
  t.after(() => line.stop())
  const at = (address: number, fault: Fault) => (request: Uint8Array) =>
    isWrite(request) && request[2] === address ? fault : ('none' as const)
  line.setFaults(at(0x20, 'lost'))
  // Values are written in the order in which the ledger has them: shorter names first.
  const lost = await sent(opened, { Reg6: 11, Wide: 140_000, Reg16: 13, Beside6: 12 })
  assert.deepEqual([lost.status, lost.error], ['failed', 'modbusLost'])
  assert.deepEqual(lost.valueOutcomes, { Reg6: 'written', Wide: 'written', Reg16: 'notWritten', Beside6: 'notWritten' })
  line.setFaults(at(0x10, 'unanswered'))
  const found = await sent(opened, { Reg6: 21, Reg16: 23, Wide: 150_000 })
  assert.deepEqual(found.valueOutcomes, { Reg6: 'written', Reg16: 'written', Wide: 'written' })
  assert.equal(found.status, 'succeeded')
  line.setFaults(at(0x70, 'damaged'))
  const unsure = await sent(opened, { Reg6: 31, Hidden: 32, Beside6: 33 })
  assert.deepEqual([unsure.status, unsure.error], ['unknown', 'modbusUnsure'])
  assert.deepEqual(unsure.valueOutcomes, { Reg6: 'written', Hidden: 'unknown', Beside6: 'notWritten' })
})

test('a connection that ends between a write and its echo leaves it unknown; what had not begun is written over the next', async (t) => {
  const opened = await open()
  const { line } = opened
  t.after(() => line.stop())
  const begun = Promise.withResolvers<void>()
  let isToEnd = false
  let cut = ''
  line.setPace(() => answerMs * 0.8)
  line.setFaults((request) => {
    if (!isWrite(request)) return 'none'
    begun.resolve()
    if (!isToEnd) return 'unanswered'
    cut = request.toHex()
    line.disconnect()
    return 'unanswered'
  })
  const many = { Reg6: 41, Wide: 42, Again: 43, Reg16: 44, Coil5: 1, Coil15: 1, LowBits: 45, HighBits: 46, Beside6: 47 }
  const first = await send(opened, many)
  await begun.promise
  const second = await send(opened, { Real: 48.5 })
  isToEnd = true
  const row = await ended(opened, first)
  assert.deepEqual([row.status, row.error], ['unknown', 'modbusUnsure'])
  const outcomes = Object.entries(row.valueOutcomes ?? {})
  assert.equal(outcomes.filter(([, outcome]) => outcome === 'unknown').length, 1)
  for (const [kind, outcome] of outcomes) {
    const wanted = Object.entries(many).find(([one]) => one === kind)?.[1]
    if (outcome !== 'unknown') assert.equal(line.truth(kind) === wanted, outcome === 'written', `${kind} after ${cut}`)
  }
  const again = await opened.reconnect()
  t.after(() => again.stop())
  assert.equal((await ended(opened, second)).status, 'succeeded')
  assert.equal(again.truth('Real'), 48.5)
})

test('a unit that does not answer, with many commands, holds up neither the polls nor the commands of its neighbour', async (t) => {
  const { line, units } = await openUnits(2, quick(everyKind))
  const [dead, alive] = units
  assert.ok(dead !== undefined && alive !== undefined)
  t.after(() => line.stop())
  line.setFaults((_request, address) => (address === 3 ? 'lost' : 'none'))
  const lost = []
  for (let n = 0; n < 4; n += 1) lost.push(await send(dead, { Reg6: 50 + n }))
  const from = line.requests.length
  assert.equal((await sent(alive, { Reg6: 60 })).status, 'succeeded')
  const { envelope } = await app.ask(commandCalls.cooler.commands, { id: dead.unit.id }, { token })
  assert.ok(envelope.data.list.some(isOpen), 'the neighbour waited for all commands of the silent unit')
  for (const id of lost) assert.equal((await ended(dead, id)).status, 'unknown')
  // Registers of the neighbour alone.
  const polls = line.requests.slice(from).filter((hex) => hex === '0300100002')
  assert.ok(polls.length >= 1, `${polls.length} polls meanwhile`)
  // No command of a unit began before the one before it had ended.
  const writes = line.requests.filter((hex) => hex.startsWith('06001000') && Number.parseInt(hex.slice(-2), 16) < 60)
  assert.deepEqual(writes, ['0600100032', '0600100033', '0600100034', '0600100035'])
})

test('a command that is still waiting for the line when its time is over is never written, and says that nothing was sent', async (t) => {
  const opened = await open()
  const { line } = opened
  t.after(() => line.stop())
  line.setFaults(() => 'unanswered')
  // Both are sent at once: the first holds the line for only half a second.
  const begun = send(opened, { Reg6: 71 })
  await until('its write', () => line.written.length > 0)
  const [first, second] = await Promise.all([begun, send(opened, { Reg16: 72 })])
  app.clock.advance(61_000)
  const unsent = await ended(opened, second)
  assert.deepEqual([unsent.status, unsent.error, unsent.sentAt], ['timed_out', 'notSent', null])
  assert.equal((await ended(opened, first)).status, 'unknown')
  line.setFaults(() => 'none')
  assert.equal((await sent(opened, { Beside6: 73 })).status, 'succeeded')
  assert.equal(line.truth('Reg16'), 0)
})

test('answers to polls that arrive twice are read as the values of their own registers', async (t) => {
  const seed = process.env['SEED'] ?? String(Date.now())
  const chance = chanceOf(seed)
  // Each is polled by itself, and all answers have the same form.
  const own = new Set(['Reg6', 'Reg16', 'LowBits', 'Again'])
  const apart = quick({
    ...everyKind,
    properties: everyKind.properties.filter(({ identifier }) => own.has(identifier)),
  })
  const { line, units } = await openUnits(1, apart)
  const [opened] = units
  assert.ok(opened !== undefined)
  t.after(() => line.stop())
  line.setFaults(() => (happens(chance, 0.5) ? 'doubled' : 'none'))
  line.setPace(() => between(chance, 0, answerMs * 0.3))
  const values = { Reg6: 61, Reg16: 16, LowBits: 50, Again: 96 }
  line.put(values)
  const asked = line.requests.length
  await until('many polls', () => line.requests.length > asked + 80, 30_000)
  const rows = (await app.ask(telemetryCalls.cooler.history, { id: opened.unit.id, pageSize: 80 }, { token })).envelope
    .data.list
  for (const { identifier, value } of rows) {
    const wanted = Object.entries(values).find(([one]) => one === identifier)?.[1]
    assert.ok(value === wanted || value === 0, `seed ${seed}: ${identifier} was read as ${String(value)}`)
  }
  assert.ok(rows.length > 40, `${rows.length} values`)
})

test('a desired value of a register that is never read is written once, and again only while nothing proved it', async (t) => {
  const opened = await open()
  opened.line.disconnect()
  await isOnline(app, opened.unit, false)
  const version = async () =>
    (await app.ask(telemetryCalls.cooler.shadow, { id: opened.unit.id }, { token })).envelope.data.version
  const draft = { id: opened.unit.id, version: await version(), values: { Hidden: 9 }, password: testPassword }
  const set = await app.ask(commandCalls.cooler.setDesired, draft, { token })
  assert.equal(set.status, 200, set.envelope.msg)
  /** Reads the desired values of registers that are never reported. */
  const desired = async () =>
    (await app.ask(telemetryCalls.cooler.shadow, { id: opened.unit.id }, { token })).envelope.data.wanted
  /** Returns what is written over a new connection, once the unit has been polled for a while. */
  const over = async (fault: Fault) => {
    const line = await opened.reconnect((request) => (isWrite(request) ? fault : 'none'))
    t.after(() => line.stop())
    await isOnline(app, opened.unit, true)
    const id = await send(opened, { Beside6: 12 })
    await ended(opened, id)
    line.disconnect()
    await isOnline(app, opened.unit, false)
    return line.requests.filter((hex) => hex.startsWith('10007000') || hex.startsWith('06007000')).length
  }
  // The echoes are lost, so the result of the write is unknown.
  assert.ok((await over('unanswered')) > 0)
  assert.equal((await desired()).length, 1)
  assert.equal(await over('none'), 1)
  assert.deepEqual(await desired(), [])
  assert.equal(await over('none'), 0)
})

const faultsOfAll = (chance: Chance): Fault =>
  pick<Fault>(chance, [
    'none',
    'none',
    'none',
    'none',
    'lost',
    'unanswered',
    'damaged',
    'cut',
    'wrongUnit',
    'doubled',
    'doubled',
    { late: between(chance, answerMs, answerMs + lateMs * 0.4) },
  ])

test('over a line with every fault, at any pace and in any order, the ledger says what the registers say', async (t) => {
  const seed = process.env['SEED'] ?? String(Date.now())
  const chance = chanceOf(seed)
  // It is polled all the while.
  const { line, units } = await openUnits(1, quick(everyKind))
  const [opened] = units
  assert.ok(opened !== undefined)
  t.after(() => line.stop())
  line.setPace(() => (happens(chance, 0.3) ? between(chance, 0, answerMs * 0.6) : 0))
  const all = [...kinds, 'Beside6', 'Again', 'Hidden', 'HiddenAgain'] as const
  const seen = new Map<string, number>()
  for (let round = 0; round < 16; round += 1) {
    // Every fourth write is lost for certain, and the first has no fault.
    const isLost = round % 4 === 3
    line.setFaults((request) => {
      if (isLost) return isWrite(request) ? 'lost' : 'none'
      return round > 0 && happens(chance, 0.4) ? faultsOfAll(chance) : 'none'
    })
    const before = Object.fromEntries(all.map((kind) => [kind, line.truth(kind)]))
    const params: Record<string, number> = {}
    for (let count = wholeBetween(chance, 1, 3); count > 0; count -= 1) {
      const kind = isLost ? 'Reg6' : pick(chance, all)
      const other = kind.startsWith('Coil') ? 1 - Number(before[kind]) : wholeBetween(chance, 1, 200)
      if (other !== before[kind]) params[kind] = other
    }
    if (Object.keys(params).length === 0) continue
    const row = await sent(opened, params)
    const outcomes = row.valueOutcomes ?? {}
    const told = `seed ${seed}, round ${round}: ${JSON.stringify({ params, before, row })}`
    assert.deepEqual(Object.keys(outcomes).toSorted(), Object.keys(params).toSorted(), told)
    for (const [kind, outcome] of Object.entries(outcomes)) {
      seen.set(outcome, (seen.get(outcome) ?? 0) + 1)
      const truth = line.truth(kind)
      if (outcome === 'written') assert.equal(truth, params[kind], `${kind} is called written; ${told}`)
      if (outcome === 'notWritten') assert.equal(truth, before[kind], `${kind} is called not written; ${told}`)
    }
    for (const kind of all) if (!(kind in params)) assert.equal(line.truth(kind), before[kind], `${kind}; ${told}`)
    const verdicts = Object.values(outcomes)
    const status = verdicts.includes('unknown') ? 'unknown' : verdicts.includes('notWritten') ? 'failed' : 'succeeded'
    assert.equal(row.status, status, told)
  }
  assert.ok((seen.get('written') ?? 0) > 0 && (seen.get('notWritten') ?? 0) > 0, `seed ${seed}`)
})
