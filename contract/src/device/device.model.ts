import { z } from 'zod'
import { ChannelType, channelFilters, departmentFilters } from '../customer/organisation.model.ts'
import { Flag, Id, Instant, Line, OptionalLine, filter } from '../field.ts'
import { searchOf } from '../paging.ts'
import { BothNames, DeviceKind, NodeType } from '../product/product.model.ts'
import { zoneFilters } from '../system/area.model.ts'
import { droppedReasons, messageOutcomes } from './trace.model.ts'

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

/** Whether an end user of the phone app has it. */
export const bindStates = ['bound', 'unbound'] as const
export const BindState = z.enum(bindStates)

const Named = z.object({ id: Id, name: z.string() })

export const DeviceRow = z.object({
  id: Id,
  sn: z.string(),
  name: z.string(),
  mac: z.string(),
  kind: DeviceKind,
  nodeType: NodeType,
  /** Disabled, it is refused when it connects. */
  enabled: z.boolean(),
  installed: z.boolean(),
  bindState: BindState,
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
  /** Of the Wi-Fi module, as it was last reported. */
  wifiFirmware: z.string(),
  factoryArea: z.string(),
  channelType: ChannelType.nullable(),
  channel: Named.nullable(),
  /** App users that have it now. */
  boundUsers: z.number().int(),
  lastSeenAt: Instant.nullable(),
  installedAt: Instant.nullable(),
  /** Of its first connection. */
  activatedAt: Instant.nullable(),
  createdAt: Instant,
})
export type DeviceRow = z.output<typeof DeviceRow>

export const deviceSorts = ['createdAt', 'sn', 'name', 'lastSeenAt'] as const

/** Spec 2: choosing offline clears the state; choosing a state forces online. The server refuses the contradiction. */
export const deviceFilters = {
  /** Any two or more characters of SN, name or MAC. */
  keyword: filter(OptionalLine(60)),
  online: filter(Flag),
  state: filter(WorkStateName),
  productId: filter(Id),
  seriesId: filter(Id),
  customerId: filter(Id),
  warranty: filter(Warranty),
  bindState: filter(BindState),
  nodeType: filter(NodeType),
  enabled: filter(Flag),
  address: filter(OptionalLine(60)),
  ...zoneFilters,
  ...departmentFilters,
  ...channelFilters,
  firmwareVersion: filter(OptionalLine(30)),
  /** Of the installation. */
  startTime: filter(Instant),
  endTime: filter(Instant),
}
/** For `refine`, wherever these filters are asked with. */
export const statesFit = ({ online, state }: Readonly<{ online?: boolean | undefined; state?: unknown }>): boolean =>
  online !== false || state === undefined
export const statesDoNotFit = { message: 'device.offlineState', path: ['state'] }
export const DeviceSearch = searchOf(deviceFilters, deviceSorts).refine(statesFit, statesDoNotFit)
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
  series: z.object({ id: Id, name: BothNames }),
  /** National codes; empty abroad and where not given. `place` says it in words, `address` the rest. */
  zone: z.object({
    province: z.string(),
    city: z.string(),
    region: z.string(),
    place: z.string(),
    address: z.string(),
  }),
  note: z.string(),
  /** Of a sub-device: the gateway it hangs behind. */
  gateway: z.object({ id: Id, name: z.string(), sn: z.string(), kind: DeviceKind }).nullable(),
  /** Of a gateway. */
  subDevices: z.number().int(),
  tags: z.array(z.object({ key: z.string(), value: z.string() })),
  /** Of the record itself: what a change is made from. */
  updatedAt: Instant,
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
  /** A value sent, or kept for it, and not yet reported back; `commandId` null: kept until the device has it. */
  desired: z.object({ value: Value, since: Instant, version: z.number().int(), commandId: Id.nullable() }).nullable(),
})
export const Shadow = z.object({
  version: z.number().int(),
  reportedAt: Instant.nullable(),
  entries: z.array(ShadowEntry),
  /** Desired values of properties never reported yet. */
  wanted: z.array(
    z.object({
      identifier: z.string(),
      value: Value,
      since: Instant,
      version: z.number().int(),
      commandId: Id.nullable(),
    }),
  ),
  /** What the device said in shadow documents and its thing model does not know. */
  free: z.array(z.object({ key: z.string(), value: Value, time: Instant })),
})
export type Shadow = z.output<typeof Shadow>
export type ShadowEntry = z.output<typeof ShadowEntry>

/** Of so many properties at once reports are listed. */
export const mostReported = 20

