import { dayMs } from '@brigade/contract/time.ts'

/**
 * The values that a column of each type accepts. Times are milliseconds since 1970 or ISO text; `jsonb` accepts any
 * JSON value.
 */
export type CopyValues = {
  int2: number
  int4: number
  int8: string | number | bigint
  float8: number
  bool: boolean
  text: string
  jsonb: unknown
  timestamptz: number | string
  /** Days since 1970 (UTC). */
  date: number
  bytea: Uint8Array
  'text[]': readonly (string | null)[]
  'int2[]': readonly number[]
  'int4[]': readonly number[]
  /** Pairs. */
  'int4[][]': readonly (readonly [number, number])[]
  'float8[]': readonly (number | null)[]
}
export type CopyType = keyof CopyValues
export type CopyColumns = Readonly<Record<string, CopyType>>
/** One row: a value or null for every column. */
export type CopyRow<C extends CopyColumns> = { readonly [K in keyof C]: CopyValues[C[K]] | null }

/** PostgreSQL counts microseconds from 2000-01-01. */
const epochMs = 946_684_800_000
const signature = Buffer.from('PGCOPY\n\xff\r\n\0\0\0\0\0\0\0\0\0', 'latin1')
/** Type numbers of PostgreSQL's catalogue (pg_type.oid), which never change. */
const elementTypes = { text: 25, int2: 21, int4: 23, float8: 701 } as const

/** A byte buffer that grows as it is written. */
function writer(initialBytes: number) {
  let bytes = Buffer.allocUnsafe(initialBytes)
  let length = 0
  const reserve = (count: number): number => {
    if (length + count > bytes.length) {
      const larger = Buffer.allocUnsafe(Math.max(bytes.length * 2, length + count))
      bytes.copy(larger, 0, 0, length)
      bytes = larger
    }
    const at = length
    length += count
    return at
  }
  // Reserving may replace `bytes`, so it comes before a reference to them.
  const number =
    <V>(count: number, put: (value: V, at: number) => unknown) =>
    (value: V) => {
      const at = reserve(count)
      put(value, at)
    }
  /** A value preceded by its length in bytes, the form of every value in a row. */
  const sized =
    <V>(count: number, put: (value: V, at: number) => unknown) =>
    (value: V) => {
      const at = reserve(4 + count)
      bytes.writeInt32BE(count, at)
      put(value, at + 4)
    }
  /** Any integer that a number represents exactly, in two halves: a BigInt costs several times as much. */
  const putInteger = (value: number, at: number) => {
    const high = Math.floor(value / 4_294_967_296)
    bytes.writeInt32BE(high, at)
    bytes.writeUInt32BE(value - high * 4_294_967_296, at + 4)
  }
  return {
    int2: number<number>(2, (value, at) => bytes.writeInt16BE(value, at)),
    int4: number<number>(4, (value, at) => bytes.writeInt32BE(value, at)),
    sizedInt2: sized<number>(2, (value, at) => bytes.writeInt16BE(value, at)),
    sizedInt4: sized<number>(4, (value, at) => bytes.writeInt32BE(value, at)),
    sizedInt8: sized<string | number | bigint>(8, (value, at) => {
      const exact = Number(value)
      if (Number.isSafeInteger(exact)) putInteger(exact, at)
      else bytes.writeBigInt64BE(BigInt(value), at)
    }),
    sizedFloat8: sized<number>(8, (value, at) => bytes.writeDoubleBE(value, at)),
    sizedByte: sized<number>(1, (value, at) => bytes.writeUInt8(value, at)),
    /** Three bytes hold any UTF-16 unit, so one reservation is enough; the unused rest is released. */
    text: (value: string, prefix?: number) => {
      const at = reserve(4 + (prefix === undefined ? 0 : 1) + value.length * 3)
      let body = at + 4
      if (prefix !== undefined) body = bytes.writeUInt8(prefix, body)
      const written = bytes.write(value, body, 'utf8')
      bytes.writeInt32BE(body - at - 4 + written, at)
      length = body + written
    },
    raw: (value: Uint8Array) => {
      const at = reserve(value.length)
      bytes.set(value, at)
    },
    done: () => bytes.subarray(0, length),
    /** Starts again in the same memory. */
    clear: () => {
      length = 0
    },
  }
}

type Writer = ReturnType<typeof writer>

function writeTime(out: Writer, value: number | string) {
  const ms = typeof value === 'number' ? value : Date.parse(value)
  if (!Number.isFinite(ms)) throw new RangeError(`Not a time: ${value}`)
  out.sizedInt8(Math.round((ms - epochMs) * 1000))
}

