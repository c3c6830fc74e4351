import { z } from 'zod'
import { Day, filter, Flag, Id, IdList, Instant, Line, OptionalLine, Time } from '../field.ts'
import { TableFormat } from '../job/job.model.ts'
import { searchOf } from '../paging.ts'
import { BothNames } from '../product/product.model.ts'
import { AreaCode, Located } from '../system/area.model.ts'

export const appUserLimits = { reason: 120, nickname: 40, batch: 80, members: 20, notes: 500, version: 40 } as const

/** The kinds of phones that the app is made for. */
export const appTypes = ['android', 'ios', 'harmony', 'mini'] as const
export const AppType = z.enum(appTypes)
export type AppType = z.output<typeof AppType>

export const bindingRoles = ['owner', 'member'] as const
export const BindingRole = z.enum(bindingRoles)

/** Phone and e-mail are masked, always: `contact` shows one person's. */
export const AppUserRow = z.object({
  id: Id,
  nickname: z.string(),
  phone: z.string(),
  email: z.string(),
  enabled: z.boolean(),
  /** Devices within the caller's scope that the person has now. */
  devices: z.number().int(),
  /** When the latest device was bound; null without a device. */
  boundAt: Instant.nullable(),
  lastLoginAt: Instant.nullable(),
  lastCallAt: Instant.nullable(),
  createdAt: Instant,
})
export type AppUserRow = z.output<typeof AppUserRow>

export const activeDays = ['1', '7', '30'] as const
export const appUserSorts = ['createdAt', 'lastLoginAt'] as const

const filters = {
  /** Any part of the nickname, or a whole phone number or e-mail address. */
  keyword: filter(OptionalLine(120)),
  enabled: filter(Flag),
  hasDevice: filter(Flag),
  productId: filter(Id),
  appType: filter(AppType),
  /** Only people who called the server within this many days. */
  active: filter(z.enum(activeDays)),
  /** Time of the last sign-in. */
  loginStart: filter(Time),
  loginEnd: filter(Time),
  /** Time of registration. */
  createdStart: filter(Time),
  createdEnd: filter(Time),
  /** Only app users who have a device of this organisation or one below it. */
  customerId: filter(Id),
  /** Only people who called within this many days up to that moment, in the zone of the statistics. */
  calledOn: filter(Time),
  calledDays: filter(z.enum(activeDays)),
  /** The app that the person used last; `unknown`: none. */
  lastApp: filter(z.enum([...appTypes, 'unknown'])),
  /** Province of the device that the person bound last, among the devices within the scope. */
  province: filter(AreaCode),
  located: filter(Located),
}
export const AppUserSearch = searchOf(filters, appUserSorts)
export type AppUserSearch = z.output<typeof AppUserSearch>

const { enabled: _enabled, hasDevice: _hasDevice, active: _active, createdStart: _createdStart, ...others } = filters
/** All filters of the list except those that the figures set. */
export const AppUserStatisticQuery = z.strictObject(others)
export type AppUserStatisticQuery = z.output<typeof AppUserStatisticQuery>

const { pageNum: _num, pageSize: _size, ...exported } = AppUserSearch.shape
/** The filters and the order of the list, and the format; every page, or of what they find only the `ids`. */
export const AppUserExport = z.strictObject({ ...exported, ids: filter(IdList), format: TableFormat.default('xlsx') })
export type AppUserExport = z.output<typeof AppUserExport>
export type AppUserExportSearch = Omit<AppUserExport, 'format'>
/** The export contains whole phone numbers and e-mail addresses, so it requires the caller's password. */
export const AppUserContactExport = AppUserExport.extend({ password: z.string().max(128) })
export type AppUserContactExport = z.output<typeof AppUserContactExport>

