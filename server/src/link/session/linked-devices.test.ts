import assert from 'node:assert/strict'
import { test } from 'node:test'
import { keyOf } from '../../device/device-name.ts'
import { linkedDevices } from './linked-devices.ts'

test('of devices that were looked up as many are remembered as fit, the newest', async () => {
  const most = 20_000
  let lookUps = 0
  const devices = linkedDevices(async ({ deviceName }) => {
    lookUps += 1
    return { id: deviceName, productId: '1', productKey: 'p', deviceName, nodeType: 'direct' }
  })
  const find = (n: number) => devices.find(keyOf({ productKey: 'p', deviceName: `d${n}` }))
  for (let n = 0; n <= most; n += 1) await find(n)
  assert.equal(lookUps, most + 1)
  assert.equal((await find(most))?.id, `d${most}`)
  assert.equal(lookUps, most + 1, 'the newest is known')
  await find(0)
  assert.equal(lookUps, most + 2, 'the oldest is not')
})
