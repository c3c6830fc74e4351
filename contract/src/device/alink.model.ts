import { z } from 'zod'

/** What devices say and are told, in Alink's own field names (alink.md 2.3): these are fixed by the devices. */

/** alink.md 2.3 and 3. */
export const alinkLimits = { properties: 200, deviceTimePastMs: 7 * 86_400_000, deviceTimeAheadMs: 86_400_000 } as const

/** Reply codes of alink.md 2.3. */
export const alinkCodes = {
  ok: 200,
  internal: 400,
  parameterError: 460,
  tooManyProperties: 6106,
  badTopic: 6203,
  badFormat: 6207,
  noThingModel: 6313,
} as const

/** Devices send the id as a string or as a number; it is echoed as it came. */
export const AlinkId = z.union([z.string().max(64), z.number()])

const ack = z.object({ ack: z.union([z.literal(0), z.literal(1)]).optional() }).optional()

export const AlinkRequest = z.object({
  id: AlinkId.optional(),
  version: z.string().optional(),
  sys: ack,
  params: z.record(z.string(), z.json()),
  method: z.string().optional(),
})
export type AlinkRequest = z.output<typeof AlinkRequest>

/** An event's parameters: its outputs in `value`, with the device's time beside it. */
export const AlinkEvent = AlinkRequest.extend({
  params: z.object({ value: z.record(z.string(), z.json()).default({}), time: z.number().optional() }),
})

/** Devices ask for their thing model with parameters, with none, or with the text `{}`: all of it is the same question. */
export const AlinkModelRequest = z.object({
  id: AlinkId.optional(),
  sys: ack,
  params: z
    .object({ nodes: z.array(z.string()).optional(), addDefault: z.boolean().optional() })
    .catch({})
    .optional(),
})

/** A device's answer to a property set or a service call. */
export const AlinkReply = z.object({
  id: AlinkId.optional(),
  code: z.int32(),
  data: z.json().optional(),
  message: z.string().optional(),
})
export type AlinkReply = z.output<typeof AlinkReply>

export const NtpRequest = z.object({ deviceSendTime: z.union([z.string(), z.number()]) })
export const OtaInform = z.object({
  id: AlinkId.optional(),
  params: z.object({ version: z.string().max(64), module: z.string().max(64).optional() }),
})
