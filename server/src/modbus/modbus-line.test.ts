import assert from 'node:assert/strict'
import { test } from 'node:test'
import { serialFrame } from '@brigade/contract/thing-model/modbus/modbus-frame.ts'
import { readRequest, writeRegistersRequest } from '@brigade/contract/thing-model/modbus/modbus-message.ts'
import { modbusUnit } from '@brigade/contract/thing-model/ready-made/modbus-dtu.ts'
import type { Modbus, ThingModel } from '@brigade/contract/thing-model/thing-model.model.ts'
import { openLine, type Question } from './modbus-line.ts'
import { planReads, takenApart } from './plan-reads.ts'

const ask = (request: Uint8Array, unit = 3): Question<string> => ({
  unit,
  protocol: 'modbusRtu',
  request,
  read: (answer) => answer.kind,
})
const two = readRequest('inputRegister', 0, 2)
const answerTo = (unit = 3) => serialFrame(unit, Uint8Array.of(4, 4, 0, 1, 0, 2))
const opened = (answerMs = 5000) => {
  const sent: string[] = []
  const line = openLine<string>({
    answerMs,
    lateMs: 10_000,
    send: (frame) => {
      sent.push(frame.toHex())
      return Promise.resolve(true)
    },
  })
  return { line, sent }
}

test('a request is sent as a frame with its checksum, and the frame that is received is its answer', async () => {
  const { line, sent } = opened()
  const requested = line.ask(ask(two))
  assert.deepEqual(sent, ['0304000000027029'])
  const taken = line.take(answerTo(), 0)
  assert.ok(taken.kind === 'answered')
  assert.deepEqual([taken.unit, taken.read], [3, 'registers'])
  assert.equal((await requested).kind, 'answered')
  assert.equal(line.take(answerTo(), 0).kind, 'unasked')
})

test('an answer that a modem cut in pieces is put together; a heartbeat between questions harms nothing', async () => {
  const { line } = opened()
  const requested = line.ask(ask(two))
  const whole = answerTo()
  assert.equal(line.take(new TextEncoder().encode('hello'), 0).kind, 'unasked')
  assert.equal(line.take(whole.slice(0, 3), 0).kind, 'piece')
  assert.equal(line.take(whole.slice(3, 8), 0).kind, 'piece')
  assert.equal(line.take(whole.slice(8), 0).kind, 'answered')
  assert.equal((await requested).kind, 'answered')
})

test('a damaged answer ends its question at once; a whole one of another unit, function or length does not', async () => {
  const { line } = opened()
  const requested = line.ask(ask(two))
  assert.equal(line.take(answerTo(4), 0).kind, 'unasked')
  assert.equal(line.take(serialFrame(3, Uint8Array.of(4, 2, 0, 1)), 0).kind, 'unasked')
  const damaged = answerTo()
  damaged[4] = 9
  assert.equal(line.take(damaged, 0).kind, 'damaged')
  assert.equal((await requested).kind, 'damaged')
})

test('after a request timed out, no other of the same form is sent until answers are in order again', async () => {
  const { line } = opened(20)
  assert.equal((await line.ask(ask(two))).kind, 'silent')
  const elsewhere = readRequest('inputRegister', 0x20, 2)
  assert.ok(line.doubtMs({ protocol: 'modbusRtu', unit: 3, request: elsewhere }) > 0)
  // The same request again, another length, a write and another unit cannot be confused.
  assert.equal(line.doubtMs({ protocol: 'modbusRtu', unit: 3, request: two }), 0)
  assert.equal(line.doubtMs({ protocol: 'modbusRtu', unit: 3, request: readRequest('inputRegister', 0x20, 3) }), 0)
  assert.equal(
    line.doubtMs({ protocol: 'modbusRtu', unit: 3, request: writeRegistersRequest(0, Uint8Array.of(0, 1)) }),
    0,
  )
  assert.equal(line.doubtMs({ protocol: 'modbusRtu', unit: 4, request: elsewhere }), 0)
  const other = line.ask(ask(readRequest('inputRegister', 0, 1)))
  // The late answer comes first, then the requested one.
  assert.equal(line.take(answerTo(), 0).kind, 'unasked')
  assert.equal(line.take(serialFrame(3, Uint8Array.of(4, 2, 0, 7)), 0).kind, 'answered')
  assert.equal((await other).kind, 'answered')
  assert.equal(line.doubtMs({ protocol: 'modbusRtu', unit: 3, request: elsewhere }), 0)
})

test('an answer of a command that equals an earlier one to another request counts if no other follows when it is asked again', async () => {
  const { line } = opened(200)
  const one = (address: number) => ({
    ...ask(readRequest('holdingRegister', address, 1)),
    since: performance.now() - 1,
  })
  const answered = (value: number) => serialFrame(3, Uint8Array.of(3, 2, 0, value))
  const first = line.ask(one(0))
  assert.equal(line.take(answered(5), 0).kind, 'answered')
  await first
  // The first answer arrives a second time, followed by the requested one.
  const second = line.ask(one(1))
  assert.equal(line.take(answered(5), 0).kind, 'unasked')
  assert.equal(line.take(answered(6), 0).kind, 'answered')
  assert.equal((await second).kind, 'answered')
  const third = line.ask(one(2))
  assert.equal(line.take(answered(6), 0).kind, 'unasked')
  assert.equal((await third).kind, 'ambiguous')
  const again = line.ask({ ...one(2), isRepeated: true })
  assert.equal(line.take(answered(6), 0).kind, 'answered')
  await again
})