export const HistorySearch = searchOf(
  {
    id: Id,
    /** Identifiers of properties, comma-separated; left out: of all. */
    identifiers: filter(z.string().regex(/^[A-Za-z0-9_:]{1,101}(,[A-Za-z0-9_:]{1,101}){0,19}$/, 'field.invalid')),
    startTime: filter(Instant),
    endTime: filter(Instant),
  },
  ['time'],
)
export const HistoryRow = z.object({
  time: Instant,
  identifier: z.string(),
  /** Null where another property denied it when it was reported … */
  value: Value,
  /** … and that property; null: the value counts. */
  deniedBy: z.string().nullable(),
  /** False where the device's clock could not be believed and the server's was used. */
  deviceTime: z.boolean(),
})
export type HistoryRow = z.output<typeof HistoryRow>

export const MessageOutcome = z.enum(messageOutcomes)
export type MessageOutcome = z.output<typeof MessageOutcome>

export const MessageSearch = searchOf(
  {
    id: Id,
    direction: filter(z.enum(['up', 'down'])),
    topic: filter(OptionalLine(120)),
    outcome: filter(MessageOutcome),
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
  /** Text as it came; of a raw message its bytes in hex. */
  payload: z.string(),
  code: z.number().int().nullable(),
  outcome: MessageOutcome,
  /** The gateway it came or went through, by its SN; empty: the device's own connection. */
  through: z.string(),
  dropped: z.array(z.object({ identifier: z.string(), reason: z.enum(droppedReasons), value: Value })),
})
export type MessageRow = z.output<typeof MessageRow>

export const commandStatuses = ['created', 'sent', 'acknowledged', 'succeeded', 'failed', 'timed_out', 'late'] as const
export const CommandStatus = z.enum(commandStatuses)
export type CommandStatus = z.output<typeof CommandStatus>
export const openCommandStatuses: readonly CommandStatus[] = ['created', 'sent', 'acknowledged']

/** `property.get` asks for values and changes nothing; its `params` are the names of what was asked for, with an empty text for each. */
export const CommandKind = z.enum(['property.set', 'property.get', 'service'])
export type CommandKind = z.output<typeof CommandKind>

export const CommandRow = z.object({
  id: Id,
  kind: CommandKind,
  /** Of the service; empty for properties. */
  identifier: z.string(),
  params: z.record(z.string(), Value),
  before: z.record(z.string(), Value),
  status: CommandStatus,
  accountName: z.string(),
  /** The batch it belongs to. */
  batchId: Id.nullable(),
  createdAt: Instant,
  sentAt: Instant.nullable(),
  acknowledgedAt: Instant.nullable(),
  finishedAt: Instant.nullable(),
  deadlineAt: Instant,
  code: z.number().int().nullable(),
  reply: Value,
  error: z.string(),
  /** Of a property set that succeeded: the device reported the values within the time and gave no answer of its own. */
  byReport: z.boolean(),
  /** How many times it was sent: what the thing model marks as repeatable again over each new connection. */
  sends: z.number().int(),
})
export type CommandRow = z.output<typeof CommandRow>
export const CommandSearch = searchOf(
  { id: Id, status: filter(CommandStatus), startTime: filter(Instant), endTime: filter(Instant) },
  ['createdAt'],
)

/** Whoever makes an oven hot from afar has confirmed that nobody is at it (device.rules.ts, `startsHeat`). */
export const ConfirmsHeat = z.boolean().default(false)
const CommandAsked = {
  params: z.record(z.string(), Value),
  password: z.string().min(1, 'field.required').max(128),
  confirmsHeat: ConfirmsHeat,
}
export const PropertySetAsked = z.strictObject({ kind: z.literal('property.set'), ...CommandAsked })
export const ServiceAsked = z.strictObject({ kind: z.literal('service'), identifier: Line(101), ...CommandAsked })

/** What is sent to a device: property values, or one service call. Needs the caller's login password (spec 6). */
export const CommandDraft = z.discriminatedUnion('kind', [
  PropertySetAsked.extend({ deviceId: Id }),
  ServiceAsked.extend({ deviceId: Id }),
])
export type CommandDraft = z.output<typeof CommandDraft>

/** What changes on a screen without reloading (product.md, Devices: Live). */
export const LiveDevice = z.object({
  id: Id,
  /** When the newest of the changes reached the server, epoch ms: how far behind a screen is. */
  at: z.number(),
  /** Which of a kind's two lists it stands in. */
  installed: z.boolean(),
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
/** At most as many as two pages have. */
export const LiveIds = z.string().regex(/^\d{1,18}(,\d{1,18}){0,159}$/, 'field.invalid')
/** One event of the stream: devices that changed in the same tick; empty as a heartbeat. */
export const LiveEvent = z.object({
  at: z.number(),
  devices: z.array(LiveDevice),
  /** Only on the stream of a page: devices elsewhere in the caller's that changed meanwhile, at most 1,000. Said once a second at most. */
  others: z.number().int().optional(),
})
export type LiveEvent = z.output<typeof LiveEvent>
