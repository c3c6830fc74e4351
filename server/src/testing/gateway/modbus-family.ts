import assert from 'node:assert/strict'
import { commandCalls } from '@brigade/contract/command/command.endpoints.ts'
import { modbusModem, modbusUnit } from '@brigade/contract/thing-model/ready-made/modbus-dtu.ts'
import type { Property, ThingModel } from '@brigade/contract/thing-model/thing-model.model.ts'
import { startFleet, type FleetOptions } from '@brigade/simulator/fleet.ts'
import { shadowOf, tripleOf } from '../linked-device.ts'
import { testPassword } from '../make-account.ts'
import { make } from '../make.ts'
import type { TestApp } from '../start-app.ts'
import { until } from '../until.ts'

/** Polled often, so that a test need not wait. */
export const quick = (
  model: ThingModel,
  more: (property: Property) => Property = (property) => property,
): ThingModel => ({
  ...model,
  properties: model.properties.map((property) =>
    more(
      property.modbus === undefined
        ? property
        : { ...property, modbus: { ...property.modbus, reportFrequencyMs: 100 } },
    ),
  ),
})

/** A modem with refrigerators at addresses 3, 4 … behind it. */
export async function modbusFamily(app: TestApp, count: number, model: ThingModel = quick(modbusUnit)) {
  const ofModem = await make.product(app, { kind: 'cooler', nodeType: 'gateway', model: modbusModem })
  const ofUnit = await make.product(app, { kind: 'cooler', nodeType: 'sub-device', protocol: 'modbusRtu', model })
  const modem = await make.device(app, { kind: 'cooler', productId: ofModem.id, productKey: ofModem.productKey })
  const units = []
  for (let unit = 3; unit < 3 + count; unit += 1) {
    const made = await make.device(app, { kind: 'cooler', productId: ofUnit.id, productKey: ofUnit.productKey })
    const addedAt = new Date(app.clock.now()).toISOString()
    await app.db.insertInto('deviceGateway').values({ deviceId: made.id, gatewayId: modem.id, unit, addedAt }).execute()
    units.push({ ...made, unit })
  }
  return { modem, units, productId: ofUnit.id }
}
export type ModbusFamily = Awaited<ReturnType<typeof modbusFamily>>

/** Connects the modem to a gateway, or a broker, at this port; its units answer on its line. */
export function startModem(
  { modem, units }: Pick<ModbusFamily, 'modem' | 'units'>,
  port: number,
  options: Partial<FleetOptions> = {},
) {
  return startFleet({
    devices: [
      {
        kind: 'cooler',
        credentials: tripleOf(modem),
        units: units.map(({ sn, unit }) => ({ deviceName: sn, unit })),
      },
    ],
    host: '127.0.0.1',
    port,
    seed: '5',
    speed: 1,
    steady: true,
    reportEveryMs: 200,
    ...options,
  })
}

export const reportedOf = async (app: TestApp, made: { id: string; sn: string; secret: string; productKey: string }) =>
  (await shadowOf(app, made).catch(() => undefined))?.reported ?? {}

/** Sends a command like a person, and waits until it is closed. */
export async function outcomeOfSet(
  app: TestApp,
  token: string,
  made: { id: string },
  params: Readonly<Record<string, number | string>>,
) {
  const draft = {
    deviceId: made.id,
    kind: 'property.set' as const,
    params,
    password: testPassword,
    confirmsHeat: false,
  }
  const { status, envelope } = await app.ask(commandCalls.cooler.sendCommand, draft, { token })
  assert.equal(status, 200, JSON.stringify(envelope))
  return until('the command to be closed', async () => {
    const row = await app.db
      .selectFrom('command')
      .selectAll()
      .where('id', '=', envelope.data.id)
      .executeTakeFirstOrThrow()
    return ['succeeded', 'failed', 'unknown', 'timed_out'].includes(row.status) ? row : undefined
  })
}
