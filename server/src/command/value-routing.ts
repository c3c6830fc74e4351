import type { Protocol } from '@brigade/contract/product/product.model.ts'
import type { ThingModel } from '@brigade/contract/thing-model/thing-model.model.ts'
import type { z } from 'zod'

/** The facts that decide how values reach a device. `unit` is its address on the serial line of its modem. */
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
 * Decides which values a device receives in another form than Alink messages. A protocol with such a form implements
 * this, and app.ts passes it to the commands.
 */
export type ValueRouting = Readonly<{
  /** The reason why one command cannot carry values to a device, and the values; undefined if nothing prevents it. */
  missing: (target: Wired, model: ThingModel, identifiers: readonly string[]) => Missing | undefined
  /** The readable ones of these properties, grouped so that each group is read the same way. */
  readable: (target: Wired, model: ThingModel, identifiers: readonly string[]) => readonly (readonly string[])[]
}>
