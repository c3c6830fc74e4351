import { z } from 'zod'
import { filter, Flag, Id, Instant, OptionalLine, RequiredText, Time } from '../field.ts'
import { DeliveryChannel, DeliveryReason, DeliveryState } from '../message/message.model.ts'
import { searchOf } from '../paging.ts'
import { BothNames, DeviceKind } from '../product/product.model.ts'
import { AreaCode, Located } from '../system/area.model.ts'
import { Value } from '../device/value.model.ts'

/** The most urgent first. */
export const severities = ['critical', 'major', 'minor', 'notice'] as const
export const Severity = z.enum(severities)
export type Severity = z.output<typeof Severity>

/** Category of a fault: the enumeration `error/type` of spec 7. */
export const faultCategories = [
  'sensor',
  'heating',
  'water',
  'cooling',
  'fan',
  'door',
  'electrical',
  'communication',
  'other',
] as const
export const FaultCategory = z.enum(faultCategories)
export type FaultCategory = z.output<typeof FaultCategory>

/** Source of an alarm: the enumeration `alert/type` of spec 7. */
export const alertTypes = ['device', 'threshold', 'excursion', 'no-data', 'offline'] as const
export const AlertType = z.enum(alertTypes)
export type AlertType = z.output<typeof AlertType>

/** A fault is an event of type error; an alarm is an event of type alert, or a condition that the server detects. */
export const recordTypes = ['fault', 'alarm'] as const
export const RecordType = z.enum(recordTypes)
export type RecordType = z.output<typeof RecordType>

/**
 * `withdrawn`: late reports show that it was never true, or never for as long as its delay. It is kept, counts nowhere,
 * and accepts no act.
 */
export const conditions = ['active', 'eliminated', 'withdrawn'] as const
export const Condition = z.enum(conditions)
export type Condition = z.output<typeof Condition>

export const handlings = ['new', 'acknowledged', 'in-hand', 'closed'] as const
export const Handling = z.enum(handlings)
export type Handling = z.output<typeof Handling>

/** Acts in the history of a record. */
export const faultActs = [
  'raise',
  'notify',
  /** The device's own report of a condition that the server evaluates. */
  'evidence',
  'acknowledge',
  'assign',
  'visit',
  'note',
  'eliminate',
  'close',
  'reopen',
  'shelve',
  'unshelve',
  /** The assignee's account was deleted, and nobody took the record over. */
  'release',
  'undo',
  /** Late reports showed another begin, end or extreme. */
  'correct',
  /** Late reports showed that it was never true. */
  'withdraw',
] as const
export const FaultAct = z.enum(faultActs)
export type FaultAct = z.output<typeof FaultAct>

/** Characters, entries and times. `staleAfter…`: long unhandled. */
export const faultLimits = {
  text: 500,
  name: 60,
  remedy: 1000,
  code: 64,
  /** Maximum number of photos of one note. */
  photos: 6,
  batch: 1000,
  shelveDays: 7,
  shelveCriticalHours: 24,
  undoSeconds: 10,
  /** Extra time for the transmission. */
  undoGraceSeconds: 2,
  listedDays: 30,
  staleNewHours: 24,
  staleActiveDays: 7,
  /** Raised again within this time after closing, it continues the closed record. */
  continuesMinutes: 15,
  /** An alarm of a device ends this long after its last report. */
  alarmEndsMinutes: 30,
  /** A refrigerator that is offline, or reports nothing, for this long. */
  silentMinutes: 60,
  /** For this long after a start of the server no silence is raised as an alarm. */
  afterRestartMinutes: 10,
} as const

/** A visit to the device: the phone number for questions on the way, the time, and the parts to bring. */
export const Visit = z.object({ phone: z.string(), plannedAt: Instant, parts: z.string() })
export type Visit = z.output<typeof Visit>

const Named = z.object({ id: Id, name: z.string() })

