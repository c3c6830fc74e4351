import { pointsFit } from '../../letters/points.rules.ts'
import { z } from 'zod'
import { filter, Id, Instant, Line, OptionalLine, OptionalName, Time } from '../../field.ts'
import { locales } from '../../locale.ts'
import { searchOf } from '../../paging.ts'
import { DeviceKind } from '../../product/product.model.ts'
import { StatisticReply } from '../statistics.model.ts'

export const wallLimits = {
  /** The most characters of a title, in each language. */
  title: 24,
  linkName: 40,
  /** The most links of one organisation that are still valid. */
  links: 50,
  /** The most events of one second; beyond it only their number is sent. */
  events: 5,
  models: 7,
  faults: 6,
  recipes: 5,
  excursions: 4,
  /** A stream without news sends a heartbeat in this interval. */
  heartbeatMs: 5000,
} as const

/** The token of a wall link begins with this: a token of an account or of the phone app never does. */
export const wallTokenStart = 'wall-'
export const isWallToken = (token: string): boolean => token.startsWith(wallTokenStart)

const Count = z.number().int()
const Names = z.object({ en: z.string(), zh: z.string() })
const Locale = z.enum(locales)

/** The organisation to show with all below it; by default the caller's own. A wall link shows only its own. */
export const WallQuery = z.strictObject({ organisation: filter(Id) })
export type WallQuery = z.output<typeof WallQuery>

/** Everything around the figures. */
export const WallPage = z.object({
  organisation: z.object({ id: Id, name: z.string(), isPlatform: z.boolean() }),
  /** The title of the nearest organisation at or above it that has set one; null: the product's name. */
  title: Names.nullable(),
  /** Changes with the picture; null: the product's mark. */
  logo: z.string().nullable(),
  hidesCustomers: z.boolean(),
  /** IANA name: the clock, days and runs are in it. */
  zone: z.string(),
  /** Set for the holder of a wall link. */
  link: z.object({ id: Id, locale: Locale }).nullable(),
})
export type WallPage = z.output<typeof WallPage>

const WallDevices = z.object({
  installed: Count,
  online: Count,
  kinds: z.array(z.object({ kind: DeviceKind, installed: Count, online: Count })),
  /** The models with most devices, and the others together: they add up to `installed`. */
  models: z.array(z.object({ id: Id, name: Names, kind: DeviceKind, installed: Count, online: Count })),
  others: z.object({ models: Count, installed: Count, online: Count }).nullable(),
})
const WallCooking = z.object({ cooking: Count, onlineOvens: Count })
/**
 * Set only for the platform, because connectors count messages without their owner. `peak`: today's largest minute, per
 * second.
 */
const WallMessages = z.object({ perSecond: z.number().nullable(), peak: z.number().nullable() })
/** Whatever the day they were raised on. */
const WallFaults = z.object({ open: Count, devices: Count })
const WallExcursion = z.object({
  since: Instant,
  /** Null if names of customers are hidden. */
  customer: z.string().nullable(),
  model: Names,
  place: Names.nullable(),
  side: z.enum(['high', 'low']),
  limitC: z.number(),
  valueC: z.number(),
  /** True if this is the worst value since the beginning, because the last reported one is unknown. */
  isWorst: z.boolean(),
})
const WallExcursions = z.object({ open: Count, longest: z.array(WallExcursion) })
/** Installed devices by province; `abroad` and `notGiven` complete the total. `asOf` null: live. */
const WallPlaces = z.object({
  asOf: Instant.nullable(),
  provinces: z.array(z.object({ code: z.string(), name: Names, devices: Count })),
  abroad: Count,
  notGiven: Count,
})

/** The figures of the last run of the statistics. A figure that was not taken is null. */
const WallTaken = z.object({
  asOf: Instant.nullable(),
  next: Instant.nullable(),
  /** The newest run failed: figures are of the run before. */
  hasFailed: z.boolean(),
  zone: z.string(),
  activations: z
    .object({
      days: z.array(z.object({ day: z.string(), value: Count.nullable() })),
      /** The day that was not over at `asOf`. */
      open: z.string().nullable(),
      total: Count.nullable(),
      before: Count.nullable(),
      /** The value that `before` is compared with, if it is not the total: it excludes the day that has begun. */
      beforeOf: Count.nullable(),
      /** The same days a year before, if a year is stored. */
      yearAgo: Count.nullable(),
      yearAgoOf: Count.nullable(),
      today: Count.nullable(),
    })
    .nullable(),
  faults: z
    .object({
      raised: Count,
      open: Count,
      codes: z.array(z.object({ name: Names, raised: Count, open: Count })),
    })
    .nullable(),
  recipes: z.array(z.object({ id: z.string(), name: Names, times: Count })).nullable(),
  commands: z.object({ created: Count, succeededShare: z.number().nullable() }).nullable(),
  /** Shares of 100. Refrigeration alone: ovens are switched off at night. */
  availability: z.number().nullable(),
  /** Hours a day and oven, of cooking and preheating. */
  inUseHours: z.number().nullable(),
})
export type WallTaken = z.output<typeof WallTaken>

