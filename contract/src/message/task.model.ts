import { z } from 'zod'
import { AppType, appUserLimits } from '../app-user/app-user.model.ts'
import { filter, Id, Instant, OptionalLine, OptionalName, Time } from '../field.ts'
import { locales } from '../locale.ts'
import { searchOf } from '../paging.ts'
import { AreaCode } from '../system/area.model.ts'
import {
  AudienceKind,
  DeliveryCounts,
  DeviceType,
  MessageType,
  MessageWords,
  Opens,
  messageLimits,
} from './message.model.ts'

/** `planned`: waits for its time. `paused`: its time passes it by until it is resumed. */
export const taskStates = ['planned', 'sending', 'sent', 'paused', 'cancelled', 'failed'] as const
export const TaskState = z.enum(taskStates)
export type TaskState = z.output<typeof TaskState>

/** With more receivers than this the sender confirms with the sign-in password. */
export const maxUnconfirmed = 1000

/** Maximum length of a sign-in name (staff), and of a phone number or e-mail address (app users). */
export const nameLengths = { staff: 60, 'app-user': 120 } as const
const maxNameLength = Math.max(...Object.values(nameLengths))
/** A list as people paste or upload it: sign-in names, or of app users whole phone numbers and e-mail addresses. */
const names = z.array(z.string().trim().min(1, 'field.required').max(maxNameLength)).max(messageLimits.listed)

export const audienceTos = ['staff', 'app-user'] as const

/**
 * The audience of a push task: people who match every given filter, or everybody without a filter. `staff` is staff of
 * the sender's organisation and those below it. `app-user` is people of the phone app who have one of their devices
 * now; the platform reaches all.
 */
export const Audience = z.strictObject({
  to: z.enum(audienceTos).default('staff'),
  /** This organisation and those below it. */
  organisationId: Id.nullable().default(null),
  /**
   * Staff of organisations that have devices of this series or product, those below included; app users who have such a
   * device.
   */
  seriesId: Id.nullable().default(null),
  productId: Id.nullable().default(null),
  /** Province of the organisation, or of the device for app users. */
  province: z.union([z.literal(''), AreaCode]).default(''),
  city: z.union([z.literal(''), AreaCode]).default(''),
  locale: z.enum(locales).nullable().default(null),
  /** Only app users who have used such an app, and such a version of it. */
  appType: AppType.nullable().default(null),
  appVersion: OptionalLine(appUserLimits.version).default(''),
  /**
   * Empty stands for everybody who matches the rest. For staff, sign-in names. For app users, phone numbers and e-mail
   * addresses, which are stored as the numbers of the people (`#12`), so that a task contains no address.
   */
  names: names.default([]),
})
export type Audience = z.output<typeof Audience>

export const audienceKindOf = ({ names: list, to: _to, ...filters }: Audience): AudienceKind => {
  if (list.length > 0) return 'list'
  return Object.values(filters).some((value) => value !== null && value !== '') ? 'filtered' : 'all'
}

const Text = z.strictObject({
  title: OptionalName(messageLimits.title).default(''),
  content: OptionalLine(messageLimits.content).default(''),
})

/** Title and content belong together; one language is enough and replaces the other. */
const TaskWords = z.strictObject({ en: Text, zh: Text }).superRefine((words, ctx) => {
  for (const locale of locales) {
    const { title, content } = words[locale]
    const missing = title === '' ? 'title' : 'content'
    if ((title === '') !== (content === ''))
      ctx.addIssue({ code: 'custom', message: 'field.required', path: [locale, missing], input: words })
  }
  if (locales.every((locale) => words[locale].title === ''))
    ctx.addIssue({ code: 'custom', message: 'message.noText', path: ['en', 'title'], input: words })
})

/** The inbox is always written; these come in addition. */
export const TaskChannels = z.array(z.enum(['email', 'robot', 'webhook'])).max(3)

const fields = {
  type: MessageType,
  words: TaskWords,
  audience: Audience,
  channels: TaskChannels.default([]),
  deviceType: DeviceType.nullable().default(null),
  opens: Opens.nullable().default(null),
  /** Null: at once. */
  pushAt: Time.nullable(),
  validUntil: Time.nullable(),
  /** The sender's own password, if there are more receivers than `maxUnconfirmed`. */
  password: z.string().max(128).optional(),
}

