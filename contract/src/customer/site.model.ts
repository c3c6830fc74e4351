import { z } from 'zod'
import { CommandKind, CommandStatus } from '../command/command.model.ts'
import { filter, Id, Instant } from '../field.ts'
import { AlertType, Severity } from '../fault/record.model.ts'
import { TaskStatus } from '../firmware/reach.model.ts'
import { pageOf, searchOf } from '../paging.ts'
import { BothNames, DeviceKind } from '../product/product.model.ts'
import { OnlineReason } from '../telemetry/online.model.ts'

/** The kinds of entries of a timeline, in the order of its filter. `cooked` is one entry a day of the site. */
export const siteEventKinds = [
  'raised',
  'closed',
  'excursion',
  'offline',
  'moved',
  'bound',
  'firmware',
  'recipe',
  'command',
  'cooked',
] as const
export const SiteEventKind = z.enum(siteEventKinds)
export type SiteEventKind = z.output<typeof SiteEventKind>

/** Entries of one answer. */
export const siteEventsShown = 50

/** The place behind an entry: its moment in microseconds, and its key. */
export const SiteCursor = z.string().regex(/^\d{1,17}~[a-z]{1,12}:[0-9a-z.:-]{1,60}$/, 'field.invalid')

export const SiteTimelineQuery = z.strictObject({
  id: Id,
  kind: filter(SiteEventKind),
  /** `next` of the answer before; left out: the newest. */
  before: filter(SiteCursor),
})
export type SiteTimelineQuery = z.output<typeof SiteTimelineQuery>

/** Without id and name: it is with another organisation now, which may have named it anew. */
const Whose = z.object({ id: Id.nullable(), sn: z.string(), name: z.string(), kind: DeviceKind })
/** A fault or an alarm of a device; `name` of a code without description is the code. */
const Fault = {
  /** Null: the record moved away with its device. */
  faultId: Id.nullable(),
  alertType: AlertType.nullable(),
  identifier: z.string(),
  code: z.string(),
  name: BothNames,
  severity: Severity,
}
const eventOf = <K extends SiteEventKind, S extends z.ZodRawShape>(kind: K, shape: S) =>
  z.object({ key: z.string(), at: Instant, kind: z.literal(kind), device: Whose, ...shape })

export const SiteEvent = z.discriminatedUnion('kind', [
  eventOf('raised', Fault),
  /** `cause`: the one that it was closed with, by its name of then; null: none was recorded. */
  eventOf('closed', { ...Fault, cause: BothNames.nullable() }),
  /** At its begin; `endedAt` null while it lasts, or if it lasted beyond the time that the device was here. °C. */
  eventOf('excursion', {
    faultId: Id.nullable(),
    side: z.enum(['high', 'low']),
    limitC: z.number(),
    worstC: z.number(),
    endedAt: Instant.nullable(),
    isRunning: z.boolean(),
  }),
  eventOf('offline', { reason: OnlineReason }),
  /** It came from another organisation, or went to one: which one is not told. */
  eventOf('moved', { isHere: z.boolean() }),
  eventOf('bound', { isBound: z.boolean(), role: z.string() }),
  eventOf('firmware', {
    taskId: Id,
    module: z.string(),
    from: z.string().nullable(),
    version: z.string(),
    state: z.string(),
  }),
  eventOf('recipe', { recipeId: Id, name: BothNames, version: z.number().int() }),
  eventOf('command', { command: CommandKind, identifier: z.string(), status: CommandStatus }),
  /** Dishes of one day of the site, of all its ovens, at the last of them. */
  eventOf('cooked', { day: z.string(), dishes: z.number().int(), ovens: z.number().int() }).extend({
    device: z.null(),
  }),
])
export type SiteEvent = z.output<typeof SiteEvent>

export const SiteTimeline = z.object({
  list: z.array(SiteEvent),
  /** Null: there is nothing older. */
  next: z.string().nullable(),
  /** Only those that the account may see are included. */
  kinds: z.array(SiteEventKind),
})
export type SiteTimeline = z.output<typeof SiteTimeline>

