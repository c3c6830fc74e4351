import assert from 'node:assert/strict'
import { test } from 'node:test'
import { recordCalls } from '@brigade/contract/device/record/record.endpoints.ts'
import { accountApi } from '@brigade/contract/system/account/account.endpoints.ts'
import { masked, maskedCall } from './mask.ts'
import { maskedText } from './mask-text.ts'
import { secretNamesOf } from './secret-names.ts'

test('a field that the contract marks as secret is masked, whatever its name', () => {
  assert.ok(secretNamesOf(accountApi.add).has('presetPassword'))
  assert.ok(secretNamesOf(recordCalls.oven.add).has('deviceSecret'))
  const call = { request: { burnt: 'Planted1' }, response: { data: { burnt: 'Planted1', name: 'kept' } } }
  const kept = maskedCall(call, { domain: 'device', marked: new Set(['burnt']) })
  assert.deepEqual(kept, { request: { burnt: '***' }, response: { data: { burnt: '***', name: 'kept' } } })
})

test('a secret of one side of a call is in no text of the other', () => {
  const call = { request: { password: 'Planted123' }, response: { msg: 'wrong: Planted123' } }
  const { response } = maskedCall(call, { domain: 'session', marked: new Set() })
  assert.deepEqual(response, { msg: 'wrong: ***' })
})

test('a code is a secret where people sign in, and the name of a record elsewhere', () => {
  assert.deepEqual(masked({ code: 'x7k2' }, 'session'), { code: '***' })
  assert.deepEqual(masked({ code: 'BX-06' }, 'product'), { code: 'BX-06' })
})

test('secrets, phone numbers and addresses are masked within texts, and other content stays', () => {
  const given: Readonly<Record<string, string>> = {
    'password=abc123 port=1883': 'password=*** port=1883',
    '{"wifi":{"password":"two words"},"port":1883}': '{"wifi":{"password":"***"},"port":1883}',
    'a text "{\\"token\\":\\"abc\\"}"': 'a text "{\\"token\\":\\"***\\"}"',
    'Authorization: Bearer abcdef123456': 'Authorization: ***',
    'mqtts://user:hidden@broker.example.com:8883': 'mqtts://user:***@broker.example.com:8883',
    '密码：abc123，其余不变': '密码：***，其余不变',
    'call 13912340011 or zhou.lin@example.com': 'call 139****0011 or z***@example.com',
    'SN 8613912340011 stays, and so does 2026-11-23': 'SN 8613912340011 stays, and so does 2026-11-23',
    'Reset the password of an account': 'Reset the password of an account',
  }
  for (const [text, kept] of Object.entries(given)) assert.equal(maskedText(text), kept)
})

test('a long text without an end to its words does not hold the masking up', () => {
  const from = performance.now()
  for (const text of ['pass', 'a', '-', 'a.', '@a.', '"password":'].map((part) => part.repeat(4000).slice(0, 4000)))
    maskedText(text)
  // A pattern that backtracks would take minutes.
  assert.ok(performance.now() - from < 10_000)
})
