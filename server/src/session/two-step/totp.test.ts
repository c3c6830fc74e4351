import assert from 'node:assert/strict'
import { test } from 'node:test'
import { authenticatorUri, plainCode } from '@brigade/contract/session/two-step.rules.ts'
import { newTotpSecret, stepAt, stepOf, totpAt } from './totp.ts'

/** RFC 6238, appendix B: the secret is the ASCII text 12345678901234567890. */
const secret = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ'

test('the codes are those of RFC 6238', () => {
  const vectors = [
    [59, '94287082'],
    [1111111109, '07081804'],
    [1111111111, '14050471'],
    [1234567890, '89005924'],
    [2000000000, '69279037'],
    [20000000000, '65353130'],
  ] as const
  for (const [seconds, code] of vectors) assert.equal(totpAt(secret, stepAt(seconds * 1000), 8), code)
  assert.equal(totpAt(secret, stepAt(59_000)), '287082')
})

test('a code of the step before and after counts, of two steps away none does', () => {
  const at = 1_800_000_000_000
  const step = stepAt(at)
  assert.deepEqual(
    [-2, -1, 0, 1, 2].map((away) => stepOf(secret, totpAt(secret, step + away), at)),
    [undefined, step - 1, step, step + 1, undefined],
  )
})

test('a secret has 160 bits and is never the same', () => {
  const secrets = new Set(Array.from({ length: 50 }, newTotpSecret))
  assert.equal(secrets.size, 50)
  for (const one of secrets) assert.match(one, /^[A-Z2-7]{32}$/)
})

test('a code may be typed with blanks, in wide digits, and a recovery code as it looks', () => {
  assert.equal(plainCode(' 123 456 '), '123456')
  assert.equal(plainCode('１２３ ４５６'), '123456')
  assert.equal(plainCode('abcde-fgh1l'), 'ABCDEFGH11')
  assert.equal(plainCode('ABCDE–OIJKM'), 'ABCDE01JKM')
})

test('an app receives issuer, account and secret', () => {
  assert.equal(
    authenticatorUri({ secret: 'ABC', issuer: 'Brigade', account: 'li.wei@example.com' }),
    'otpauth://totp/Brigade:li.wei%40example.com?secret=ABC&issuer=Brigade',
  )
})
