import assert from 'node:assert/strict'
import { test } from 'node:test'
import { lateReceipts, wasSentToFrozen } from './late-receipts.ts'

const deadline = Date.parse('2026-11-29T10:00:00Z')
const command = { sentAt: '2026-11-29T09:59:00Z', deadlineAt: '2026-11-29T10:00:00Z' }
/**
 * A command that was received this long after its deadline, over a connection that was left unread in this span after
 * it.
 */
const at = (afterMs: number, frozen: readonly [number, number] | null) => ({
  at: deadline + afterMs,
  frozen: frozen === null ? null : { from: deadline + frozen[0], to: deadline + frozen[1] },
})

test('a command that comes within its time is not late, nor one that a busy process notes a little later', () => {
  assert.deepEqual(lateReceipts(command, [at(-59_000, null), at(4000, null)]), { fromBuffers: 0, lateMs: [] })
})

test('a command that comes after its time is found, over a new connection and over one that was left unread before or after that time', () => {
  assert.deepEqual(lateReceipts(command, [at(6000, null), at(9000, [1000, 8000]), at(7000, [-9000, -1000])]), {
    fromBuffers: 0,
    lateMs: [6000, 9000, 7000],
  })
})

test('what a device reads from a connection that it had left unread is told from that', () => {
  assert.deepEqual(lateReceipts(command, [at(20_000, [-30_000, 20_000])]), { fromBuffers: 1, lateMs: [] })
})

test('a command counts as sent to a device that stood still where it did at that moment', () => {
  const sent = Date.parse(command.sentAt)
  assert.equal(wasSentToFrozen(command, [{ from: sent - 1000, to: sent + 1000 }]), true)
  assert.equal(wasSentToFrozen(command, [{ from: sent + 1, to: Number.POSITIVE_INFINITY }]), false)
  assert.equal(wasSentToFrozen({ ...command, sentAt: null }, [{ from: 0, to: Number.POSITIVE_INFINITY }]), false)
})
