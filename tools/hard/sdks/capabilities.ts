import { hourMs } from '@brigade/contract/time.ts'
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { commandCalls } from '@brigade/contract/command/command.endpoints.ts'
import { configApi } from '@brigade/contract/product/config/config.endpoints.ts'
import { telemetryCalls } from '@brigade/contract/telemetry/telemetry.endpoints.ts'
import { historyOf, isOnline, onlineLogOf, shadowOf, tripleOf } from '@brigade/server/testing/linked-device.ts'
import { make } from '@brigade/server/testing/make.ts'
import { testPassword } from '@brigade/server/testing/make-account.ts'
import { until } from '@brigade/server/testing/until.ts'
import { z } from 'zod'
import { command, connectAs, type How, type Trial } from './bench.ts'
import { NoFunction } from './driver.ts'
import { gateway } from './gateway.ts'
import { brokenOta, ota } from './ota.ts'

/** Capabilities of devices, each judged by what Brigade has afterwards, not only by what the SDK reports. */
export type Capability = Readonly<{ name: string; run: (trial: Trial) => Promise<How> }>

const Code = z.object({ code: z.union([z.number(), z.string()]) })
const isTaken = (answer: unknown) => assert.equal(String(Code.parse(answer).code), '200', JSON.stringify(answer))

/** Sends a request on a topic, and returns the reply. */
async function byTopic({ driver }: Trial, topic: string, payload: unknown, replyTopic = `${topic}_reply`) {
  await driver.ask('subscribe', { topic: replyTopic })
  await driver.ask('publish', { topic, payload: JSON.stringify(payload) })
  const { payload: text } = await driver.hear('message', (heard) => heard['topic'] === replyTopic)
  const parsed: unknown = JSON.parse(z.string().parse(text))
  return parsed
}
/** A function of the SDK, or the topic if it has none. */
async function bySdk(
  trial: Trial,
  [verb, params]: readonly [string, Readonly<Record<string, unknown>>],
  topic: () => Promise<unknown>,
): Promise<Readonly<{ answer: unknown; how: How }>> {
  try {
    return { answer: await trial.driver.ask(verb, params), how: 'sdk' }
  } catch (error) {
    if (!(error instanceof NoFunction)) throw error
    return { answer: await topic(), how: 'topic' }
  }
}

const sysOf = ({ oven }: Trial) => `/sys/${oven.productKey}/${oven.sn}/thing`
const asked = (method: string, params: unknown) => ({ id: '4711', version: '1.0', params, method })

async function connectPlain(trial: Trial): Promise<How> {
  const { bench, oven, driver, way } = trial
  // The value exists before the device connects, so only the device's own request delivers it.
  const desired = { id: oven.id, version: 0, values: { FanSpeed: 40 }, password: testPassword }
  assert.equal((await bench.app.ask(commandCalls.oven.setDesired, desired, bench)).status, 200)
  await connectAs(driver, way, oven)
  await isOnline(bench.app, oven, true)
  return 'sdk'
}

async function connectSecure({ bench, rollout, way, another }: Trial): Promise<How> {
  const oven = await make.device(bench.app, rollout)
  const driver = another()
  await connectAs(driver, { ...way, tls: true }, oven)
  await isOnline(bench.app, oven, true)
  assert.match((await onlineLogOf(bench.app, oven))[0]?.protocol ?? '', /over TLS$/)
  await driver.stop()
  return 'sdk'
}

async function connectByKey({ bench, rollout, way, another }: Trial): Promise<How> {
  const oven = await make.device(bench.app, rollout)
  const driver = another()
  await driver.ask('connectPsk', { ...way, triple: tripleOf(oven) })
  await isOnline(bench.app, oven, true)
  assert.match((await onlineLogOf(bench.app, oven))[0]?.protocol ?? '', /over TLS-PSK$/)
  await driver.stop()
  return 'sdk'
}

async function register({ bench, rollout, productSecret, way, another }: Trial): Promise<How> {
  const oven = await make.device(bench.app, rollout)
  const { productKey } = oven
  const asking = another()
  const url = `${bench.app.url}/auth/register/device`
  const { host, port, ca } = way
  const answer = await asking.ask('register', { productKey, productSecret, deviceName: oven.sn, url, host, port, ca })
  isTaken(answer)
  const { secret } = z.object({ secret: z.string() }).parse(answer)
  await asking.stop()
  const driver = another()
  await connectAs(driver, way, { ...oven, secret })
  await isOnline(bench.app, oven, true)
  await driver.stop()
  return 'sdk'
}

