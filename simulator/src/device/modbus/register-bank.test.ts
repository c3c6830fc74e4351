import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  readAnswer,
  readRequest,
  writeCoilRequest,
  writeRegistersRequest,
} from '@brigade/contract/thing-model/modbus/modbus-message.ts'
import { serialFrame, readSerialFrame } from '@brigade/contract/thing-model/modbus/modbus-frame.ts'
import { modbusUnit } from '@brigade/contract/thing-model/ready-made/modbus-dtu.ts'
import { chanceOf } from '../../random.ts'
import { newAppliance } from '../appliance.ts'
import { controller } from './controller.ts'
import { registerBank } from './register-bank.ts'
import { serialLine } from './serial-line.ts'

const ask = (bank: ReturnType<typeof registerBank>, request: Uint8Array) =>
  readAnswer(request, bank.answer(request).answer)

test('measured values are in their registers, and bits share one register', () => {
  const bank = registerBank(modbusUnit)
  bank.put({ CabinetTemp: -18.5, Compressor: 1, Defrost: 1, ControlMode: 2, CompressorHours: 6553.7, DoorState: 1 })
  assert.deepEqual(ask(bank, readRequest('inputRegister', 0, 2)), {
    kind: 'registers',
    bytes: Uint8Array.of(0xff, 0x47, 0, 0),
  })
  assert.deepEqual(ask(bank, readRequest('inputRegister', 0x10, 1)), {
    kind: 'registers',
    bytes: Uint8Array.of(0x20, 0x09),
  })
  assert.deepEqual(ask(bank, readRequest('inputRegister', 0x20, 2)), {
    kind: 'registers',
    bytes: Uint8Array.of(0, 1, 0, 1),
  })
  assert.deepEqual(ask(bank, readRequest('inputStatus', 0, 1)), { kind: 'bits', bits: [true] })
  bank.put({ Compressor: 0 })
  assert.deepEqual(ask(bank, readRequest('inputRegister', 0x10, 1)), {
    kind: 'registers',
    bytes: Uint8Array.of(0x20, 0x08),
  })
})

test('a write is answered by its echo and returns the properties it changed; an unknown register is an exception', () => {
  const bank = registerBank(modbusUnit)
  const one = writeRegistersRequest(0x100, Uint8Array.of(0xff, 0xe7))
  assert.deepEqual(bank.answer(one).written, { SetPoint: -2.5 })
  assert.deepEqual(readAnswer(one, bank.answer(one).answer), { kind: 'written' })
  const two = writeRegistersRequest(0x100, Uint8Array.of(0, 30, 0, 15))
  assert.deepEqual(bank.answer(two).written, { SetPoint: 3, SetDifferential: 1.5 })
  const coil = writeCoilRequest(1, true, 15)
  assert.deepEqual(bank.answer(coil).written, { Light: 1 })
  assert.deepEqual(ask(bank, readRequest('coilStatus', 0, 3)), { kind: 'bits', bits: [false, true, false] })
  assert.deepEqual(ask(bank, readRequest('inputRegister', 0x11, 1)), { kind: 'exception', code: 2 })
  assert.deepEqual(ask(bank, writeRegistersRequest(0x200, Uint8Array.of(0, 1))), { kind: 'exception', code: 2 })
  assert.deepEqual(ask(bank, Uint8Array.of(3, 1, 0, 0, 126)), { kind: 'exception', code: 3 })
  assert.deepEqual(ask(bank, Uint8Array.of(0x2b, 0, 0, 0, 1)), { kind: 'exception', code: 1 })
})

test('on a line only the addressed unit answers; answers are lost and damaged as often as configured', () => {
  const appliance = newAppliance('cooler', { seed: '1', firmware: '', freezer: false })
  const clock = () => 0
  const line = serialLine(
    [3, 7].map((address) => controller(appliance, { address, clock, isSilent: () => address === 7 })),
    chanceOf(1),
  )
  const request = readRequest('inputRegister', 0, 1)
  const requested = (unit: number) => line.answer(serialFrame(unit, request))
  const answer = requested(3)
  assert.ok(answer !== null && readSerialFrame(3, answer) !== null)
  assert.equal(requested(7), null)
  assert.equal(requested(4), null)
  assert.equal(line.answer(Uint8Array.of(3, 4, 0, 0, 0, 1, 0, 0)), null)
  line.faults.damaged = 1
  const damaged = requested(3)
  assert.ok(damaged !== null && readSerialFrame(3, damaged) === null)
  line.faults.lost = 1
  assert.equal(requested(3), null)
  assert.deepEqual(line.counts(), { answered: 2, unanswered: 4, damaged: 1 })
})

test('values written to a controller are applied by its refrigerator', () => {
  const appliance = newAppliance('cooler', { seed: '1', firmware: '', freezer: false })
  const line = serialLine([controller(appliance, { address: 1, clock: () => 0, isSilent: () => false })], chanceOf(1))
  line.answer(serialFrame(1, writeRegistersRequest(0x100, Uint8Array.of(0, 25))))
  assert.equal(appliance.values(0)['SetPoint'], 2.5)
  line.answer(serialFrame(1, writeCoilRequest(2, true)))
  assert.equal(appliance.values(0)['Defrost'], 1)
})