/** The head of an array of one dimension; its elements follow, each preceded by its length. `bytes`: of all of them with these lengths. */
function writeArrayHead(
  out: Writer,
  element: keyof typeof elementTypes,
  { count, bytes, hasNull }: Readonly<{ count: number; bytes: number; hasNull: boolean }>,
) {
  out.int4(count === 0 ? 12 : 20 + bytes)
  out.int4(count === 0 ? 0 : 1)
  out.int4(hasNull ? 1 : 0)
  out.int4(elementTypes[element])
  if (count === 0) return
  out.int4(count)
  out.int4(1)
}

function writeTexts(out: Writer, values: readonly (string | null)[]) {
  const bytes = values.reduce((sum, value) => sum + 4 + (value === null ? 0 : Buffer.byteLength(value)), 0)
  writeArrayHead(out, 'text', { count: values.length, bytes, hasNull: values.includes(null) })
  for (const value of values) {
    if (value === null) out.int4(-1)
    else out.text(value)
  }
}

function writeInts(out: Writer, values: readonly number[]) {
  writeArrayHead(out, 'int4', { count: values.length, bytes: values.length * 8, hasNull: false })
  for (const value of values) out.sizedInt4(value)
}

function writeSmallInts(out: Writer, values: readonly number[]) {
  writeArrayHead(out, 'int2', { count: values.length, bytes: values.length * 6, hasNull: false })
  for (const value of values) out.sizedInt2(value)
}

/** Writes an array of two dimensions, each with its length and lower bound. */
function writePairs(out: Writer, pairs: readonly (readonly [number, number])[]) {
  if (pairs.length === 0) return writeInts(out, [])
  out.int4(28 + pairs.length * 16)
  for (const part of [2, 0, elementTypes.int4, pairs.length, 1, 2, 1]) out.int4(part)
  for (const [first, second] of pairs) {
    out.sizedInt4(first)
    out.sizedInt4(second)
  }
}

function writeFloats(out: Writer, values: readonly (number | null)[]) {
  let nulls = 0
  for (const value of values) if (value === null) nulls += 1
  const bytes = values.length * 4 + (values.length - nulls) * 8
  writeArrayHead(out, 'float8', { count: values.length, bytes, hasNull: nulls > 0 })
  for (const value of values) {
    if (value === null) out.int4(-1)
    else out.sizedFloat8(value)
  }
}

const writeValue: { [T in CopyType]: (out: Writer, value: CopyValues[T]) => void } = {
  int2: (out, value) => out.sizedInt2(value),
  int4: (out, value) => out.sizedInt4(value),
  int8: (out, value) => out.sizedInt8(value),
  float8: (out, value) => out.sizedFloat8(value),
  bool: (out, value) => out.sizedByte(value ? 1 : 0),
  text: (out, value) => out.text(value),
  // The format of jsonb begins with a version.
  jsonb: (out, value) => out.text(JSON.stringify(value), 1),
  timestamptz: writeTime,
  date: (out, value) => out.sizedInt4(value - epochMs / dayMs),
  bytea: (out, value) => {
    out.int4(value.length)
    out.raw(value)
  },
  'text[]': writeTexts,
  'int2[]': writeSmallInts,
  'int4[]': writeInts,
  'int4[][]': writePairs,
  'float8[]': writeFloats,
}

function write<T extends CopyType>(out: Writer, type: T, value: CopyValues[T]) {
  writeValue[type](out, value)
}

/**
 * Encodes rows in PostgreSQL's binary COPY format as they are added; an absent value is NULL. Only the bytes of a row
 * are kept.
 */
export function rowEncoder<const C extends CopyColumns>(columns: C, initialBytes = 65_536) {
  const names: (keyof C)[] = Object.keys(columns)
  const out = writer(initialBytes)
  out.raw(signature)
  return {
    add: (row: CopyRow<C>): void => {
      out.int2(names.length)
      for (const name of names) {
        const type = columns[name]
        const value = row[name]
        if (value === null || value === undefined || type === undefined) out.int4(-1)
        else write(out, type, value)
      }
    },
    /** Ends it. */
    bytes: (): Buffer => {
      out.int2(-1)
      return out.done()
    },
    /** Begins the next ones in the memory of these. */
    again: (): void => {
      out.clear()
      out.raw(signature)
    },
  }
}

export function encodeRows<const C extends CopyColumns>(columns: C, rows: readonly CopyRow<C>[]): Buffer {
  const encoder = rowEncoder(columns, 64 + rows.length * Object.keys(columns).length * 16)
  for (const row of rows) encoder.add(row)
  return encoder.bytes()
}