async function post({ bench, oven, driver }: Trial): Promise<How> {
  isTaken(await driver.ask('post', { params: { ChamberTemp: 181, FanSpeed: 55 } }))
  const { reported } = await shadowOf(bench.app, oven)
  assert.deepEqual([reported['ChamberTemp']?.v, reported['FanSpeed']?.v], [181, 55])
  return 'sdk'
}

async function event({ bench, oven, driver }: Trial): Promise<How> {
  const value = { Seconds: 90, ChamberTemp: 120 }
  isTaken(await driver.ask('event', { identifier: 'DoorOpenLong', value }))
  const stored = bench.app.db.selectFrom('deviceEvent').select('output').where('deviceId', '=', oven.id)
  assert.deepEqual(
    (await stored.execute()).map(({ output }) => output),
    [value],
  )
  return 'sdk'
}

async function desired(trial: Trial): Promise<How> {
  const names = ['FanSpeed']
  const { answer, how } = await bySdk(trial, ['desired', { names }], () =>
    byTopic(trial, `${sysOf(trial)}/property/desired/get`, asked('thing.property.desired.get', names)),
  )
  isTaken(answer)
  const { data } = z.object({ data: z.object({ FanSpeed: z.object({ value: z.number() }) }) }).parse(answer)
  assert.equal(data.FanSpeed.value, 40)
  return how
}

const byOf = (answer: unknown): How => z.object({ by: z.enum(['sdk', 'topic']) }).parse(answer).by

async function set({ bench, oven, driver }: Trial): Promise<How> {
  const by = byOf(await driver.ask('listen', { services: ['StopCooking'], syncServices: ['Identify'] }))
  assert.equal((await command(bench, oven, { FanSpeed: 60, Light: 1 })).status, 'succeeded')
  await until('the value to be reported', async () => (await shadowOf(bench.app, oven)).reported['FanSpeed']?.v === 60)
  return by
}

/** After the property was set, the driver also listens for services. */
const service =
  (identifier: string, params: Parameters<typeof command>[2], callType: 'async' | 'sync') =>
  async ({ bench, oven, driver }: Trial): Promise<How> => {
    const row = await command(bench, oven, params, identifier)
    assert.deepEqual([row.status, row.callType, row.byReport], ['succeeded', callType, false])
    return byOf(await driver.ask('answers'))
  }

const ShadowAnswer = z.object({
  payload: z.object({ status: z.string(), state: z.looseObject({ reported: z.json() }).optional() }),
})

async function shadow({ driver }: Trial): Promise<How> {
  const nickname = randomUUID()
  const statusIs = (is: (payload: z.output<typeof ShadowAnswer>['payload']) => boolean) =>
    driver.hear('shadow', ({ message }) => {
      const { data } = ShadowAnswer.safeParse(message)
      return data !== undefined && is(data.payload)
    })
  await driver.ask('shadowUpdate', { reported: { nickname } })
  await statusIs(({ status }) => status === 'success')
  await driver.ask('shadowGet')
  await statusIs(({ state }) => JSON.stringify(state?.reported).includes(nickname))
  return 'sdk'
}

async function tags({ bench, oven, driver }: Trial): Promise<How> {
  const stored = async () =>
    (
      await bench.app.db.selectFrom('deviceTag').select(['key', 'value']).where('deviceId', '=', oven.id).execute()
    ).filter(({ key }) => key === 'room')
  isTaken(await driver.ask('tag', { key: 'room', value: 'bakery' }))
  assert.deepEqual(await stored(), [{ key: 'room', value: 'bakery' }])
  isTaken(await driver.ask('untag', { key: 'room' }))
  assert.deepEqual(await stored(), [])
  return 'sdk'
}

async function history(trial: Trial): Promise<How> {
  const { bench, oven } = trial
  const time = Date.now() - hourMs
  const params = [
    { identity: { productKey: oven.productKey, deviceName: oven.sn }, properties: [{ CoreTemp: { value: 33, time } }] },
  ]
  isTaken(
    await byTopic(
      trial,
      `${sysOf(trial)}/event/property/history/post`,
      asked('thing.event.property.history.post', params),
    ),
  )
  assert.ok(
    (await historyOf(bench.app, oven, 'CoreTemp')).some(
      ({ number, time: at }) => number === 33 && Date.parse(at) === time,
    ),
  )
  return 'topic'
}