/** A validity that ends before the push reaches nobody. */
const fits = (
  { pushAt, validUntil }: { pushAt: string | null; validUntil: string | null },
  ctx: z.core.$RefinementCtx,
) => {
  if (pushAt !== null && validUntil !== null && Date.parse(validUntil) <= Date.parse(pushAt))
    ctx.addIssue({ code: 'custom', message: 'message.validTooShort', path: ['validUntil'], input: validUntil })
}

export const TaskDraft = z.strictObject(fields).superRefine(fits)
export type TaskDraft = z.output<typeof TaskDraft>
/** `updatedAt`: the version that the change was made from. */
export const TaskChange = z.strictObject({ ...fields, id: Id, updatedAt: Time }).superRefine(fits)
export type TaskChange = z.output<typeof TaskChange>
/** Input of a test message that the author sends to themselves. */
export const TaskTest = z.strictObject({ type: MessageType, words: TaskWords })
export type TaskTest = z.output<typeof TaskTest>

/** `type`: robots and webhooks that take no messages of it are not counted. `taskId`: as a task that is edited reaches it. */
export const AudienceQuestion = z.strictObject({
  audience: Audience,
  type: MessageType.optional(),
  taskId: Id.optional(),
})
export type AudienceQuestion = z.output<typeof AudienceQuestion>

/** A file of sign-in names: those that can be sent to, as they are written, and each row that cannot with its reason. */
export const ListRead = z.object({
  names: z.array(z.string()),
  refused: z.array(z.object({ row: z.number().int(), name: z.string(), why: z.string() })),
})
export type ListRead = z.output<typeof ListRead>

/** How many people an audience reaches now. `email`: those with an address that is not switched off. */
export const AudienceCount = z.object({
  receivers: z.number().int(),
  email: z.number().int(),
  robots: z.number().int(),
  webhooks: z.number().int(),
  /** Names of a list that nobody within the sender's scope has; the first 20. */
  unknownNames: z.array(z.string()),
  needsPassword: z.boolean(),
})
export type AudienceCount = z.output<typeof AudienceCount>

export const TaskRow = z.object({
  id: Id,
  type: MessageType,
  state: TaskState,
  words: MessageWords,
  audienceKind: AudienceKind,
  channels: TaskChannels,
  deviceType: DeviceType.nullable(),
  pushAt: Instant,
  validUntil: Instant.nullable(),
  organisation: z.object({ id: Id, name: z.string() }),
  creator: z.object({ id: Id, name: z.string() }),
  /** The count at saving; during and after sending, the number of actual receivers. */
  receivers: z.number().int(),
  /** Receivers written so far. */
  done: z.number().int(),
  counts: DeliveryCounts,
  /** Id of the message, once it exists. */
  messageId: Id.nullable(),
  /** Why it failed; empty otherwise. */
  error: z.string(),
  createdAt: Instant,
  updatedAt: Instant,
  startedAt: Instant.nullable(),
  endedAt: Instant.nullable(),
})
export type TaskRow = z.output<typeof TaskRow>

export const TaskDetail = TaskRow.extend({
  audience: Audience,
  /** The names of the filters that limit the audience. */
  places: z.object({
    organisation: z.string(),
    series: z.object({ en: z.string(), zh: z.string() }).nullable(),
    product: z.object({ en: z.string(), zh: z.string() }).nullable(),
  }),
  /** The page that a tap opens. `name` is null if the target was deleted or is outside the task's organisation. */
  opens: Opens.extend({ name: z.string().nullable() }).nullable(),
  /** The texts as written: an empty text is a language without one. */
  typed: z.object({
    en: z.object({ title: z.string(), content: z.string() }),
    zh: z.object({ title: z.string(), content: z.string() }),
  }),
})
export type TaskDetail = z.output<typeof TaskDetail>

/** `at`: when the server read them. */
export const TaskEvent = z.object({ at: z.number(), tasks: z.array(TaskRow) })
export type TaskEvent = z.output<typeof TaskEvent>

export const taskSorts = ['pushAt', 'createdAt'] as const
export const TaskSearch = searchOf(
  {
    keyword: filter(OptionalLine(60)),
    type: filter(MessageType),
    state: filter(TaskState),
    /** Any part of the creator's name or sign-in name. */
    creator: filter(OptionalLine(60)),
    /** The planned time. */
    startTime: filter(Time),
    endTime: filter(Time),
  },
  taskSorts,
)
export type TaskSearch = z.output<typeof TaskSearch>
