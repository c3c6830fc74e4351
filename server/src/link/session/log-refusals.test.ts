import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Presence } from '../../device/presence/presence.store.ts'
import { createLog } from '../../platform/log.ts'
import { logRefusals } from './log-refusals.ts'

function refusals() {
  const lines: string[] = []
  const noted: Presence[] = []
  let nowMs = 0
  const note = logRefusals({
    log: createLog({ level: 'warn', destination: { write: (line) => void lines.push(line) } }),
    note: (change) => noted.push(change),
    now: () => nowMs,
  })
  const unknown = (address: string) =>
    note(
      { username: `made-up-${lines.length}`, address, protocol: 'mqtt' },
      { kind: 'refused', reason: 'refused_unknown', deviceId: null },
    )
  const device = (reason: 'refused_credentials' | 'refused_disabled') =>
    note({ username: 'oven', address: '192.0.2.1', protocol: 'mqtt' }, { kind: 'refused', reason, deviceId: '7' })
  return { lines, noted, unknown, device, pass: (ms: number) => (nowMs += ms) }
}

test('a device that is refused for the same reason again has one line a minute, in the log and its online log', () => {
  const { lines, noted, device, pass } = refusals()
  device('refused_credentials')
  pass(59_999)
  device('refused_credentials')
  assert.deepEqual([lines.length, noted.length], [1, 1])
  device('refused_disabled')
  assert.deepEqual([lines.length, noted.length], [2, 2], 'another reason has a line of its own')
  pass(1)
  device('refused_credentials')
  assert.deepEqual([lines.length, noted.length], [3, 3])
})

test('an address that makes up names has one line a minute, and no online log', () => {
  const { lines, noted, unknown } = refusals()
  for (let times = 0; times < 100; times += 1) unknown('192.0.2.1')
  unknown('192.0.2.2')
  assert.deepEqual([lines.length, noted.length], [2, 0])
})

test('at most 10,000 refusals are remembered, so that a scan from ever new addresses does not fill memory; the oldest go first', () => {
  const { lines, unknown } = refusals()
  const remembered = 10_000
  for (let number = 0; number < remembered; number += 1) unknown(`address ${number}`)
  unknown('address 0')
  assert.equal(lines.length, remembered, 'the first is still remembered')
  unknown('one more')
  unknown('address 0')
  assert.equal(lines.length, remembered + 1, 'the first was used since')
  unknown('address 1')
  assert.equal(lines.length, remembered + 2, 'the one that was idle longest was forgotten')
})
