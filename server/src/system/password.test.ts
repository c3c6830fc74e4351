import assert from 'node:assert/strict'
import { test } from 'node:test'
import { hashPassword, isPassword } from './password.ts'

test('a password is found by its hash and no other is', async () => {
  const hash = await hashPassword('Secret2026')
  assert.match(hash, /^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
  assert.equal(await isPassword('Secret2026', hash), true)
  assert.equal(await isPassword('secret2026', hash), false)
  assert.equal(await isPassword('Secret2026', undefined), false)
  assert.equal(await isPassword('Secret2026', 'something else'), false)
})

test('a hash of another cost still counts', async () => {
  // Computed by the reference implementation: echo -n password | argon2 somesalt -id -t 2 -m 16 -p 1 -l 32 (its
  // test.c).
  const reference = '$argon2id$v=19$m=65536,t=2,p=1$c29tZXNhbHQ$CTFhFdXPJO1aFaMaO6Mm5c8y7cJHAph8ArZWb2GRPPc'
  assert.equal(await isPassword('password', reference), true)
  assert.equal(await isPassword('passwore', reference), false)
})

test('two hashes of one password differ, and many simultaneous ones all succeed', async () => {
  const hashes = await Promise.all(Array.from({ length: 8 }, () => hashPassword('Secret2026')))
  assert.equal(new Set(hashes).size, 8)
})
