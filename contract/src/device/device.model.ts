import { z } from 'zod'
import { channelFilters, departmentFilters } from '../customer/organisation.model.ts'
import { Flag, Id, Instant, Line, OptionalLine, filter } from '../field.ts'
import { searchOf } from '../paging.ts'
import { BothNames, DeviceKind } from '../product/product.model.ts'
import { zoneFilters } from '../system/area.model.ts'

/** Spec 9: no reply within 60 seconds is a failure. */
export const commandTimeoutMs = 60_000

/** Spec 4, cooking states, as the property `WorkState` numbers them. Coolers use those that apply and `defrosting`. */
export const workStates = [
  'standby',
  'preheating',
  'cooking',
  'completed',
  'cooling',
  'washing',
  'error',
  'defrosting',
] as const
export type WorkState = (typeof workStates)[number]
export const WorkStateName = z.enum(workStates)

/** What the state column and the totals show: a working state while online, else offline. */
export const DeviceState = z.enum([...workStates, 'online', 'offline'])

export const warranties = ['in', 'over', 'unregistered'] as const
export const Warranty = z.enum(warranties)

const Named = z.object({ id: Id, name: z.string() })

export const DeviceRow = z.object({
  id: Id,
  sn: z.string(),
  name: z.string(),
  mac: z.string(),
  kind: DeviceKind,
  product: z.object({ id: Id, name: BothNames, productKey: z.string() }),
  customer: Named,
  address: z.string(),
  online: z.boolean(),
  /** The last one reported; meaningful while online. */
  workState: WorkStateName.nullable(),
  faultCode: z.string(),
  /** The one short fact behind a state, whichever apply. Temperatures °C. */
  fact: z.object({
    stage: z.number().nullable(),
    stageCount: z.number().nullable(),
    temperatureC: z.number().nullable(),
    minutesLeft: z.number().nullable(),
  }),
  /** Since when it is online or offline. */
  onlineChangedAt: Instant.nullable(),
  warranty: Warranty,
  firmwareVersion: z.string(),
  lastSeenAt: Instant.nullable(),
  createdAt: Instant,
})
export type DeviceRow = z.output<typeof DeviceRow>

export const deviceSorts = ['createdAt', 'sn', 'name', 'lastSeenAt'] as const

/** Spec 2: choosing offline clears the state; choosing a state forces online. The server refuses the contradiction. */
export const DeviceSearch = searchOf(
  {
    /** Any two or more characters of SN, name or MAC. */
    keyword: filter(OptionalLine(60)),
    online: filter(Flag),
    state: filter(WorkStateName),
    productId: filter(Id),
    seriesId: filter(Id),
    customerId: filter(Id),
    warranty: filter(Warranty),
    address: filter(OptionalLine(60)),
    ...zoneFilters,
    ...departmentFilters,
    ...channelFilters,
    firmwareVersion: filter(OptionalLine(30)),
    /** Of the installation. */
    startTime: filter(Instant),
    endTime: filter(Instant),
  },
  deviceSorts,
).refine((search) => !(search.online === false && search.state !== undefined), {
  message: 'device.offlineState',
  path: ['state'],
})
export type DeviceSearch = z.output<typeof DeviceSearch>

/** Devices by state, within the caller's organisations. `online` + `offline` = `all`; the working states add up to at most `online`. */
export const DeviceTotals = z.object({
  all: z.number().int(),
  online: z.number().int(),
  offline: z.number().int(),
  states: z.record(WorkStateName, z.number().int()),
})
export type DeviceTotals = z.output<typeof DeviceTotals>

export const DeviceDetail = DeviceRow.extend({
  nodeType: z.enum(['direct', 'gateway', 'sub-device']),
  series: z.object({ id: Id, name: BothNames }),
  installedAt: Instant.nullable(),
  activatedAt: Instant.nullable(),
  warrantyDays: z.number().int().nullable(),
  warrantyUntil: Instant.nullable(),
  networkType: z.string(),
  /** Null where the product has no published thing model. */
  modelVersion: z.number().int().nullable(),
})
export type DeviceDetail = z.output<typeof DeviceDetail>

/** A value as a device reports it: what its thing model allows. */
export type Value = string | number | boolean | null | readonly Value[] | { readonly [key: string]: Value }
export const Value: z.ZodType<Value, Value> = z.json()

export const ShadowEntry = z.object({
  identifier: z.string(),
  value: Value,
  /** As the device said it. */
  deviceTime: Instant,
  serverTime: Instant,
  /** A value sent and not yet reported back. */
  desired: z.object({ value: Value, since: Instant, commandId: Id }).nullable(),
})
export const Shadow = z.object({
  version: z.number().int(),
  reportedAt: Instant.nullable(),
  entries: z.array(ShadowEntry),
})
export type Shadow = z.output<typeof Shadow>
export type ShadowEntry = z.output<typeof ShadowEntry>

/** At most this many points a series, whatever the span (product.md, Devices). */
export const curvePoints = 1000

export const CurveQuery = z
  .strictObject({
    id: Id,
    /** Identifiers of properties, comma-separated; at most 6. */
    identifiers: z.string().regex(/^[A-Za-z0-9_:]{1,101}(,[A-Za-z0-9_:]{1,101}){0,5}$/, 'field.invalid'),
    startTime: Instant,
    endTime: Instant,
  })
  .refine((query) => Date.parse(query.endTime) > Date.parse(query.startTime), {
    message: 'device.emptySpan',
    path: ['endTime'],
  })

