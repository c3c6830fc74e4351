import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { make } from '../../testing/make.ts'
import { startTestApp, type TestApp } from '../../testing/start-app.ts'
import { until } from '../../testing/until.ts'
import { createLog } from '../../platform/log.ts'
import type { LinkedDevice } from '../link/message.ts'
import { insertCommand } from './command.store.ts'
import { dispatchCommands } from './dispatch-commands.ts'

let app: TestApp
before(async () => {
  app = await startTestApp({ roles: ['api'] })
})
after(() => app.stop())

test('a device that does not take its command holds up nobody else', async () => {
  const [stuck, other] = [await make.device(app), await make.device(app)]
  const { id: accountId } = await make.account(app, { role: 'administrator' })
  const linked = new Map<string, LinkedDevice>(
    [stuck, other].map(({ id, sn, productKey }) => [sn, { id, productId: '1', productKey, deviceName: sn }]),
  )
  const written: string[] = []
  const commands = dispatchCommands({
    db: app.db,
    clock: app.clock,
    log: createLog({ level: 'silent' }),
    // A socket whose buffers are full answers a write only when it has room again, or never.
    gateway: {
      send: (key) => {
        if (key === stuck.sn) return new Promise(() => {})
        written.push(key)
        return Promise.resolve(true)
      },
    },
    reachable: async () => new Map([...linked].map(([key, device]) => [device.id, { key, device }])),
    trace: async () => {},
  })
  const createdAt = app.clock.now()
  for (const { id: deviceId } of [stuck, other]) {
    await insertCommand(app.db, {
      deviceId,
      kind: 'property.set',
      identifier: '',
      callType: 'async',
      params: { FanSpeed: 60 },
      before: {},
      accountId,
      createdAt,
      deadlineAt: createdAt + 60_000,
    })
  }
  commands.wake()
  await until('the other device to get its command', () => written.length > 0)
  assert.deepEqual(written, [other.sn])
  await commands.stop()
})