/** People within the caller's scope and the filters. `newToday`: since midnight in the caller's time zone. */
export const AppUserStatistic = z.object({
  total: z.number().int(),
  newToday: z.number().int(),
  /** Start of the day that `newToday` counts from; a filter with this time shows the same people. */
  todayFrom: Instant,
  active1: z.number().int(),
  active7: z.number().int(),
  active30: z.number().int(),
  withDevice: z.number().int(),
  disabled: z.number().int(),
})
export type AppUserStatistic = z.output<typeof AppUserStatistic>

export const Installation = z.object({
  type: AppType,
  version: z.string(),
  system: z.string(),
  firstSeenAt: Instant,
  lastCallAt: Instant,
})

export const AppUserDetail = AppUserRow.extend({
  disabledReason: z.string(),
  locale: z.enum(['en', 'zh']),
  units: z.enum(['metric', 'british']),
  timeZone: z.string(),
  installations: z.array(Installation),
  /** Calls by day, of the last 30 days with a call. */
  days: z.array(z.object({ day: z.iso.date(), calls: z.number().int() })),
  /** The last failed writes of the app that concern the caller's organisations. `what`: the description of the call. */
  failures: z.array(z.object({ id: Id, at: Instant, what: BothNames, code: z.number().int() })),
  /** Everything that deleting ends, also outside the caller's scope. */
  bindings: z.number().int(),
})
export type AppUserDetail = z.output<typeof AppUserDetail>

/** A device within the caller's scope that the person has, or had while it was there. */
export const UserDeviceRow = z.object({
  id: Id,
  deviceId: Id,
  sn: z.string(),
  name: z.string(),
  kind: z.enum(['oven', 'cooler']),
  product: BothNames,
  role: BindingRole,
  boundAt: Instant,
  unboundAt: Instant.nullable(),
})
export type UserDeviceRow = z.output<typeof UserDeviceRow>
export const UserDeviceSearch = searchOf({ id: Id, bound: filter(Flag) }, ['boundAt'])
export type UserDeviceSearch = z.output<typeof UserDeviceSearch>

export const Forbidding = z
  .strictObject({
    ids: z.array(Id).min(1).max(appUserLimits.batch),
    forbidden: z.boolean(),
    reason: OptionalLine(appUserLimits.reason).default(''),
  })
  .superRefine(({ forbidden, reason }, ctx) => {
    if (forbidden && reason === '')
      ctx.addIssue({ code: 'custom', message: 'field.required', path: ['reason'], input: reason })
  })
export type Forbidding = z.output<typeof Forbidding>

export const AppUserRemoval = z.strictObject({ id: Id, password: z.string().max(128) })
export type AppUserRemoval = z.output<typeof AppUserRemoval>

/** `reason`: the record that the contact is needed for: the person, a device that the person has, or a fault of such a device. */
export const ContactRequest = z.strictObject({
  id: Id,
  reason: z.strictObject({ kind: z.enum(['user', 'device', 'fault']), id: Id }),
})
export type ContactRequest = z.output<typeof ContactRequest>
export const Contact = z.object({ phone: z.string(), email: z.string() })

export const AppVersionName = z.string().regex(/^\d{1,5}(\.\d{1,5}){0,3}(-[0-9A-Za-z.]{1,20})?$/, 'appUser.version')
export const AppVersionRow = z.object({
  type: AppType,
  version: z.string(),
  /** The number of people who used it within 30 days. */
  users: z.number().int(),
  /** Null if nobody has used it yet. */
  firstSeenAt: Instant.nullable(),
  lastSeenAt: Instant.nullable(),
  /** Null: not released, or released without anybody entering it here. */
  releasedOn: z.iso.date().nullable(),
  notes: BothNames,
})
export type AppVersionRow = z.output<typeof AppVersionRow>
export const AppVersionDraft = z.strictObject({
  type: AppType,
  version: AppVersionName,
  releasedOn: Day.nullable(),
  notes: z.strictObject({ en: OptionalLine(appUserLimits.notes), zh: OptionalLine(appUserLimits.notes) }),
})
export type AppVersionDraft = z.output<typeof AppVersionDraft>

export const Nickname = Line(appUserLimits.nickname)
