import { z } from 'zod'
import { dayMs } from '../time.ts'

/** Messages from and to devices, in Alink's own field names (alink.md 2.3): the devices fix these. */

/** alink.md 2.3 and 3. */
export const alinkLimits = { properties: 200, deviceTimePastMs: 7 * dayMs, deviceTimeAheadMs: dayMs } as const

/** Reply codes of alink.md 2.3. */
export const alinkCodes = {
  ok: 200,
  internal: 400,
  throttled: 429,
  /** Our own code for messages that end the connection, which have no reply. */
  tooLarge: 413,
  qos2: 505,
  parameterError: 460,
  tooManyProperties: 6106,
  badTopic: 6203,
  deviceDisabled: 6204,
  badFormat: 6207,
  noThingModel: 6313,
  noConfig: 6710,
} as const

/** Errors in shadow messages, in the wording that devices receive (alink.md 2.3). */
export const shadowErrors = {
  400: 'Incorrect JSON format',
  401: 'The method is missing',
  402: 'The state is missing',
  403: 'The version is not a number',
  404: 'The reported state is missing',
  405: 'The reported state is empty',
  406: 'The method is not known',
  407: 'The shadow is empty',
  408: 'There are more than 128 attributes',
  409: 'The version is older than that of the shadow',
} as const

/**
 * Devices send the id as a string or as a number, and one SDK appends the topic that it waits on; it is echoed
 * unchanged.
 */
export const AlinkId = z.union([z.string().max(400), z.number()])

const ack = z.object({ ack: z.union([z.literal(0), z.literal(1)]).optional() }).optional()

/**
 * Whether nothing has to be converted or left out. Zod's own check of JSON takes several times as long as JSON.parse,
 * and nearly every message passes this one.
 */
function isPlainJson(value: unknown): boolean {
  if (typeof value === 'number') return Number.isFinite(value)
  if (typeof value !== 'object') return typeof value === 'string' || typeof value === 'boolean'
  if (value === null) return true
  return Array.isArray(value) ? value.every(isPlainJson) : isPlainRecord(value)
}
function isPlainRecord(value: object): boolean {
  for (const [key, each] of Object.entries(value)) if (key === '__proto__' || !isPlainJson(each)) return false
  return true
}

type Json = z.output<ReturnType<typeof z.json>>
const Params = z.union([
  z.custom<Record<string, Json>>(
    (value) => typeof value === 'object' && value !== null && !Array.isArray(value) && isPlainRecord(value),
  ),
  z.record(z.string(), z.json()),
])

/** An event's `params` are its outputs in `value` with the device's time beside it, or, as C SDKs send them, its outputs alone. */
export const AlinkRequest = z.object({
  id: AlinkId.optional(),
  version: z.string().optional(),
  sys: ack,
  params: Params,
  method: z.string().optional(),
})
export type AlinkRequest = z.output<typeof AlinkRequest>

/** The server asks for these properties. */
export const PropertyGet = AlinkRequest.extend({ params: z.array(z.string()) })

/** Several values of each property and several events of each kind, each with its time; a value alone counts as one. */
export const AlinkBatch = AlinkRequest.extend({
  params: z.object({ properties: Params.optional(), events: Params.optional() }),
})

export const Identity = z.object({ productKey: z.string().max(64), deviceName: z.string().max(64) })
export type Identity = z.output<typeof Identity>

/** Data that a device stored while offline, a gateway also for its sub-devices: one object, or a list of them. */
export const AlinkHistory = AlinkRequest.extend({
  params: z
    .array(
      z.object({
        identity: Identity.optional(),
        properties: z.union([z.array(Params), Params]).optional(),
        events: z.union([z.array(Params), Params]).optional(),
      }),
    )
    .max(100),
})

/** A gateway's own properties and events, and those of the devices behind it. */
export const AlinkPack = AlinkRequest.extend({
  params: z.object({
    properties: Params.optional(),
    events: Params.optional(),
    subDevices: z
      .array(z.object({ identity: Identity, properties: Params.optional(), events: Params.optional() }))
      .max(100)
      .optional(),
  }),
})

/** Identifiers of the requested desired values; none stands for all. */
export const DesiredGet = AlinkRequest.extend({ params: z.array(z.string()).default([]) })
/** Each may name the version that is done with. */
export const DesiredDelete = AlinkRequest.extend({
  params: z.record(z.string(), z.object({ version: z.number().optional() }).catch({})),
})

/** Tags of a device. */
export const TagsUpdate = AlinkRequest.extend({
  params: z.array(z.object({ attrKey: z.string(), attrValue: z.union([z.string(), z.number()]) })).max(100),
})
export const TagsDelete = AlinkRequest.extend({ params: z.array(z.object({ attrKey: z.string() })).max(100) })

/** Questions without parameters that we need: configuration, log switch, jobs, reset. */
export const AlinkQuestion = z.object({ id: AlinkId.optional(), sys: ack, params: z.json().optional() })
export const JobQuestion = AlinkRequest.extend({ params: z.object({ taskId: z.string().max(128) }) })

/** Lines that a device logged. `utcTime` in ISO 8601, or `timestamp` in ms as the C SDK v3 has it; its digits may be a text. */
export const LogPost = AlinkRequest.extend({
  params: z
    .array(
      z.object({
        utcTime: z.string().optional(),
        timestamp: z.union([z.number(), z.string()]).optional(),
        logLevel: z.string().catch('OTHER'),
        module: z.string().catch(''),
        code: z.union([z.string(), z.number()]).catch(''),
        traceContext: z.string().catch(''),
        logContent: z.string(),
      }),
    )
    .max(100),
})

/** Messages on the topics of the device shadow; errors in them have replies of their own (alink.md 2.3). */
export const ShadowUpdate = z.object({
  method: z.json().optional(),
  state: z.json().optional(),
  version: z.json().optional(),
  clientToken: z.string().max(256).optional(),
})
export const ShadowDown = z.object({
  method: z.enum(['reply', 'control']),
  payload: z.record(z.string(), z.json()),
  version: z.number().optional(),
  timestamp: z.number(),
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
  params: z.object({ version: z.string().trim().min(1).max(64), module: z.string().max(64).optional() }),
})

/** `step` is a percent or a failure: -1 upgrade, -2 download, -3 verification, -4 flashing. SDKs write it as text or as a number. */
export const OtaProgress = z.object({
  id: AlinkId.optional(),
  params: z.object({
    step: z
      .union([
        z
          .string()
          .trim()
          .regex(/^-?\d{1,4}$/),
        z.number().int(),
      ])
      .transform(Number)
      // A value outside this range cannot be acted on.
      .pipe(z.number().min(-4).max(100)),
    desc: z.string().optional(),
    module: z.string().max(64).optional(),
  }),
})
/** A device asks whether there is firmware for it. Older SDKs send only an id, or their version. */
export const OtaQuestion = z.object({
  id: AlinkId.optional(),
  params: z.object({ module: z.string().max(64).optional() }).optional(),
})
/** An offer. Its `code` is a text. */
export const OtaDown = z.object({
  id: AlinkId,
  code: z.string(),
  message: z.string().optional(),
  data: z.record(z.string(), z.unknown()),
})
