import assert from 'node:assert/strict'
import { test } from 'node:test'
import { shownPayload } from './payload.ts'

const post = '/sys/a1/oven/thing/event/property/post'
const raw = '/sys/a1/modem/thing/model/up_raw'

test('JSON is shown with its structure', () => {
  assert.deepEqual(shownPayload(post, '{"params":{"a":1}}'), {
    kind: 'json',
    text: '{\n  "params": {\n    "a": 1\n  }\n}',
  })
})

test('a payload is shown with its numbers and names as the device sent them', () => {
  const { text } = shownPayload(post, '{"a":9007199254740993,"b":1.50,"b":1e2,"c":[],"d":{},"e":"x,\\"{:"}')
  assert.equal(
    text,
    '{\n  "a": 9007199254740993,\n  "b": 1.50,\n  "b": 1e2,\n  "c": [],\n  "d": {},\n  "e": "x,\\"{:"\n}',
  )
})

test('raw bytes are shown in rows of sixteen with their place', () => {
  const bytes = Array.from({ length: 18 }, (_, index) => index.toString(16).padStart(2, '0')).join('')
  assert.deepEqual(shownPayload(raw, bytes.toUpperCase()), {
    kind: 'hex',
    bytes: 18,
    text: '0000  00 01 02 03 04 05 06 07 08 09 0a 0b 0c 0d 0e 0f\n0010  10 11',
  })
})

test('digits on a topic of text are a number, not bytes', () => {
  assert.equal(shownPayload(post, '1234').kind, 'json')
})

test('a payload that is neither is shown as it was received', () => {
  assert.deepEqual(shownPayload(post, '{"cut off'), { kind: 'text', text: '{"cut off' })
  assert.deepEqual(shownPayload(raw, 'not hex'), { kind: 'text', text: 'not hex' })
})
