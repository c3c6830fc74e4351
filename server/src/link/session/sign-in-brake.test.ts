import assert from 'node:assert/strict'
import { test } from 'node:test'
import { signInBrake } from './sign-in-brake.ts'

test('a rate-limited device that continues to try stays limited, however many others fail meanwhile', () => {
  const brake = signInBrake()
  const nowMs = 1_800_000_000_000
  const own = { address: '10.0.0.1', device: 'oven', nowMs }
  for (let failure = 0; failure < 10; failure += 1) brake.begun(own)
  for (let others = 0; others < 50_000; others += 1) {
    brake.begun({ address: '10.0.0.2', device: `device ${others}`, nowMs })
    if (others % 1000 === 0) assert.equal(brake.isBraked(own), true, `after ${others}`)
  }
  // An idle device may be forgotten.
  assert.equal(brake.isBraked({ address: '10.0.0.2', device: 'device 49999', nowMs }), false)
})