/** Times are epoch milliseconds: bucket starts, or the points themselves where there are few. `min`, `max`, `mean` of each. */
export const CurveSeries = z.object({
  identifier: z.string(),
  time: z.array(z.number()),
  min: z.array(z.number()),
  max: z.array(z.number()),
  mean: z.array(z.number()),
})
export const Curve = z.object({
  /** Width of a bucket; 0 where each point is a report. */
  bucketMs: z.number(),
  series: z.array(CurveSeries),
  /** Times when the device was offline within the span: gaps are drawn as gaps. */
  gaps: z.array(z.object({ from: z.number(), to: z.number() })),
})
export type Curve = z.output<typeof Curve>

export const HistorySearch = searchOf(
  {
    id: Id,
    identifier: filter(z.string().regex(/^[A-Za-z0-9_:]{1,101}$/, 'field.invalid')),
    startTime: filter(Instant),
    endTime: filter(Instant),
  },
  ['time'],
)
export const HistoryRow = z.object({
  time: Instant,
  identifier: z.string(),
  value: Value,
  /** False where the device's clock could not be believed and the server's was used. */
  deviceTime: z.boolean(),
})
export type HistoryRow = z.output<typeof HistoryRow>

export const MessageSearch = searchOf(
  {
    id: Id,
    direction: filter(z.enum(['up', 'down'])),
    topic: filter(OptionalLine(120)),
    dropped: filter(Flag),
    startTime: filter(Instant),
    endTime: filter(Instant),
  },
  ['time'],
)
export const MessageRow = z.object({
  seq: z.string(),
  time: Instant,
  direction: z.enum(['up', 'down']),
  topic: z.string(),
  payload: z.string(),
  code: z.number().int().nullable(),
  dropped: z.array(z.object({ identifier: z.string(), reason: z.string(), value: Value })),
})
export type MessageRow = z.output<typeof MessageRow>

/** Why a connection began, ended or was refused (alink.md 3). */
export const onlineReasons = [
  'connected',
  'disconnected',
  'keep_alive',
  'connection_lost',
  'replaced',
  'kicked',
  'server_restart',
  'wrong_topic',
  'bad_packet',
  'refused_credentials',
  'refused_disabled',
] as const
export const OnlineReason = z.enum(onlineReasons)

export const OnlineSearch = searchOf({ id: Id, startTime: filter(Instant), endTime: filter(Instant) }, ['time'])
export const OnlineRow = z.object({
  seq: z.string(),
  time: Instant,
  /** Null: refused, the state did not change. */
  online: z.boolean().nullable(),
  reason: OnlineReason,
  address: z.string(),
  protocol: z.string(),
  /** How long this state lasted, to the next entry; null for the newest. */
  lastedMs: z.number().nullable(),
})
export type OnlineRow = z.output<typeof OnlineRow>

export const commandStatuses = ['created', 'sent', 'acknowledged', 'succeeded', 'failed', 'timed_out', 'late'] as const
export const CommandStatus = z.enum(commandStatuses)
export type CommandStatus = z.output<typeof CommandStatus>
export const openCommandStatuses: readonly CommandStatus[] = ['created', 'sent', 'acknowledged']

export const CommandRow = z.object({
  id: Id,
  kind: z.enum(['property.set', 'service']),
  /** Of the service; empty for a property set. */
  identifier: z.string(),
  params: z.record(z.string(), Value),
  before: z.record(z.string(), Value),
  status: CommandStatus,
  accountName: z.string(),
  createdAt: Instant,
  sentAt: Instant.nullable(),
  acknowledgedAt: Instant.nullable(),
  finishedAt: Instant.nullable(),
  deadlineAt: Instant,
  code: z.number().int().nullable(),
  reply: Value,
  error: z.string(),
})
export type CommandRow = z.output<typeof CommandRow>
export const CommandSearch = searchOf({ id: Id, status: filter(CommandStatus) }, ['createdAt'])

/** What is sent to a device: property values, or one service call. Needs the caller's login password (spec 6). */
export const CommandDraft = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('property.set'),
    deviceId: Id,
    params: z.record(z.string(), Value),
    password: z.string().min(1, 'field.required').max(128),
  }),
  z.strictObject({
    kind: z.literal('service'),
    deviceId: Id,
    identifier: Line(101),
    params: z.record(z.string(), Value),
    password: z.string().min(1, 'field.required').max(128),
  }),
])
export type CommandDraft = z.output<typeof CommandDraft>

/** An event a device posted. An error is open until cleared. */
export const EventRow = z.object({
  seq: z.string(),
  time: Instant,
  identifier: z.string(),
  type: z.enum(['info', 'alert', 'error']),
  code: z.string(),
  output: Value,
  clearedAt: Instant.nullable(),
})
export type EventRow = z.output<typeof EventRow>
export const EventSearch = searchOf({ id: Id, type: filter(z.enum(['info', 'alert', 'error'])) }, ['time'])

/** What changes on a screen without reloading (product.md, Devices: Live). */
export const LiveDevice = z.object({
  id: Id,
  /** When the newest of the changes reached the server, epoch ms: how far behind a screen is. */
  at: z.number(),
  online: z.boolean(),
  onlineChangedAt: Instant.nullable(),
  workState: WorkStateName.nullable(),
  faultCode: z.string(),
  fact: DeviceRow.shape.fact,
  lastSeenAt: Instant.nullable(),
  /** Only on the stream of one device. */
  shadow: Shadow.optional(),
  /** Only on the stream of one device: commands that moved. */
  commands: z.array(CommandRow).optional(),
})
export type LiveDevice = z.output<typeof LiveDevice>
/** One event of the stream: devices that changed in the same tick; empty as a heartbeat. */
export const LiveEvent = z.object({ at: z.number(), devices: z.array(LiveDevice) })
export type LiveEvent = z.output<typeof LiveEvent>
