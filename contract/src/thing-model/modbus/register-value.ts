import type { Modbus } from '../thing-model.model.ts'
import { decimalOf, divided, multiplied, nearestWhole } from './decimal.ts'

/**
 * Converts between Modbus registers and property values (spec 3: byte length, sign, coefficient; alink.md 1.7: swaps and bit
 * masks). The functions are pure: the device link, the simulator's modem and the tester beside the form share them.
 *
 * Modbus sends the high byte of a 16-bit register first (MODBUS Application Protocol V1.1b3, 4.2) and does not define the order
 * of the registers of a longer value. `swapBytes` exchanges the bytes of each register. `reverseRegisters` puts the lowest
 * register first.
 */
export type RegisterProblem = 'type' | 'length' | 'range' | 'step'
type Refused = Readonly<{ ok: false; reason: RegisterProblem }>
export type RegisterValue = Readonly<{ ok: true; value: number | string }> | Refused
export type RegisterBytes = Readonly<{ ok: true; bytes: Uint8Array }> | Refused

export type RegisterLayout = Pick<
  Modbus,
  'byteLength' | 'signed' | 'coefficient' | 'encoding' | 'swapBytes' | 'reverseRegisters' | 'bitMask'
>

const refused = (reason: RegisterProblem): Refused => ({ ok: false, reason })

/** Registers of 16 bits that a value fills; a single byte is the low half of one. */
export const registerCount = ({ byteLength }: Pick<Modbus, 'byteLength'>): number => Math.max(1, byteLength / 2)

/** From the device's order into network order, and back: it is its own inverse. */
function inOrder(bytes: Uint8Array, { swapBytes = false, reverseRegisters = false }: RegisterLayout): Uint8Array {
  const ordered = new Uint8Array(bytes.length)
  for (let at = 0; at < bytes.length; at += 1) {
    const register = at >> 1
    const from = reverseRegisters ? bytes.length / 2 - 1 - register : register
    ordered[at] = bytes[from * 2 + (swapBytes ? 1 - (at & 1) : at & 1)] ?? 0
  }
  return ordered
}

/** Returns which bits of each register a value occupies, in the order on the wire. */
export function registerBits(layout: RegisterLayout): readonly number[] {
  const full = (1n << bitsOf(layout)) - 1n
  let mask = layout.bitMask === undefined ? full : BigInt(layout.bitMask) & full
  const bytes = new Uint8Array(registerCount(layout) * 2)
  for (let at = bytes.length - 1; at >= 0; at -= 1) {
    bytes[at] = Number(mask & 0xffn)
    mask >>= 8n
  }
  const ordered = inOrder(bytes, layout)
  return Array.from(
    { length: registerCount(layout) },
    (_, at) => ((ordered[at * 2] ?? 0) << 8) | (ordered[at * 2 + 1] ?? 0),
  )
}

const bitsOf = ({ byteLength }: RegisterLayout): bigint => BigInt(byteLength * 8)

/** The bits that count, and the position of the lowest from the right; a value is the number in these bits, shifted there. */
function maskOf(layout: RegisterLayout): Readonly<{ mask: bigint; shift: bigint }> | undefined {
  if (layout.bitMask === undefined) return undefined
  const mask = BigInt(layout.bitMask) & ((1n << bitsOf(layout)) - 1n)
  let shift = 0n
  while (mask !== 0n && ((mask >> shift) & 1n) === 0n) shift += 1n
  return { mask, shift }
}

function readUnsigned(bytes: Uint8Array): bigint {
  let unsigned = 0n
  for (const byte of bytes) unsigned = (unsigned << 8n) | BigInt(byte)
  return unsigned
}

/** Beyond these limits numbers would be rounded, and a counter would stop counting. */
const isCountable = (raw: bigint): boolean =>
  raw <= BigInt(Number.MAX_SAFE_INTEGER) && raw >= BigInt(Number.MIN_SAFE_INTEGER)

const isFloatLength = ({ byteLength }: RegisterLayout): boolean => byteLength === 4 || byteLength === 8

/** The property's value in the bytes of its registers, as the device sent them: raw × coefficient. */
export function decodeRegisters(layout: RegisterLayout, bytes: Uint8Array): RegisterValue {
  if (bytes.length !== registerCount(layout) * 2) return refused('length')
  const ordered = inOrder(bytes, layout)
  if (layout.encoding === 'float') return decodeFloat(layout, ordered)
  if (layout.encoding === 'text') return decodeText(ordered)
  const unsigned = BigInt.asUintN(layout.byteLength * 8, readUnsigned(ordered))
  const masked = maskOf(layout)
  // Bits of a register are flags or a small number, never signed.
  const raw =
    masked !== undefined
      ? (unsigned & masked.mask) >> masked.shift
      : layout.signed
        ? BigInt.asIntN(layout.byteLength * 8, unsigned)
        : unsigned
  if (!isCountable(raw)) return refused('range')
  return finite(layout.coefficient === 1 ? Number(raw) : multiplied({ digits: raw, exponent: 0 }, layout.coefficient))
}

