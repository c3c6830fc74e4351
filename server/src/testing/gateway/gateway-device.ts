import { createHmac } from 'node:crypto'
import type { FakeDevice } from '../fake-device.ts'
import { make } from '../make.ts'
import type { TestApp } from '../start-app.ts'
import { until } from '../until.ts'

type Made = Awaited<ReturnType<typeof make.device>>

/** The owning organisation, by default the platform. */
type Owned = Readonly<{ organisationId?: string }>

export async function makeGateway(app: TestApp, owned: Owned = {}): Promise<Made> {
  const { id, productKey } = await make.product(app, { nodeType: 'gateway' })
  return make.device(app, { productId: id, productKey, ...owned })
}
export async function makeSub(app: TestApp, owned: Owned = {}): Promise<Made> {
  const { id, productKey } = await make.product(app, { nodeType: 'sub-device' })
  return make.device(app, { productId: id, productKey, ...owned })
}

/**
 * A gateway's data about a sub-device, signed with the sub-device's secret as the SDKs sign: always with the same time.
 */
export function signed({ productKey, sn, secret }: Made, method = 'hmacSha1', timestamp = '1524448722000') {
  const clientId = `${productKey}&${sn}`
  const algorithm = method.toLowerCase().replace('hmac', '')
  const content = `clientId${clientId}deviceName${sn}productKey${productKey}timestamp${timestamp}`
  const sign = createHmac(algorithm, secret).update(content).digest('hex').toUpperCase()
  return { productKey, deviceName: sn, clientId, timestamp, signMethod: method, sign, cleanSession: 'true' }
}
export const named = ({ productKey, sn }: Made) => ({ productKey, deviceName: sn })

type AlinkMessage = Readonly<{ id: string; code: number; data: unknown; params: unknown }>
// oxlint-disable-next-line typescript/consistent-type-assertions -- what came over the wire is what the test then checks
export const parse = (payload: string) => JSON.parse(payload) as AlinkMessage

let lastId = 0
/** Sends a request over the gateway's connection and returns the reply. */
export async function ask(
  device: FakeDevice,
  topic: string,
  params: unknown,
): Promise<{ code: number; data: unknown }> {
  const id = String((lastId += 1))
  await device.send(topic, { id, version: '1.0', params })
  const { payload } = await until(`the answer to ${topic}`, () =>
    device.received.find(
      (message) => message.topic.endsWith(`${topic}_reply`) && message.payload.includes(`"id":"${id}"`),
    ),
  )
  const { code, data } = parse(payload)
  return { code, data }
}
export const session = (gateway: Made, verb: string) =>
  `/ext/session/${gateway.productKey}/${gateway.sn}/combine/${verb}`
export const own = ({ productKey, sn }: Made, topic: string) => `/sys/${productKey}/${sn}/${topic}`
