import type { Endpoint, RequestOf } from '@brigade/contract/endpoint.ts'
import { commandCalls } from '@brigade/contract/command/command.endpoints.ts'
import { thingModelApi } from '@brigade/contract/thing-model/thing-model.endpoints.ts'
import type { Property, ServiceFunction, ThingModel } from '@brigade/contract/thing-model/thing-model.model.ts'
import { connectMade, shadowOf } from '@brigade/server/testing/linked-device.ts'
import { testPassword } from '@brigade/server/testing/make-account.ts'
import { make } from '@brigade/server/testing/make.ts'
import type { TestApp } from '@brigade/server/testing/start-app.ts'
import { until } from '@brigade/server/testing/until.ts'

const celsius = (max: number, step = 0.1) =>
  ({ type: 'float', min: -40, max, step, unit: '°C', unitName: 'Celsius' }) as const

export const chamber: Property = {
  identifier: 'CavityTemp',
  name: { en: 'Chamber temperature', zh: '腔体温度' },
  required: false,
  accessMode: 'r',
  dataType: celsius(350),
}
/** The same with a name that follows the rules for typed names: the one above comes from a document. */
export const typedChamber: Property = { ...chamber, name: { en: 'Chamber', zh: chamber.name.zh } }
export const fan: Property = {
  identifier: 'FanSpeed',
  name: { en: 'Fan speed', zh: '风机转速' },
  required: false,
  accessMode: 'rw',
  dataType: { type: 'int', min: 30, max: 100, step: 10, unit: '%' },
}
const boost: ServiceFunction = {
  identifier: 'SteamBoost',
  name: { en: 'Steam boost', zh: '强力蒸汽' },
  required: false,
  callType: 'async',
  inputData: [
    { identifier: 'Seconds', name: { en: 'Seconds', zh: '秒数' }, dataType: { type: 'int', min: 5, max: 60 } },
  ],
  outputData: [],
}
const hardness: Property = {
  ...chamber,
  identifier: 'WaterHardness',
  name: { en: 'Hardness', zh: '水质硬度' },
  dataType: { type: 'float', min: 0, max: 30, step: 0.1, unit: '°dH' },
}
export const chamberUpTo = (max: number): Property => ({ ...chamber, dataType: celsius(max) })
export const publishedModel: ThingModel = { properties: [chamber, fan], events: [], services: [boost] }

type Read = Endpoint & { bodyKind: 'none' }
type Write = Endpoint & { bodyKind: 'json' }

/** An oven model published as 1.0.0, in a series of its own. */
export async function publishedOven(app: TestApp) {
  const names = { en: 'CX-10 combi steamer', zh: 'CX-10 万能蒸烤箱' }
  return make.product(app, { ...names, model: publishedModel })
}

/** A call that must succeed. */
export async function done<E extends Read | Write>(app: TestApp, token: string, endpoint: E, input: RequestOf<E>) {
  const { envelope } = await app.ask(endpoint, input, { token })
  if (!envelope.success) throw new Error(`${endpoint.name}: ${envelope.msg}`)
  return envelope.data
}

/** Narrows the range of the chamber, makes the fan read-only, removes a service, and adds a property. */
export async function draftThatBreaks(app: TestApp, token: string, productId: string): Promise<void> {
  await done(app, token, thingModelApi.updateProperty, { productId, was: chamber, definition: chamberUpTo(300) })
  await done(app, token, thingModelApi.updateProperty, {
    productId,
    was: fan,
    definition: { ...fan, accessMode: 'r' },
  })
  await done(app, token, thingModelApi.removeServices, { productId, identifiers: [boost.identifier] })
  await done(app, token, thingModelApi.addProperty, { productId, definition: hardness })
}

/** A device of the product that reported 330 °C, had its fan set and was called. */
export async function usedOven(app: TestApp, token: string, product: { id: string; productKey: string }) {
  const oven = await make.device(app, { productId: product.id, productKey: product.productKey })
  const device = await connectMade(app, oven)
  await device.report({ CavityTemp: 330 })
  await until('the chamber is known', async () => {
    const shadow = await shadowOf(app, oven)
    return shadow.reportedAt !== null
  })
  const to = { deviceId: oven.id, password: testPassword }
  await done(app, token, commandCalls.oven.sendCommand, { ...to, kind: 'property.set', params: { FanSpeed: 80 } })
  await device.receive('thing/service/property/set')
  await done(app, token, commandCalls.oven.sendCommand, {
    ...to,
    kind: 'service',
    identifier: boost.identifier,
    params: { Seconds: 20 },
    confirmsHeat: true,
  })
  return { oven, device }
}