export const FaultRow = z.object({
  id: Id,
  type: RecordType,
  /** Set for an alarm; null for a fault. */
  alertType: AlertType.nullable(),
  device: z.object({ id: Id, sn: z.string(), name: z.string(), kind: DeviceKind }),
  product: z.object({ id: Id, name: BothNames }),
  /** The organisation that has the device now. */
  customer: Named,
  identifier: z.string(),
  code: z.string(),
  /** The name of the code; of a code without description the code itself. */
  name: BothNames,
  reason: BothNames,
  category: FaultCategory,
  imageFileId: z.string().nullable(),
  /** The app user who owns the device; null without an owner. */
  userId: Id.nullable(),
  /** The masked name of the owner; empty without one. */
  user: z.string(),
  phone: z.string(),
  severity: Severity,
  condition: Condition,
  handling: Handling,
  /** Without id and name: somebody of another organisation, which had the device before. */
  assignee: z.object({ id: Id.nullable(), name: z.string() }).nullable(),
  occurrences: z.number().int(),
  raisedAt: Instant,
  lastAt: Instant,
  eliminatedAt: Instant.nullable(),
  closedAt: Instant.nullable(),
  /** The cause that was chosen at closing, with the name it had then; null without one. */
  closingCause: z.object({ id: Id, name: BothNames }).nullable(),
  shelvedUntil: Instant.nullable(),
  visit: Visit.nullable(),
  /** True if nobody acknowledged it for a day, or it has been active for a week. */
  isStale: z.boolean(),
  /** The version that an act is based on. */
  updatedAt: Instant,
})
export type FaultRow = z.output<typeof FaultRow>

/** When it was: epoch ms, `to` null while it lasts; of an excursion also the extreme, °C. */
const SpellTimes = z.object({
  from: z.number(),
  to: z.number().nullable(),
  limitC: z.number().nullable(),
  worstC: z.number().nullable(),
  worstAt: z.number().nullable(),
})
export type SpellTimes = z.output<typeof SpellTimes>
/** The times of a record before late reports arrived, and the corrected times; null: the excursion did not happen. */
export const SpellCorrection = z.object({ was: SpellTimes, is: SpellTimes.nullable() })
export type SpellCorrection = z.output<typeof SpellCorrection>

export const FaultActRow = z.object({
  at: Instant,
  act: FaultAct,
  /** Null: the device or the server. */
  by: z.string().nullable(),
  text: z.string(),
  /** Files of kind `visit`. */
  photos: z.array(z.string()),
  /** Corrections by late reports: each time beyond a limit, as it was recorded and as it was. */
  corrections: z.array(SpellCorrection),
})

/** Contact person for a device, as its organisation records it: a name and how to reach them. */
const Contact = z.object({ id: Id, name: z.string(), principal: z.string(), contact: z.string() })

/** The delivery of one message to one receiver over one channel. */
export const FaultDelivery = z.object({
  at: Instant,
  to: z.string(),
  channel: DeliveryChannel,
  state: DeliveryState,
  reason: DeliveryReason.nullable(),
})
export type FaultDelivery = z.output<typeof FaultDelivery>

export const FaultDetail = FaultRow.extend({
  remedy: BothNames,
  /** The spare part of its code; `name` and `link` if the list offered at the site has it. */
  part: z.object({ number: z.string(), name: BothNames, link: z.string() }).nullable(),
  /** Output of the event. An excursion has `limitC`, `worstC` and `worstAt` (epoch ms), as in the report. */
  output: Value,
  /** The times of an excursion that the record contains, oldest first; at most the newest 200. */
  spells: z.array(SpellTimes),
  /** The closed record that this one continues. */
  occurrenceOf: Id.nullable(),
  /** The organisation that had the device when the record was raised; null if the caller may not see that organisation. */
  raisedAtCustomer: Named.nullable(),
  warrantyUntil: Instant.nullable(),
  /** The site of the device, and the contact person there. */
  site: Contact.extend({ address: z.string() }),
  /** The nearest organisation above the site that the caller sees; null if there is none. */
  servedBy: Contact.nullable(),
  shelveReason: z.string(),
  /** What was found, in words. */
  cause: z.string(),
  action: z.string(),
  acts: z.array(FaultActRow),
  /** The same code on this device in the time for which records are kept, this one left out. */
  sameOnDevice: z.number().int(),
  /** The time at which the first of them was raised; null if there is none. */
  sameSince: Instant.nullable(),
  /**
   * The present firmware of the device, and how many other devices of the model with it have this code open; null if
   * none is reported.
   */
  firmware: z.object({ version: z.string(), sameOpen: z.number().int() }).nullable(),
  /** Messages about the record and their state, newest first; at most 50. */
  deliveries: z.array(FaultDelivery),
})
export type FaultDetail = z.output<typeof FaultDetail>

