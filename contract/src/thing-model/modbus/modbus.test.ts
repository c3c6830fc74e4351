import assert from 'node:assert/strict'
import { test } from 'node:test'
import { crc16, readSerialFrame, readTcpFrame, serialFrame, tcpFrame } from './modbus-frame.ts'
import { readAnswer, readRequest, writeCoilRequest, writeRegistersRequest } from './modbus-message.ts'
import { decodeRegisters, encodeRegisters, type RegisterLayout } from './register-value.ts'

const hex = (text: string) => Uint8Array.from(text.split(' ').map((byte) => Number.parseInt(byte, 16)))
const shown = (bytes: Uint8Array) => [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join(' ')

test('requests and answers are those of the worked examples of the Modbus application protocol', () => {
  // 6.1: coils 20 to 38.
  const coils = readRequest('coilStatus', 0x13, 0x13)
  assert.equal(shown(coils), '01 00 13 00 13')
  const bits = readAnswer(coils, hex('01 03 CD 6B 05'))
  assert.ok(bits.kind === 'bits')
  assert.equal(bits.bits.map(Number).join(''), '1011001111010110101')
  // 6.2: inputs 197 to 218.
  const inputs = readRequest('inputStatus', 0xc4, 0x16)
  assert.equal(shown(inputs), '02 00 c4 00 16')
  const states = readAnswer(inputs, hex('02 03 AC DB 35'))
  assert.ok(states.kind === 'bits' && states.bits.length === 22)
  // 6.3: registers 108 to 110.
  const holding = readRequest('holdingRegister', 0x6b, 3)
  assert.equal(shown(holding), '03 00 6b 00 03')
  const registers = readAnswer(holding, hex('03 06 02 2B 00 00 00 64'))
  assert.ok(registers.kind === 'registers')
  assert.deepEqual(
    [0, 2, 4].map((at) => decodeRegisters(plain(2, false), registers.bytes.subarray(at, at + 2))),
    [555, 0, 100].map((value) => ({ ok: true, value })),
  )
  // 6.4: input register 9.
  assert.equal(shown(readRequest('inputRegister', 8, 1)), '04 00 08 00 01')
  assert.deepEqual(readAnswer(hex('04 00 08 00 01'), hex('04 02 00 0A')), { kind: 'registers', bytes: hex('00 0A') })
  // 6.5: coil 173 on. 6.6: register 2 to 3. 6.12: registers 2 and 3 to 000A and 0102.
  assert.equal(shown(writeCoilRequest(0xac, true)), '05 00 ac ff 00')
  assert.deepEqual(readAnswer(hex('05 00 AC FF 00'), hex('05 00 AC FF 00')), { kind: 'written' })
  assert.equal(shown(writeRegistersRequest(1, hex('00 03'))), '06 00 01 00 03')
  const two = writeRegistersRequest(1, hex('00 0A 01 02'))
  assert.equal(shown(two), '10 00 01 00 02 04 00 0a 01 02')
  assert.deepEqual(readAnswer(two, hex('10 00 01 00 02')), { kind: 'written' })
  // 6.11: ten coils from 20 on.
  assert.deepEqual(readAnswer(hex('0F 00 13 00 0A 02 CD 01'), hex('0F 00 13 00 0A')), { kind: 'written' })
  // 6.16: register 5 contains 12; writing 25 sets the bits that F2 leaves out, and the result is 17.
  assert.deepEqual(encodeRegisters(plain(2, false, { bitMask: 0x0d }), 0x25 & 0x0d, hex('00 12')), {
    ok: true,
    bytes: hex('00 17'),
  })
  // 7: an illegal data address.
  assert.deepEqual(readAnswer(hex('01 04 A1 00 01'), hex('81 02')), { kind: 'exception', code: 2 })
})

test('an answer to another request, cut short or too long is none', () => {
  const requested = readRequest('holdingRegister', 0, 2)
  for (const answer of ['04 04 00 01 00 02', '03 04 00 01 00', '03 02 00 01', '03 04 00 01 00 02 00', '83', '83 02 00'])
    assert.deepEqual(readAnswer(requested, hex(answer)), { kind: 'unreadable' }, answer)
  assert.deepEqual(readAnswer(requested, new Uint8Array()), { kind: 'unreadable' })
  assert.deepEqual(readAnswer(writeRegistersRequest(1, hex('00 03')), hex('06 00 01 00 04')), { kind: 'unreadable' })
})

test('no request covers more registers than the protocol allows', () => {
  for (const [table, address, count] of [
    ['coilStatus', 0, 2001],
    ['holdingRegister', 0, 126],
    ['holdingRegister', 0, 0],
    ['inputRegister', 0xffff, 2],
    ['inputRegister', -1, 1],
    ['inputRegister', 0.5, 1],
    ['inputRegister', Number.NaN, 1],
  ] as const)
    assert.throws(() => readRequest(table, address, count), RangeError)
  assert.equal(readRequest('inputRegister', 0xffff, 1).length, 5)
  assert.throws(() => writeRegistersRequest(0, new Uint8Array(2 * 124)), RangeError)
  assert.throws(() => writeRegistersRequest(0, new Uint8Array(3)), RangeError)
  assert.throws(() => writeRegistersRequest(-1, new Uint8Array(2)), RangeError)
  assert.throws(() => writeCoilRequest(0x1_0000, true), RangeError)
  assert.throws(() => serialFrame(0, hex('07')), RangeError)
  assert.throws(() => serialFrame(248, hex('07')), RangeError)
})

test('the frame of a serial line has the checksum of the specification’s example', () => {
  // MODBUS over Serial Line V1.02, appendix B: 02 07 gives 1241, sent as 41 12.
  assert.equal(crc16(hex('02 07')), 0x1241)
  assert.equal(shown(serialFrame(2, hex('07'))), '02 07 41 12')
  assert.deepEqual(readSerialFrame(2, hex('02 07 41 12')), hex('07'))
  for (const damaged of ['02 07 41 13', '02 06 41 12', '03 07 41 12', '02 07', '02'])
    assert.equal(readSerialFrame(2, hex(damaged)), null, damaged)
})

test('a device that only writes many is written one by the function for many, and its short answer is read', () => {
  const coil = writeCoilRequest(0x13, true, 15)
  assert.equal(shown(coil), '0f 00 13 00 01 01 01')
  assert.deepEqual(readAnswer(coil, hex('0f 00 13 00 01')), { kind: 'written' })
  const register = writeRegistersRequest(1, hex('00 03'), 16)
  assert.equal(shown(register), '10 00 01 00 01 02 00 03')
  assert.deepEqual(readAnswer(register, hex('10 00 01 00 01')), { kind: 'written' })
  assert.throws(() => writeRegistersRequest(1, hex('00 03 00 04'), 6), RangeError)
})

test('a frame over TCP carries transaction, length and unit, and another’s is none', () => {
  // MODBUS Messaging on TCP/IP V1.0b, 3.1.3: read one register 4 of unit 255, transaction 1501.
  const frame = tcpFrame(0x1501, 0xff, readRequest('holdingRegister', 4, 1))
  assert.equal(shown(frame), '15 01 00 00 00 06 ff 03 00 04 00 01')
  assert.deepEqual(readTcpFrame(0x1501, 0xff, frame), hex('03 00 04 00 01'))
  for (const other of [
    '15 02 00 00 00 06 ff 03 00 04 00 01',
    '15 01 00 01 00 06 ff 03 00 04 00 01',
    '15 01 00 00 00 07 ff 03 00 04 00 01',
    '15 01 00 00 00 06 fe 03 00 04 00 01',
    '15 01 00 00 00 01 ff',
  ])
    assert.equal(readTcpFrame(0x1501, 0xff, hex(other)), null, other)
})

const plain = (byteLength: number, signed: boolean, more: Partial<RegisterLayout> = {}): RegisterLayout => ({
  byteLength,
  signed,
  coefficient: 1,
  ...more,
})

test('whole numbers of one, two, four and eight bytes, with and without sign, are read back unchanged', () => {
  for (const [layout, value, bytes] of [
    [plain(1, false), 200, '00 c8'],
    [plain(1, true), -56, 'ff c8'],
    [plain(2, false), 65_535, 'ff ff'],
    [plain(2, true), -1, 'ff ff'],
    [plain(2, true, { coefficient: 0.1 }), -18.5, 'ff 47'],
    [plain(4, true), -123_456, 'ff fe 1d c0'],
    [plain(4, false), 4_294_967_295, 'ff ff ff ff'],
    [plain(8, true), -9_007_199_254_740_991, 'ff e0 00 00 00 00 00 01'],
    [plain(8, false), 9_007_199_254_740_991, '00 1f ff ff ff ff ff ff'],
  ] as const) {
    const written = encodeRegisters(layout, value)
    assert.ok(written.ok)
    assert.equal(shown(written.bytes), bytes)
    assert.deepEqual(decodeRegisters(layout, written.bytes), { ok: true, value })
  }
})

test('bytes exchanged within registers, and registers in reverse, are put in order both ways', () => {
  const value = 0x0a_0b_0c_0d
  for (const [order, bytes] of [
    [{}, '0a 0b 0c 0d'],
    [{ swapBytes: true }, '0b 0a 0d 0c'],
    [{ reverseRegisters: true }, '0c 0d 0a 0b'],
    [{ swapBytes: true, reverseRegisters: true }, '0d 0c 0b 0a'],
  ] as const) {
    const layout = plain(4, false, order)
    const written = encodeRegisters(layout, value)
    assert.ok(written.ok)
    assert.equal(shown(written.bytes), bytes)
    assert.deepEqual(decodeRegisters(layout, written.bytes), { ok: true, value })
  }
})

test('floats of four and eight bytes are those of IEEE 754, shown with the digits they have', () => {
  const single = plain(4, true, { encoding: 'float' })
  assert.deepEqual(decodeRegisters(single, hex('42 f6 e9 79')), { ok: true, value: 123.456 })
  assert.deepEqual(encodeRegisters(single, 123.456), { ok: true, bytes: hex('42 f6 e9 79') })
  assert.deepEqual(decodeRegisters(plain(8, true, { encoding: 'float' }), hex('40 5e dd 2f 1a 9f be 77')), {
    ok: true,
    value: 123.456,
  })
  assert.deepEqual(decodeRegisters(single, hex('7f c0 00 00')), { ok: false, reason: 'range' })
  assert.deepEqual(encodeRegisters(single, 1e39), { ok: false, reason: 'range' })
})

test('a bit mask reads its bits as a number, and writes no others', () => {
  const layout = plain(2, false, { bitMask: 0x0030 })
  assert.deepEqual(decodeRegisters(layout, hex('ff ef')), { ok: true, value: 2 })
  assert.deepEqual(encodeRegisters(layout, 1, hex('ff ef')), { ok: true, bytes: hex('ff df') })
  assert.deepEqual(encodeRegisters(layout, 3), { ok: true, bytes: hex('00 30') })
  assert.deepEqual(encodeRegisters(layout, 4), { ok: false, reason: 'range' })
})

test('a bit mask keeps every other bit of its registers, of one byte and of eight', () => {
  const single = plain(1, false, { bitMask: 0x0c })
  assert.deepEqual(encodeRegisters(single, 2, hex('a5 f3')), { ok: true, bytes: hex('a5 fb') })
  const eight = plain(8, false, { bitMask: 0xff00_0000 })
  assert.deepEqual(decodeRegisters(eight, hex('ff ff ff ff 7a ff ff ff')), { ok: true, value: 0x7a })
  assert.deepEqual(encodeRegisters(eight, 1, hex('ff ff ff ff ff ff ff ff')), {
    ok: true,
    bytes: hex('ff ff ff ff 01 ff ff ff'),
  })
  const swapped = plain(4, false, { bitMask: 0xff, swapBytes: true, reverseRegisters: true })
  assert.deepEqual(encodeRegisters(swapped, 9, hex('01 02 03 04')), { ok: true, bytes: hex('09 02 03 04') })
  assert.deepEqual(encodeRegisters(swapped, 9, hex('01 02')), { ok: false, reason: 'length' })
  // The mask has no bit of the value: nothing is read or written.
  assert.deepEqual(decodeRegisters(plain(1, false, { bitMask: 0x100 }), hex('ff ff')), { ok: true, value: 0 })
  assert.deepEqual(encodeRegisters(plain(1, false, { bitMask: 0x100 }), 0), { ok: false, reason: 'range' })
})

test('a single keeps every digit it has: whole numbers to 16,777,216 and its smallest and largest', () => {
  const single = plain(4, true, { encoding: 'float' })
  for (const value of [16_777_216, 16_777_215, 0.1, 1e-45, 3.4028235e38, -273.15, 0]) {
    const written = encodeRegisters(single, value)
    assert.ok(written.ok)
    assert.deepEqual(decodeRegisters(single, written.bytes), { ok: true, value })
  }
  assert.deepEqual(decodeRegisters(single, hex('80 00 00 00')), { ok: true, value: 0 })
  const double = plain(8, true, { encoding: 'float', coefficient: 0.1 })
  const written = encodeRegisters(double, 0.3)
  assert.ok(written.ok)
  assert.deepEqual(decodeRegisters(double, written.bytes), { ok: true, value: 0.3 })
  assert.deepEqual(encodeRegisters(double, 1e308), { ok: false, reason: 'range' })
})

test('a counter of sixteen digits keeps them all under a coefficient, and a coefficient may be any fraction', () => {
  const counter = plain(8, false, { coefficient: 0.1 })
  assert.deepEqual(decodeRegisters(counter, hex('00 1f ff ff ff ff ff ff')), { ok: true, value: 900_719_925_474_099.1 })
  assert.deepEqual(encodeRegisters(counter, 900_719_925_474_099.1), { ok: true, bytes: hex('00 1f ff ff ff ff ff ff') })
  for (const coefficient of [1 / 3, 1 / 8192, 0.07, 1e-9, 12.5, 1e7, 1e-300, 1e300]) {
    const layout = plain(2, true, { coefficient })
    for (const raw of ['00 00', '00 01', '00 07', '7f ff', '80 00', 'ff ff']) {
      const read = decodeRegisters(layout, hex(raw))
      assert.ok(read.ok)
      assert.deepEqual(encodeRegisters(layout, read.value), { ok: true, bytes: hex(raw) }, `${raw} × ${coefficient}`)
    }
  }
  assert.deepEqual(encodeRegisters(plain(2, true, { coefficient: 1e-9 }), 1e300), { ok: false, reason: 'range' })
})

test('a coefficient leaves no rounding behind, and a value between two steps of it is refused', () => {
  const tenth = plain(2, true, { coefficient: 0.1 })
  for (let raw = -2000; raw <= 2000; raw += 1) {
    const value = Number((raw / 10).toFixed(1))
    const written = encodeRegisters(tenth, value)
    assert.ok(written.ok, String(value))
    assert.deepEqual(decodeRegisters(tenth, written.bytes), { ok: true, value })
  }
  assert.deepEqual(encodeRegisters(tenth, 1.25), { ok: false, reason: 'step' })
  assert.deepEqual(encodeRegisters(tenth, 3276.8), { ok: false, reason: 'range' })
  assert.deepEqual(encodeRegisters(plain(2, false), -1), { ok: false, reason: 'range' })
  assert.deepEqual(encodeRegisters(plain(2, false), Number.NaN), { ok: false, reason: 'type' })
})

test('registers too few or too many are refused, and numbers that JavaScript cannot count', () => {
  assert.deepEqual(decodeRegisters(plain(4, false), hex('00 01')), { ok: false, reason: 'length' })
  assert.deepEqual(decodeRegisters(plain(2, false), hex('00 01 00 02')), { ok: false, reason: 'length' })
  assert.deepEqual(decodeRegisters(plain(8, false), hex('00 20 00 00 00 00 00 01')), { ok: false, reason: 'range' })
  assert.deepEqual(decodeRegisters(plain(2, false, { encoding: 'float' }), hex('00 01')), {
    ok: false,
    reason: 'length',
  })
})

test('text in registers ends at its first zero, loses its padding, and is read back as it was written', () => {
  const text = (byteLength: number, more: Partial<RegisterLayout> = {}): RegisterLayout =>
    plain(byteLength, false, { encoding: 'text', ...more })
  assert.deepEqual(decodeRegisters(text(8), hex('4F 56 45 4E 00 FF FF FF')), { ok: true, value: 'OVEN' })
  assert.deepEqual(decodeRegisters(text(6), hex('4F 56 45 4E 20 20')), { ok: true, value: 'OVEN' })
  assert.deepEqual(decodeRegisters(text(4, { swapBytes: true }), hex('56 4F 4E 45')), { ok: true, value: 'OVEN' })
  assert.deepEqual(decodeRegisters(text(4), hex('00 00 00 00')), { ok: true, value: '' })
  assert.deepEqual(decodeRegisters(text(4), hex('FF FE 00 00')), { ok: false, reason: 'range' })
  assert.deepEqual(decodeRegisters(text(4), hex('4F 56')), { ok: false, reason: 'length' })
  assert.deepEqual(encodeRegisters(text(8), '烤箱'), { ok: true, bytes: hex('E7 83 A4 E7 AE B1 00 00') })
  assert.deepEqual(encodeRegisters(text(4), 'OVENS'), { ok: false, reason: 'range' })
  assert.deepEqual(encodeRegisters(text(4), 5), { ok: false, reason: 'type' })
  assert.deepEqual(encodeRegisters(plain(2, false), 'OVEN'), { ok: false, reason: 'type' })
  for (const swapBytes of [false, true])
    for (const reverseRegisters of [false, true]) {
      const layout = text(10, { swapBytes, reverseRegisters })
      const written = encodeRegisters(layout, '3.2 室')
      assert.ok(written.ok)
      assert.deepEqual(decodeRegisters(layout, written.bytes), { ok: true, value: '3.2 室' })
    }
})
