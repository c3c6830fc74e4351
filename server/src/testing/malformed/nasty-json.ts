import { withValue } from '../derive-input.ts'
import type { Random } from './random.ts'

/** Texts that break careless code. As JSON source if they cannot be written otherwise. */
const texts: readonly [string, ...string[]] = [
  '""',
  '" "',
  '"\\u0000"',
  '"a\\u0000b"',
  '"\\ud800"',
  '"\\udc00\\ud800"',
  '"\\uffff\\ufeff"',
  '"%"',
  '"_%\\\\"',
  '"\' or 1=1 --"',
  '"$1; drop table device"',
  '"../../../../etc/passwd"',
  '"<script>alert(1)</script>"',
  '"=cmd|calc"',
  '"İıſK"',
  '"\\u202e\\u0301\\u200d"',
  '"👩‍👩‍👧‍👦"',
  '"NaN"',
  '"null"',
  '"undefined"',
  '"true"',
  '"0"',
  '"-1"',
  '"1e309"',
  '"999999999999999999"',
  '"9223372036854775808"',
  '"0x10"',
  '"1,2"',
  '"0001-01-01T00:00:00Z"',
  '"9999-12-31T23:59:59.999Z"',
  '"0000-01-01T00:00:00Z"',
  '"2026-02-30T00:00:00Z"',
  '"-271821-04-20T00:00:00Z"',
  '"2026-01-01T00:00:00.123456789123Z"',
]
const others: readonly [string, ...string[]] = [
  'null',
  'true',
  'false',
  '0',
  '-0',
  '-1',
  '0.1',
  '1e308',
  '1e309',
  '-1e309',
  '1e-400',
  '9007199254740993',
  '123456789012345678901234567890',
  '[]',
  '{}',
  '[null]',
  '[[]]',
  '[{}]',
  '{"":""}',
  '{"__proto__":{"polluted":true}}',
  '{"constructor":{"prototype":{"polluted":true}}}',
  '{"toString":1,"valueOf":2,"then":3}',
  '{"length":1000000000}',
]
/** No JSON at all. */
const unreadable: readonly [string, ...string[]] = [
  'NaN',
  'Infinity',
  '-Infinity',
  'undefined',
  '01',
  '.5',
  '+1',
  '0x10',
  "'a'",
  '"\t"',
  '"\\x41"',
  '"\\u12"',
  '[1,]',
  '{"a":1,}',
  '/**/1',
  '',
]
const keys: readonly [string, ...string[]] = [
  '__proto__',
  'constructor',
  'prototype',
  'toString',
  'hasOwnProperty',
  '',
  ' ',
  'a.b',
  'a[b]',
  'a]',
  '0',
  'length',
  'then',
  '$ne',
  '\\u0000',
  'pageNum',
  'id',
]

const repeated = (text: string, random: Random, most: number) => text.repeat(1 + random.int(most))
const nested = (depth: number, open: string, close: string) => open.repeat(depth) + '1' + close.repeat(depth)

/** A value as JSON source, of any kind except the valid one. */
export function nastyJson(random: Random): string {
  const dice = random.int(20)
  if (dice < 8) return random.pick(texts)
  if (dice < 14) return random.pick(others)
  if (dice === 14) return `"${repeated('x', random, random.pick([200, 5000, 100_000]))}"`
  if (dice === 15) return `"${repeated('厨\\u0000', random, 500)}"`
  if (dice === 16) return nested(1 + random.int(random.pick([10, 100, 20_000])), '[', ']')
  if (dice === 17) return nested(1 + random.int(random.pick([10, 100, 5000])), '{"a":', '}')
  if (dice === 18) return `[${Array.from({ length: random.int(3000) }, (_, index) => index).join(',')}]`
  return random.pick(unreadable)
}

/** An object's entries as JSON source: keys may be repeated. */
type Entries = [string, string][]

function entriesOf(input: unknown): Entries {
  if (typeof input !== 'object' || input === null) return []
  return Object.entries(input).map(([key, value]) => [JSON.stringify(key), JSON.stringify(value) ?? 'null'])
}
const written = (entries: Entries) => `{${entries.map(([key, value]) => `${key}:${value}`).join(',')}}`

/** The input with one or several faults, as JSON source. */
export function spoiltJson(input: unknown, paths: readonly (readonly string[])[], random: Random): string {
  if (random.chance(0.06)) return nastyJson(random)
  let entries = entriesOf(input)
  for (let faults = 1 + random.int(3); faults > 0; faults -= 1) {
    const at = random.int(entries.length + 1)
    const entry = entries[at]
    const dice = random.int(8)
    if (dice < 4 && entry !== undefined) entries[at] = [entry[0], nastyJson(random)]
    else if (dice === 4 && entry !== undefined) entries = entries.filter((_, index) => index !== at)
    else if (dice === 5) entries.push([`"${random.pick(keys)}"`, nastyJson(random)])
    else if (dice === 6 && entry !== undefined) entries.push([entry[0], nastyJson(random)])
    else if (paths.length > 0) {
      const marker = '"§"'
      const source = JSON.stringify(withValue(input, paths[random.int(paths.length)] ?? [], '§'))
      return source.replace(marker, () => nastyJson(random))
    }
  }
  const source = written(entries)
  const dice = random.int(40)
  if (dice === 0) return source.slice(0, random.int(source.length))
  if (dice === 1) return source + random.pick(['x', '{}', ',', '\u0000'])
  if (dice === 2) return `\ufeff${source}`
  if (dice === 3) return `[${source}]`
  return source
}

/** Every path in a value, including the deepest. */
export function placesIn(value: unknown, path: readonly string[] = []): readonly (readonly string[])[] {
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, inner]) => [[...path, key], ...placesIn(inner, [...path, key])])
}

/** A text that is nearly this one, or another altogether. */
export function spoiltText(text: string, random: Random): string {
  const at = random.int(text.length + 1)
  const dice = random.int(8)
  if (dice === 0) return text
  if (dice === 1) return text.slice(0, at)
  if (dice === 2)
    return text.slice(0, at) + random.pick(['\u0000', '\ud800', '|', '&', ',', '=', '', '\n', 'İ']) + text.slice(at)
  if (dice === 3) return text.repeat(1 + random.int(500))
  if (dice === 4) return random.pick(['constructor', '__proto__', 'toString', 'hasOwnProperty', 'hmacconstructor'])
  if (dice === 5) return text.replace(/[a-z0-9]+(?=[|,&]|$)/i, random.pick(['constructor', '1e309', '-1', 'NaN']))
  if (dice === 6) return random.bytes(random.int(300)).toString('latin1')
  return random.bytes(random.int(300)).toString('utf8')
}

/** Bytes with some of them changed, left out, repeated, or moved. */
export function spoiltBytes(bytes: Buffer, random: Random): Buffer {
  let spoilt = Buffer.from(bytes)
  for (let faults = random.int(4); faults > 0; faults -= 1) {
    const [from, to] = [random.int(spoilt.length + 1), random.int(spoilt.length + 1)]
    const dice = random.int(5)
    if (dice < 2 && spoilt.length > 0) spoilt[from % spoilt.length] = random.pick([0, 0xff, 0x80, random.int(256)])
    else if (dice === 2) spoilt = spoilt.subarray(0, from)
    else if (dice === 3) spoilt = Buffer.concat([spoilt.subarray(0, from), spoilt.subarray(to)])
    else spoilt = Buffer.concat([spoilt.subarray(0, from), random.bytes(random.int(40)), spoilt.subarray(from)])
  }
  return random.chance(0.05) ? random.bytes(random.int(400)) : spoilt
}