export const wallEventKinds = ['fault', 'excursion', 'cleared', 'activation', 'command'] as const
const WallEventKind = z.enum(wallEventKinds)
export type WallEventKind = z.output<typeof WallEventKind>
/** An event of a device. It contains neither the device nor its customer. */
export const WallEvent = z.object({
  /** Names the event, not the device. */
  key: z.string(),
  kind: WallEventKind,
  at: Instant,
  model: Names,
  /** The narrowest place known, down to its city, with its national code. */
  place: z.object({ code: z.string(), name: Names }).nullable(),
  /** The offset of the device within its place, each from -1 to 1: the same for all its events. */
  offset: z.tuple([z.number(), z.number()]),
  /** The name of the fault, or the function of the command. */
  what: Names.nullable(),
  /** The duration: of a fault to its end, of a command to its answer. */
  tookMs: z.number().nullable(),
  /** Set for an excursion. */
  temperature: z.object({ valueC: z.number(), limitC: z.number() }).nullable(),
})
export type WallEvent = z.output<typeof WallEvent>

/** The figures of faults, and the newest events behind them: raised, beyond a limit, ended. */
export const WallFaultReply = z.object({ ...StatisticReply.shape, latest: z.array(WallEvent) })
export type WallFaultReply = z.output<typeof WallFaultReply>

/** Parts of the picture that change together. A part that could not be read is null. */
export const WallParts = z.object({
  devices: WallDevices.nullable(),
  cooking: WallCooking.nullable(),
  messages: WallMessages.nullable(),
  faults: WallFaults.nullable(),
  excursions: WallExcursions.nullable(),
  places: WallPlaces.nullable(),
  taken: WallTaken.nullable(),
})
export type WallParts = z.output<typeof WallParts>
/** First the whole state, then only changes; `events` are newest first, `more` is the number of further ones. */
export const WallNews = z.object({
  at: z.number(),
  isWhole: z.boolean(),
  parts: WallParts.partial(),
  events: z.array(WallEvent),
  more: Count,
})
export type WallNews = z.output<typeof WallNews>

const Title = OptionalName(200).refine((text) => pointsFit(text, wallLimits.title), 'wall.longTitle')
/** Empty titles and no logo: those of the organisation above. A title is set in both languages or in neither. */
export const WallSettingDraft = z
  .strictObject({
    organisationId: Id,
    enTitle: Title,
    zhTitle: Title,
    logoFileId: z
      .string()
      .regex(/^[a-z0-9]{20,40}$/, 'field.id')
      .nullable(),
    hidesCustomers: z.boolean(),
    /** The version that the change was made from; null: there was none. */
    updatedAt: Time.nullable(),
  })
  .refine(({ enTitle, zhTitle }) => enTitle !== '' || zhTitle === '', { path: ['enTitle'], error: 'wall.titleInBoth' })
  .refine(({ enTitle, zhTitle }) => zhTitle !== '' || enTitle === '', { path: ['zhTitle'], error: 'wall.titleInBoth' })
export type WallSettingDraft = z.output<typeof WallSettingDraft>
export const WallSetting = z.object({
  organisation: z.object({ id: Id, name: z.string() }),
  title: Names,
  logoFileId: z.string().nullable(),
  hidesCustomers: z.boolean(),
  updatedAt: Instant.nullable(),
  /** The title that applies if this organisation sets none, and the organisation that set it. */
  inherited: z.object({ title: Names.nullable(), from: z.string().nullable() }),
})
export type WallSetting = z.output<typeof WallSetting>

/** With an `id` an existing link is changed; its organisation and its token stay. */
export const WallLinkDraft = z.strictObject({
  id: Id.optional(),
  organisationId: Id,
  name: Line(wallLimits.linkName),
  locale: Locale,
  hidesCustomers: z.boolean().default(false),
  updatedAt: Time.optional(),
})
export type WallLinkDraft = z.output<typeof WallLinkDraft>

const wallLinkEnds = ['revoked', 'disabled'] as const
export const WallLinkRow = z.object({
  id: Id,
  name: z.string(),
  organisation: z.object({ id: Id, name: z.string() }),
  locale: Locale,
  hidesCustomers: z.boolean(),
  createdAt: Instant,
  /** The creator; `isGone`: the account is disabled or deleted. The link stays valid. */
  creator: z.object({ name: z.string(), isGone: z.boolean() }),
  lastUsedAt: Instant.nullable(),
  lastAddress: z.string(),
  endedAt: Instant.nullable(),
  endedBecause: z.enum(wallLinkEnds).nullable(),
  updatedAt: Instant,
})
export type WallLinkRow = z.output<typeof WallLinkRow>
export const WallLinkSearch = searchOf(
  { organisation: filter(Id), keyword: filter(OptionalLine(60)), isOver: filter(z.enum(['true', 'false'])) },
  ['createdAt', 'lastUsedAt'],
)
export type WallLinkSearch = z.output<typeof WallLinkSearch>
