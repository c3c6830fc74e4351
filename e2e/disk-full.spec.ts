import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fillDisk, whyNotHere } from '../tools/hard/disk-full.ts'

test(
  'a disk that fills up while devices report and forms are saved: clear refusals, nothing acknowledged is lost, and all goes on once there is room',
  { skip: whyNotHere() },
  async (context) => {
    const held = await fillDisk((line) => context.diagnostic(line))
    assert.ok(held, 'what did not hold is said above')
  },
)
