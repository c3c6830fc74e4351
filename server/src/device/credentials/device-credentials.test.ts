import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isPassword, passwordOf, pskFor, readIntroduction, readPskIdentity } from './device-credentials.ts'

/** The test vectors of alink.md 2.1. */
const secret = '0123456789abcdef0123456789abcdef'
const username = 'oven0001&a1B2c3D4e5F'
const id = 'a1B2c3D4e5F.oven0001'

function introduced(clientId: string, name = username) {
  const introduction = readIntroduction(clientId, name)
  assert.ok(introduction !== null)
  return introduction
}

const vectors = [
  ['hmacsha256', ',timestamp=2524608000000', 'a8d2e4aa6cd16f7a1839dd66ee5305932113272e3921cf55bcd8bcbadfb05c53'],
  ['hmacsha1', ',timestamp=2524608000000', 'c51f20f843783d5296edfd6dedf33df1b0c2dbba'],
  ['hmacmd5', ',timestamp=2524608000000', '3bf74e6ae0f8f938f91b3b775d1f88b2'],
  ['hmacsha256', '', 'd1e9c848f6054a101b7dc4d5950d33e6d369ac6995346377852df3c91300349f'],
] as const

for (const [method, timestamp, password] of vectors) {
  test(`${method} ${timestamp === '' ? 'without' : 'with'} timestamp gives the password of the test vector`, () => {
    const introduction = introduced(`${id}|securemode=3,signmethod=${method}${timestamp}|`)
    assert.equal(passwordOf(introduction, secret), password)
    assert.ok(isPassword(introduction, secret, password.toUpperCase()), 'upper-case hex, as the C SDKs send it')
    assert.ok(!isPassword(introduction, 'another secret', password))
    assert.ok(!isPassword(introduction, secret, password.slice(1)))
  })
}

test('the parameters of a client id may be in any order, with newlines and blanks, and unknown ones are ignored', () => {
  const introduction = introduced(
    `${id}|timestamp=2524608000000,_ss=1,\n _v=sdk-c-4.1.0 ,\n securemode=2, signmethod=hmacsha256,ext=3,a=b|`,
  )
  assert.equal(passwordOf(introduction, secret), vectors[0][2])
})

test('an empty id signs an empty id', () => {
  const introduction = introduced('|timestamp=1,signmethod=hmacsha256,securemode=2|')
  assert.equal(introduction.id, '')
  assert.notEqual(passwordOf(introduction, secret), vectors[0][2])
})

test('a client id that is not Alink is no introduction', () => {
  assert.equal(readIntroduction('a|securemode=3|', 'oven\u0000&key'), null)
  assert.equal(readIntroduction('plain-client', username), null)
  assert.equal(readIntroduction(`${id}|signmethod=hmacsha256|`, 'no-separator'), null)
  assert.equal(readIntroduction(`${id}|signmethod=rot13|`, username), null)
})

test('the pre-shared key is the one of the test vector', () => {
  const read = readPskIdentity('devicename|hmacsha256|a1B2c3D4e5F&oven0001|2524608000000')
  assert.deepEqual([read?.productKey, read?.deviceName], ['a1B2c3D4e5F', 'oven0001'])
  const expected = 'B8B71E5DF706AC9D849C5952A5835AD42F81A2D5221D2449D81AE5C26B99AD54'
  assert.equal(pskFor(read?.content ?? '', secret).toString('latin1'), expected)
})

test('an invalid device identity has no pre-shared key', () => {
  for (const identity of ['', 'oven', 'devicename|hmacmd5|a&b|1', 'devicename|hmacsha256|noseparator|1', '|||']) {
    assert.equal(readPskIdentity(identity), null)
  }
})
