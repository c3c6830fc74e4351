import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { configApi } from '@brigade/contract/product/config/config.endpoints.ts'
import { findPlatform } from '../../customer/organisation.store.ts'
import { createLog } from '../../platform/log.ts'
import { make } from '../../testing/make.ts'
import { startTestApp, type TestApp } from '../../testing/start-app.ts'
import { until } from '../../testing/until.ts'
import { insertDevices } from '../../device/record/device-registration.store.ts'
import { pushToDevices } from './push-to-devices.ts'

let app: TestApp
before(async () => {
  app = await startTestApp({ roles: ['api'] })
})
after(() => app.stop())

const fleet = 1200

test('a configuration is sent to thousands of devices a few at a time, each once, and a message for one device does not wait behind it', async () => {
  const { token } = await make.account(app, { role: 'administrator' })
  const { id: organisationId = '' } = (await findPlatform(app.db)) ?? {}
  const { id: productId, productKey } = await make.product(app)
  const drafts = Array.from({ length: fleet }, (_, number) => ({
    productId,
    kind: 'oven' as const,
    organisationId,
    name: 'Oven',
    mac: '',
    installed: true,
    // Many devices have the same creation time, so the order continues by id.
    sn: `CONFIG${number}`,
    secret: Buffer.from('sealed'),
    createdAt: app.clock.now() - (number % 3) * 1000,
  }))
  const sns = new Map([...(await insertDevices(app.db, drafts))].map(([sn, id]) => [id, sn]))
  await app.db.updateTable('deviceState').set({ online: true }).where('productId', '=', productId).execute()
  const save = { productId, version: 0, content: '{"interval":30}', note: '', push: false }
  assert.equal((await app.ask(configApi.saveConfig, save, { token })).status, 200)
  const one = await make.device(app)
  await app.db
    .updateTable('deviceShadow')
    .set({ desired: JSON.stringify({ FanSpeed: { v: 60, s: app.clock.now(), n: 1 } }) })
    .where('deviceId', '=', one.id)
    .execute()

  const sent: string[] = []
  const traced: number[] = []
  let go = (): void => undefined
  const held = new Promise<void>((resolve) => {
    go = resolve
  })
  const pushing = pushToDevices({
    db: app.db,
    clock: app.clock,
    log: createLog({ level: 'silent' }),
    deviceUrl: undefined,
    mqtt: {
      send: (key) => {
        sent.push(key)
        return Promise.resolve(true)
      },
      isSubscribed: () => false,
    },
    reachable: async (ids) =>
      new Map(
        [...ids].map((id) => {
          const deviceName = sns.get(id) ?? one.sn
          return [
            id,
            { key: deviceName, connection: deviceName, device: { id, productId, productKey, deviceName } },
          ] as const
        }),
      ),
    trace: async (pushed) => {
      traced.push(pushed.length)
      if (pushed.length > 1) await held
    },
  })
  pushing.onConfig({ product: [productId] })
  await until('the configuration to be on its way', () => traced.length === 1)
  pushing.onPush({ desired: [one.id] })
  await until('the one device to be told', () => sent.length === 1)
  assert.deepEqual(sent, [one.sn])
  go()
  await until('all to be told', () => sent.length > fleet)
  assert.equal(new Set(sent).size, fleet + 1)
  assert(Math.max(...traced) <= 500, `${Math.max(...traced)} at once`)
  await until('all to count as told', async () => {
    const shown = await app.ask(configApi.config, { productId }, { token })
    return shown.envelope.data.devices === fleet && shown.envelope.data.current === fleet
  })
  await pushing.settled()
})