const Count = z.number().int()
/** The present state of a site. Null if the account lacks the right to see it. */
export const SiteSummary = z.object({
  machines: z
    .object({
      all: Count,
      online: Count,
      /** Devices with an open fault; null without the right to see faults. */
      faulty: Count.nullable(),
      disabled: Count,
      /** They have never connected: nothing is known of them. */
      neverSeen: Count,
    })
    .nullable(),
  warranty: z
    .object({ inForce: Count, endsSoon: Count, over: Count, unknown: Count, nextEnd: z.string().nullable() })
    .nullable(),
  /** Records that are not closed, by type, and excursions that last. */
  faults: z.object({ faults: Count, alarms: Count, excursions: Count, oldest: Instant.nullable() }).nullable(),
  /** Staff accounts, and app users to whom a device is bound. */
  people: z.object({ staff: Count.nullable(), appUsers: Count }),
  /** Recipes on its ovens; `failing`: could not be put on an oven. */
  recipes: z.object({ held: Count, failing: Count, dishes30Days: Count }).nullable(),
  /** Different firmware that its devices report, by model and module; devices that report none; upgrade tasks that are not over. */
  firmware: z.object({ versions: Count, silent: Count, upgrades: Count.nullable() }).nullable(),
})
export type SiteSummary = z.output<typeof SiteSummary>

export const sitePersonKinds = ['staff', 'user'] as const
export const SitePersonKind = z.enum(sitePersonKinds)
export type SitePersonKind = z.output<typeof SitePersonKind>
export const SitePersonSearch = searchOf({ id: Id, kind: filter(SitePersonKind) }, ['name'])
export type SitePersonSearch = z.output<typeof SitePersonSearch>
/** `staff`: an account of the customer. `user`: of the phone app, with devices installed here. */
export const SitePerson = z.object({
  kind: SitePersonKind,
  id: Id,
  name: z.string(),
  /** Masked. */
  phone: z.string(),
  enabled: z.boolean(),
  /** Of staff. */
  role: BothNames.nullable(),
  /** Of a user: devices here, and of how many of them the owner. */
  devices: Count.nullable(),
  owned: Count.nullable(),
  /** The last sign-in of staff, the last use of the app; null: never. */
  lastAt: Instant.nullable(),
})
export type SitePerson = z.output<typeof SitePerson>
/** `kinds`: only those that the account may see are included. */
export const SitePeople = pageOf(SitePerson).extend({ kinds: z.array(SitePersonKind) })
export type SitePeople = z.output<typeof SitePeople>

export const SiteRecipeSearch = searchOf({ id: Id }, ['changedAt'])
export type SiteRecipeSearch = z.output<typeof SiteRecipeSearch>
const VersionCount = z.object({ version: Count, ovens: Count })
/** A recipe on the ovens of a site, or on its way to them. */
export const SiteRecipe = z.object({
  recipe: z.object({ id: Id, name: BothNames }),
  /** The newest version first. */
  held: z.array(VersionCount),
  wanted: z.array(VersionCount),
  /** Ovens that it concerns; those that do not have the wanted version yet, and those that could not take it. */
  ovens: Count,
  waiting: Count,
  failing: Count,
  changedAt: Instant,
})
export type SiteRecipe = z.output<typeof SiteRecipe>

export const SiteFirmwareSearch = searchOf({ id: Id }, ['devices'])
export type SiteFirmwareSearch = z.output<typeof SiteFirmwareSearch>
/** What devices of a site report of one module of one model; both empty: they report none. */
export const SiteFirmware = z.object({
  product: z.object({ id: Id, name: BothNames }),
  kind: DeviceKind,
  module: z.string(),
  version: z.string(),
  devices: Count,
})
export type SiteFirmware = z.output<typeof SiteFirmware>

/** Tasks of one answer. */
export const siteUpgradesShown = 50
/** An upgrade task that is not over, with the devices of the site that it concerns: one counts for each module. */
export const SiteUpgrade = z.object({
  task: z.object({ id: Id, name: z.string(), status: TaskStatus }),
  devices: Count,
  done: Count,
  failed: Count,
  startedAt: Instant.nullable(),
})
export type SiteUpgrade = z.output<typeof SiteUpgrade>
export const SiteUpgrades = z.object({ list: z.array(SiteUpgrade).max(siteUpgradesShown), total: Count })
export type SiteUpgrades = z.output<typeof SiteUpgrades>
