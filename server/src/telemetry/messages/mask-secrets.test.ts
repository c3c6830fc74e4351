import assert from 'node:assert/strict'
import { test } from 'node:test'
import { kept } from './message.ts'
import { maskSecrets } from './mask-secrets.ts'

const planted = 'Pl4ntedS3cret'
const names = ['sign', 'deviceSecret', 'productSecret', 'password', 'deviceToken', 'SIGN', 'DeviceSecret']

test('members that are worth a secret are masked in every form of a message', () => {
  for (const name of names) {
    const forms = [
      JSON.stringify({ id: '1', params: { [name]: planted, kept: 1 } }),
      JSON.stringify({ params: [{ [name]: planted }, { deep: { er: [[{ [name]: planted }]] } }] }),
      JSON.stringify({ [name]: { nested: planted } }),
      JSON.stringify({ [name]: [planted] }),
      // A text that is JSON itself, twice.
      JSON.stringify({ params: JSON.stringify({ [name]: planted }) }),
      JSON.stringify({ params: JSON.stringify({ data: JSON.stringify({ [name]: planted }) }) }),
      // The text was cut off.
      JSON.stringify({ id: '1', params: { [name]: planted } }).slice(0, -3),
      `{"${name}" : "${planted}`,
      // No JSON.
      `${name}=${planted}&productKey=a1`,
      `${name}: ${planted}`,
      `{'${name}': '${planted}'}`,
      Buffer.from(`\u0001\u0002{"${name}":"${planted}"}\u00ff`, 'latin1').toString('hex'),
    ]
    for (const form of forms) {
      const stored = maskSecrets(form)
      assert.ok(!stored.includes(planted), `${form} became ${stored}`)
      const bytes = /^[0-9a-f]+$/.test(stored) ? Buffer.from(stored, 'hex').toString('latin1') : ''
      assert.ok(!bytes.includes(planted), `${form} became the bytes of ${bytes}`)
    }
  }
  const escaped = `{"params":{"\\u0073ign":"${planted}"}}`
  assert.ok(!maskSecrets(escaped).includes(planted))
})

test('a member whose name is written twice is masked twice', () => {
  assert.ok(!maskSecrets(`{"sign":"${planted}","sign":"x${planted}"}`).includes(planted))
})

test('messages without a secret stay as they are, to the character', () => {
  for (const form of [
    '{ "id":"1",  "params":{"ChamberTemp":{"value":1.0}} }',
    '{"params":{"Signal":-70,"assigned":1,"DesignTemp":4}}',
    'not json',
    '',
    '0103020017f84a',
    '{"sign":null}',
  ])
    assert.equal(maskSecrets(form), form)
})

test('a dropped value is masked by its name and within', () => {
  assert.deepEqual(kept({ identifier: 'sign', reason: 'unknown', value: planted }).value, '***')
  assert.deepEqual(kept({ identifier: 'Login.password', reason: 'unknown', value: planted }).value, '***')
  assert.deepEqual(kept({ identifier: 'Other', reason: 'unknown', value: { password: planted, a: 1 } }).value, {
    password: '***',
    a: 1,
  })
})

test('a message of the largest size without an end to its words is masked at once', () => {
  const begun = process.threadCpuUsage()
  for (const part of ['sign', 'sign:', 'sign":"', '"', 'a', '\\"sign\\":\\"', 'secret='])
    maskSecrets(part.repeat(262_144 / part.length))
  const { user } = process.threadCpuUsage(begun)
  // A pattern that backtracks would take minutes.
  assert.ok(user / 1000 < 5000, `${user / 1000} ms`)
})