async function config(trial: Trial): Promise<How> {
  const { bench, rollout } = trial
  const content = '{"beep":true}'
  const draft = { productId: rollout.productId, version: 0, content, note: '', push: false }
  assert.equal((await bench.app.ask(configApi.saveConfig, draft, bench)).status, 200)
  const params = { configScope: 'product', getType: 'file' }
  const { answer, how } = await bySdk(trial, ['config', {}], () =>
    byTopic(trial, `${sysOf(trial)}/config/get`, asked('thing.config.get', params)),
  )
  isTaken(answer)
  const { data } = z.object({ data: z.object({ url: z.string() }) }).parse(answer)
  assert.equal(await (await fetch(data.url)).text(), content)
  return how
}

async function log(trial: Trial): Promise<How> {
  const { bench, oven } = trial
  // Some SDKs send none before they are asked for it.
  const asks = { id: oven.id, isAsked: true }
  assert.equal((await bench.app.ask(telemetryCalls.oven.askForLogs, asks, bench)).status, 200)
  const content = randomUUID()
  const params = [{ timestamp: Date.now(), logLevel: 'warn', module: 'sdk', logContent: content }]
  const { answer, how } = await bySdk(trial, ['log', { content }], () =>
    byTopic(trial, `${sysOf(trial)}/log/post`, asked('thing.log.post', params)),
  )
  isTaken(answer)
  const lines = () => bench.app.db.selectFrom('deviceLog').select('content').where('deviceId', '=', oven.id).execute()
  await until('the line to be stored', async () => (await lines()).some((line) => line.content === content))
  return how
}

async function ntp(trial: Trial): Promise<How> {
  const own = `/ext/ntp/${trial.oven.productKey}/${trial.oven.sn}`
  const { answer, how } = await bySdk(trial, ['ntp', {}], () =>
    byTopic(trial, `${own}/request`, { deviceSendTime: String(Date.now()) }, `${own}/response`),
  )
  const { serverSendTime } = z.object({ serverSendTime: z.coerce.number() }).parse(answer)
  assert.ok(Math.abs(serverSendTime - Date.now()) < 5000)
  return how
}

async function reconnect({ bench, oven, driver }: Trial): Promise<How> {
  driver.forget()
  const connections = async () => (await onlineLogOf(bench.app, oven)).filter(({ online }) => online).length
  const before = await connections()
  await bench.kill()
  await until('the SDK to connect again', async () => (await connections()) > before, 150_000)
  await isOnline(bench.app, oven, true)
  await driver.hear('connect')
  assert.equal((await command(bench, oven, { FanSpeed: 70 })).status, 'succeeded')
  isTaken(await driver.ask('post', { params: { ChamberTemp: 99 } }))
  assert.equal((await shadowOf(bench.app, oven)).reported['ChamberTemp']?.v, 99)
  return 'sdk'
}

/** The order matters: the first connects, and the desired value is requested before anything reports the property. */
export const capabilities: readonly Capability[] = [
  { name: 'connect, plain', run: connectPlain },
  { name: 'connect, TLS', run: connectSecure },
  { name: 'connect, pre-shared key', run: connectByKey },
  { name: 'register by the product’s secret', run: register },
  { name: 'desired values', run: desired },
  { name: 'post', run: post },
  { name: 'event', run: event },
  { name: 'set', run: set },
  { name: 'service, asynchronous', run: service('StopCooking', {}, 'async') },
  { name: 'service, synchronous', run: service('Identify', { Seconds: 5 }, 'sync') },
  { name: 'shadow', run: shadow },
  { name: 'tags', run: tags },
  { name: 'history', run: history },
  { name: 'configuration', run: config },
  { name: 'log', run: log },
  { name: 'NTP', run: ntp },
  { name: 'gateway with a sub-device', run: gateway },
  { name: 'OTA', run: ota },
  { name: 'OTA over a connection that breaks', run: brokenOta },
  { name: 'reconnect after a kill', run: reconnect },
]