/** Ends at the first zero; spaces that fill it up are not part of it. */
function decodeText(ordered: Uint8Array): RegisterValue {
  const end = ordered.indexOf(0)
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(end === -1 ? ordered : ordered.subarray(0, end))
    return { ok: true, value: text.replace(/ +$/, '') }
  } catch {
    return refused('range')
  }
}

function decodeFloat(layout: RegisterLayout, ordered: Uint8Array): RegisterValue {
  if (!isFloatLength(layout)) return refused('length')
  const view = new DataView(ordered.buffer)
  const raw = layout.byteLength === 4 ? shortestSingle(view.getFloat32(0)) : view.getFloat64(0)
  if (!Number.isFinite(raw)) return refused('range')
  // No minus zero: it would not survive JSON.
  return finite(layout.coefficient === 1 ? raw + 0 : multiplied(decimalOf(raw), layout.coefficient))
}

const finite = (value: number): RegisterValue => (Number.isFinite(value) ? { ok: true, value } : refused('range'))

/** The fewest digits that name a single (nine at most): the others that a double of it shows are not the device's. */
function shortestSingle(single: number): number {
  for (let digits = 1; digits < 9; digits += 1) {
    const shorter = Number(single.toPrecision(digits))
    if (Math.fround(shorter) === single) return shorter
  }
  return Number(single.toPrecision(9))
}

/**
 * The bytes to write for a value: value / coefficient, which has to be a whole number unless the registers hold a float; of
 * text its own, with zeros behind them.
 * With a bit mask the other bits are those of `before`, the bytes as last read; zero without.
 */
export function encodeRegisters(layout: RegisterLayout, value: number | string, before?: Uint8Array): RegisterBytes {
  if (layout.encoding === 'text') return encodeText(layout, value)
  if (typeof value !== 'number' || !Number.isFinite(value)) return refused('type')
  if (layout.encoding === 'float') return encodeFloat(layout, value)
  const whole = nearestWhole(value, layout.coefficient)
  if (whole === null) return refused('step')
  if (!isCountable(whole)) return refused('range')
  const size = registerCount(layout) * 2
  const bits = bitsOf(layout)
  const masked = maskOf(layout)
  let raw = whole
  if (masked !== undefined) {
    const shifted = whole << masked.shift
    if (whole < 0n || masked.mask === 0n || (shifted & ~masked.mask) !== 0n) return refused('range')
    if (before !== undefined && before.length !== size) return refused('length')
    const others = before === undefined ? 0n : readUnsigned(inOrder(before, layout))
    raw = (others & ~masked.mask) | shifted
  } else {
    const least = layout.signed ? -(1n << (bits - 1n)) : 0n
    const most = layout.signed ? (1n << (bits - 1n)) - 1n : (1n << bits) - 1n
    if (whole < least || whole > most) return refused('range')
  }
  // A single byte is the low half of its register; a signed value fills the high half with its sign.
  const bytes = new Uint8Array(size)
  let rest = BigInt.asUintN(size * 8, raw)
  for (let at = size - 1; at >= 0; at -= 1) {
    bytes[at] = Number(rest & 0xffn)
    rest >>= 8n
  }
  return { ok: true, bytes: inOrder(bytes, layout) }
}

function encodeText(layout: RegisterLayout, value: number | string): RegisterBytes {
  if (typeof value !== 'string') return refused('type')
  const text = new TextEncoder().encode(value)
  if (text.length > layout.byteLength || text.includes(0)) return refused('range')
  const bytes = new Uint8Array(layout.byteLength)
  bytes.set(text)
  return { ok: true, bytes: inOrder(bytes, layout) }
}

function encodeFloat(layout: RegisterLayout, value: number): RegisterBytes {
  if (!isFloatLength(layout)) return refused('length')
  const bytes = new Uint8Array(layout.byteLength)
  const view = new DataView(bytes.buffer)
  const raw = divided(value, layout.coefficient)
  if (layout.byteLength === 8) view.setFloat64(0, raw)
  else view.setFloat32(0, raw)
  const written = layout.byteLength === 8 ? view.getFloat64(0) : view.getFloat32(0)
  return Number.isFinite(written) ? { ok: true, bytes: inOrder(bytes, layout) } : refused('range')
}
