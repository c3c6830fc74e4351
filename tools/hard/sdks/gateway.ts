import assert from 'node:assert/strict'
import { seal } from '@brigade/server/platform/secret/secret-box.ts'
import { isOnline, shadowOf, tripleOf } from '@brigade/server/testing/linked-device.ts'
import { make } from '@brigade/server/testing/make.ts'
import { z } from 'zod'
import { connectAs, type Bench, type How, type Made, type Trial } from './bench.ts'
import { NoFunction, type Driver } from './driver.ts'

const taken = (answer: unknown) => {
  const { code } = z.object({ code: z.coerce.number() }).parse(answer)
  assert.equal(code, 200, JSON.stringify(answer))
}

/** A gateway adds a sub-device, logs it in, reports for it, and logs it out. */
export async function gateway({ bench, way, another }: Trial): Promise<How> {
  const { app } = bench
  const ofGateway = await make.product(app, { nodeType: 'gateway' })
  const productSecret = 'aProductSecret16'
  const ofSub = await make.product(app, {
    nodeType: 'sub-device',
    productSecret: seal(app.settings.secretKey, productSecret),
  })
  await app.db.updateTable('product').set({ dynamicRegistration: 'listed' }).where('id', '=', ofSub.id).execute()
  const own = await make.device(app, { productId: ofGateway.id, productKey: ofGateway.productKey })
  const made = await make.device(app, { productId: ofSub.id, productKey: ofSub.productKey })
  const driver = another()
  await connectAs(driver, way, own, { gateway: true })
  const sub = { ...made, secret: await registered(driver, made, productSecret) }
  const names = { productKey: sub.productKey, deviceName: sub.sn }
  taken(await driver.ask('topoAdd', { triple: tripleOf(sub) }))
  taken(await driver.ask('subLogin', { triple: tripleOf(sub), names }))
  await isOnline(app, sub, true)
  const how = await postFor(driver, bench, sub)
  taken(await driver.ask('subLogout', { names }))
  await isOnline(app, sub, false)
  await driver.stop()
  return how
}

/** An SDK that registers sub-devices gets the secret this way; for others it is in the flash. */
async function registered(driver: Driver, { productKey, sn, secret }: Made, productSecret: string): Promise<string> {
  try {
    const answer = await driver.ask('subRegister', { productKey, deviceName: sn, productSecret })
    taken(answer)
    const Given = z.object({ data: z.object({ successes: z.array(z.object({ deviceSecret: z.string() })).length(1) }) })
    return Given.parse(answer).data.successes[0]?.deviceSecret ?? ''
  } catch (error) {
    if (error instanceof NoFunction) return secret
    throw error
  }
}

async function postFor(driver: Driver, { app }: Bench, sub: Made): Promise<How> {
  const stored = async (value: number) => assert.equal((await shadowOf(app, sub)).reported['ChamberTemp']?.v, value)
  try {
    taken(await driver.ask('subPost', { params: { ChamberTemp: 77 } }))
    await stored(77)
    return 'sdk'
  } catch (error) {
    if (!(error instanceof NoFunction)) throw error
    const topic = `/sys/${sub.productKey}/${sub.sn}/thing/event/property/post`
    await driver.ask('subscribe', { topic: `${topic}_reply` })
    const payload = { id: '9', version: '1.0', params: { ChamberTemp: 78 }, method: 'thing.event.property.post' }
    await driver.ask('publish', { topic, payload: JSON.stringify(payload) })
    const { payload: reply } = await driver.hear('message', (heard) => heard['topic'] === `${topic}_reply`)
    taken(JSON.parse(z.string().parse(reply)))
    await stored(78)
    return 'topic'
  }
}
