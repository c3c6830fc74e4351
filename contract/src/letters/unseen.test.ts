import assert from 'node:assert/strict'
import { test } from 'node:test'
import { hiddenIn, isVisible, nameFault } from './unseen.rules.ts'

test('a text of what nobody sees is no name', () => {
  for (const text of [
    '\u200b',
    '\u200d\u200c',
    '\u3164',
    '\uffa0',
    '\u115f\u1160',
    '\u2800',
    '\u200e\u202e',
    '\ufeff',
    '\u00ad',
    ' \u3000\u2028',
    '\u{e0061}',
    '\ufe0f',
  ])
    assert.equal(nameFault(text)?.key, 'field.unseen', JSON.stringify(text))
})

test('characters that nobody sees are named where they stand within a name', () => {
  for (const [text, code] of [
    ['Acme\u200bHotel', 'U+200B'],
    ['Acme\u200d', 'U+200D'],
    ['海底\u200c捞', 'U+200C'],
    ['abc\u202egnp', 'U+202E'],
    ['\u200eAcme', 'U+200E'],
    ['\u2066Acme\u2069', 'U+2066, U+2069'],
    ['Ac\u00adme', 'U+00AD'],
    ['서울\u3164', 'U+3164'],
    ['A\ufeffB\u200bC\u2060D\u061cE', 'U+FEFF, U+200B, U+2060'],
    ['Acme\u{e0041}', 'U+E0041'],
    [' \ufe0fA', 'U+FE0F'],
  ] as const)
    assert.deepEqual(nameFault(text), { key: 'field.hidden', params: { codes: code } }, JSON.stringify(text))
})

test('what writing needs stays: joiners of scripts and emoji, variants of a character, flags', () => {
  for (const text of [
    'می‌خواهم',
    'क्‍ष',
    'ശ്രീലങ്ക ന്‍',
    'ශ්‍රී ලංකා',
    '👩🏽‍🍳 Bakery',
    '👨‍👩‍👧‍👦',
    '❤️‍🔥',
    '☕️',
    '葛\u{e0100}城',
    'ᠮᠣᠩᠭᠣᠯ\u180bᠠ',
    '🏴󠁧󠁢󠁳󠁣󠁴󠁿',
    'Łódź',
    '서울',
    '𰻞𰻞面馆',
    'e\u0301',
    '⠓⠑⠇⠇⠕⠀⠺',
    '.',
  ])
    assert.deepEqual([isVisible(text), hiddenIn(text)], [true, []], text)
})

test('a long text is looked through at once', () => {
  const long = `${'👨\u200d'.repeat(20_000)}${'\u200b'.repeat(20_000)}`
  const begun = process.cpuUsage().user
  hiddenIn(long)
  assert.ok(process.cpuUsage().user - begun < 1_000_000)
})
