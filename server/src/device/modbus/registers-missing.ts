import type { Protocol } from '@brigade/contract/product/product.model.ts'
import type { ThingModel } from '@brigade/contract/thing-model/thing-model.model.ts'
import type { z } from 'zod'
import { placesOf } from './plan-reads.ts'

/** What decides which way values go to a device. `unit`: its address on the line of the modem it is behind. */
export type Wired = Readonly<{
  protocol: z.output<typeof Protocol>
  nodeType: 'direct' | 'gateway' | 'sub-device'
  unit: number | null
}>

export type Missing = Readonly<{
  key: 'device.modbusNoRegister' | 'device.modbusApart'
  identifiers: readonly string[]
}>

/**
 * Why values cannot go to a Modbus device, and which. A unit behind a modem has nothing but its registers. One that is modem and
 * controller in one takes the others in Alink, but one command goes one way. Undefined: nothing is in the way.
 */
export function registersMissing(
  { protocol, nodeType, unit }: Wired,
  model: ThingModel,
  identifiers: readonly string[],
): Missing | undefined {
  if (protocol === 'alink') return undefined
  const placed = new Set(placesOf(model).map(({ identifier }) => identifier))
  const without = identifiers.filter((identifier) => !placed.has(identifier))
  if (without.length === 0) return undefined
  if (unit !== null) return { key: 'device.modbusNoRegister', identifiers: without }
  // Behind a gateway that translates by itself all of it is Alink; so is what names no register at all.
  if (nodeType === 'sub-device' || without.length === identifiers.length) return undefined
  return { key: 'device.modbusApart', identifiers: without }
}