/** `all`: both. */
export const AnyRecordType = z.enum([...recordTypes, 'all'])
export const faultSorts = ['raisedAt'] as const
/** The filters of both lists. */
export const recordFilters = {
  /** Selects the list of ovens or of refrigeration devices. */
  kind: filter(DeviceKind),
  /** Any part of the serial number, code or description. */
  keyword: filter(OptionalLine(60)),
  code: filter(OptionalLine(faultLimits.code)),
  /** Identifier of the event or condition. */
  identifier: filter(OptionalLine(faultLimits.code)),
  category: filter(FaultCategory),
  severity: filter(Severity),
  handling: filter(Handling),
  condition: filter(Condition),
  /** Not closed yet, or closed. */
  open: filter(Flag),
  /** Closed with this cause; `none`: closed, and no cause was recorded. */
  cause: filter(z.union([Id, z.literal('none')])),
  shelved: filter(Flag),
  /** Records that are open too long: a day without acknowledgement, or a week active. */
  stale: filter(Flag),
  /** Assigned to the caller. */
  mine: filter(Flag),
  seriesId: filter(Id),
  productId: filter(Id),
  customerId: filter(Id),
  province: filter(AreaCode),
  city: filter(AreaCode),
  region: filter(AreaCode),
  located: filter(Located),
  /** Without those that continue one that was closed shortly before. */
  first: filter(Flag),
  deviceId: filter(Id),
  /** Time of raising. By default: the last 30 days, and all open records. */
  startTime: filter(Time),
  endTime: filter(Time),
}
export const FaultSearch = searchOf(
  { ...recordFilters, type: filter(AnyRecordType), alertType: filter(AlertType) },
  faultSorts,
)
export type FaultSearch = z.output<typeof FaultSearch>
export const AlarmSearch = searchOf({ ...recordFilters, alertType: filter(AlertType) }, faultSorts)
export type AlarmSearch = z.output<typeof AlarmSearch>

const {
  kind: _kind,
  severity: _severity,
  handling: _handling,
  open: _open,
  shelved: _shelved,
  stale: _stale,
  ...otherFilters
} = recordFilters
/** All filters of the inbox except those that the totals set. Without a type: faults and alarms. */
export const FaultTotalsQuery = z.strictObject({
  kind: DeviceKind,
  ...otherFilters,
  type: filter(z.enum(recordTypes)),
  alertType: filter(AlertType),
})
export type FaultTotalsQuery = z.output<typeof FaultTotalsQuery>

/** Counts of open records that are not shelved, within the filters. */
export const FaultTotals = z.object({
  open: z.number().int(),
  severities: z.record(Severity, z.number().int()),
  handlings: z.record(Handling, z.number().int()),
  shelved: z.number().int(),
  stale: z.number().int(),
})
export type FaultTotals = z.output<typeof FaultTotals>

/** Records with the version of each that the act is based on: all are changed, or none. */
const records = z
  .array(z.strictObject({ id: Id, updatedAt: Time }))
  .min(1)
  .max(faultLimits.batch)
  .refine((all) => new Set(all.map(({ id }) => id)).size === all.length, 'fault.sameRecord')
const text = RequiredText(faultLimits.text)
/** Uploaded by the caller before (`file/upload`, kind `visit`). */
const photos = z.array(z.string().max(64)).max(faultLimits.photos).default([])

export const Acknowledging = z.strictObject({ records })
export const Assigning = z.strictObject({ records, accountId: Id })
export const Visiting = z.strictObject({
  records,
  accountId: Id,
  phone: OptionalLine(40),
  plannedAt: Time,
  parts: OptionalLine(200),
})
export const Noting = z.strictObject({ records, text, photos })
export const Eliminating = z.strictObject({ records, cause: text })
/** `cause`: what was found, in words. */
export const Closing = z.strictObject({
  records,
  causeId: Id,
  cause: OptionalLine(faultLimits.text).default(''),
  action: text,
  photos,
})
export const Reopening = z.strictObject({ records, reason: text })
export const Shelving = z.strictObject({ records, reason: text, until: Time })
export const Unshelving = z.strictObject({ records })

/** `batchId` undoes it for ten seconds. */
export const ActDone = z.object({ batchId: z.uuid() })
export const Undoing = z.strictObject({ batchId: z.uuid() })
/** Records that were changed since stay as they are. */
export const UndoDone = z.object({ undone: z.number().int(), left: z.array(Id) })