test('an answer to a poll that arrives a second time is not taken for the answer to the next poll', async () => {
  const { line } = opened(1000)
  const polled = (address: number) => ask(readRequest('holdingRegister', address, 1))
  const answered = (value: number) => serialFrame(3, Uint8Array.of(3, 2, 0, value))
  const first = line.ask(polled(0))
  assert.equal(line.take(answered(5), 0).kind, 'answered')
  await first
  // The first answer arrives again and again, followed by the one to this question.
  const second = line.ask(polled(1))
  assert.equal(line.take(answered(5), 0).kind, 'unasked')
  assert.equal(line.take(answered(5), 0).kind, 'unasked')
  assert.equal(line.take(answered(6), 0).kind, 'answered')
  assert.equal((await second).kind, 'answered')
  // No other answer follows, so the first may have been its own. After a repeated request it is accepted.
  const third = line.ask(polled(2))
  assert.equal(line.take(answered(6), 0).kind, 'unasked')
  assert.equal((await third).kind, 'ambiguous')
  const again = line.ask({ ...polled(2), isRepeated: true })
  assert.equal(line.take(answered(6), 0).kind, 'answered')
  await again
  // The request reads the same registers, so either answer is equally valid.
  const same = line.ask(polled(2))
  assert.equal(line.take(answered(6), 0).kind, 'answered')
  await same
})

test('registers of equal content are asked for twice once, and again only where an answer has arrived twice', async () => {
  const { line } = opened(1000)
  const polled = (address: number) => ask(readRequest('holdingRegister', address, 1))
  const five = serialFrame(3, Uint8Array.of(3, 2, 0, 5))
  const outcome = async (address: number, isRepeated = false) => {
    const asked = line.ask({ ...polled(address), isRepeated })
    line.take(five, 0)
    return (await asked).kind
  }
  assert.deepEqual([await outcome(0), await outcome(1), await outcome(1, true)], ['answered', 'ambiguous', 'answered'])
  for (const address of [0, 1, 0, 1]) assert.equal(await outcome(address), 'answered')
  assert.equal(line.take(five, 0).kind, 'unasked')
  assert.equal(await outcome(0), 'ambiguous')
})

test('before a write that only its echo proves, a late or repeated echo of its like has to have passed', async () => {
  const { line } = opened(20)
  const write = (value: number, address = 0) => writeRegistersRequest(address, Uint8Array.of(0, value), 16)
  const asking = (request: Uint8Array, isOnlyProof: boolean) => ({
    ...ask(request),
    since: performance.now(),
    isOnlyProof,
  })
  assert.equal((await line.ask(asking(write(1), true))).kind, 'silent')
  // The echo does not contain the value.
  assert.ok(line.doubtMs(asking(write(2), false)) > 0)
  assert.equal(line.doubtMs({ ...asking(write(2), false), protocol: 'modbusTcp' }), 0)
  const { line: other } = opened()
  const done = other.ask(asking(write(1), true))
  assert.equal(other.take(serialFrame(3, write(1).slice(0, 5)), 0).kind, 'answered')
  await done
  assert.ok(other.doubtMs(asking(write(2), true)) > 0)
  assert.equal(other.doubtMs(asking(write(2), false)), 0)
  assert.equal(other.doubtMs(asking(write(2, 9), true)), 0)
})

test('a line that is closed answers its waiting callers, and accepts no more requests', async () => {
  const { line, sent } = opened()
  const requested = line.ask(ask(two))
  line.close()
  assert.equal((await requested).kind, 'closed')
  assert.equal((await line.ask(ask(two))).kind, 'closed')
  assert.equal(sent.length, 1)
})

test('neighbouring registers are read together, at the interval wanted, up to the limit of one request', () => {
  const planned = planReads(modbusUnit).map(
    ({ table, address, count, everyMs }) => `${table} ${address}+${count} ${everyMs}`,
  )
  assert.deepEqual(planned.toSorted(), [
    'coilStatus 0+3 5000',
    'holdingRegister 256+7 60000',
    'inputRegister 0+6 5000',
    'inputRegister 16+1 5000',
    'inputRegister 32+6 60000',
    'inputStatus 0+1 5000',
  ])
  const [voltage] = modbusUnit.properties.filter(({ identifier }) => identifier === 'Voltage')
  assert.ok(voltage?.modbus !== undefined)
  const at = (address: number, more: Partial<Modbus> = {}): ThingModel['properties'][number] => ({
    ...voltage,
    identifier: `P${address}`,
    modbus: { ...(voltage.modbus ?? raised()), registerAddress: `0x${address.toString(16)}`, ...more },
  })
  const many = Array.from({ length: 130 }, (_, address) => at(address))
  const ranges = planReads({ properties: many, events: [], services: [] })
  assert.deepEqual(
    ranges.map(({ address, count }) => [address, count]),
    [
      [0, 125],
      [125, 5],
    ],
  )
  const hidden = planReads({ properties: [at(0), at(1, { writeOnly: true }), at(2)], events: [], services: [] })
  assert.deepEqual(
    hidden.map(({ address, count }) => [address, count]),
    [
      [0, 1],
      [2, 1],
    ],
  )
  assert.equal(takenApart(ranges[1] ?? raised()).length, 5)
})

function raised(): never {
  throw new Error('it is there')
}
