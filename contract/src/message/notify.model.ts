import { z } from 'zod'
import { Id, Instant, Time, TimeZone } from '../field.ts'
import { locales } from '../locale.ts'

/** A time of day, `HH:MM`. */
const TimeOfDay = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'field.invalid')

/** How an account is notified. Null: the language and zone of the last use, or no quiet hours. */
const fields = {
  locale: z.enum(locales).nullable(),
  timeZone: TimeZone.nullable(),
  units: z.enum(['metric', 'british']),
  email: z.boolean(),
  /** During quiet hours only critical messages leave over other channels; they may extend over midnight. */
  quietFrom: TimeOfDay.nullable(),
  quietTo: TimeOfDay.nullable(),
  weeklyReport: z.boolean(),
}

export const NotifyChange = z
  .strictObject({ ...fields, updatedAt: Time.nullable() })
  .superRefine(({ quietFrom, quietTo }, ctx) => {
    if ((quietFrom === null) !== (quietTo === null))
      ctx.addIssue({
        code: 'custom',
        message: 'field.required',
        path: [quietFrom === null ? 'quietFrom' : 'quietTo'],
        input: null,
      })
    if (quietFrom !== null && quietFrom === quietTo)
      ctx.addIssue({ code: 'custom', message: 'message.quietEmpty', path: ['quietTo'], input: quietTo })
  })
export type NotifyChange = z.output<typeof NotifyChange>

/** Outside the console, the caller's own organisation can be reached in these ways. */
export const Reach = z.object({
  hasMailServer: z.boolean(),
  robots: z.number().int(),
  webhooks: z.number().int(),
})
export type Reach = z.output<typeof Reach>

export const NotifyDetail = z.object({
  ...fields,
  /** The chosen zone, even if the server no longer knows it. */
  timeZone: z.string().nullable(),
  accountId: Id,
  /** The address that e-mail is sent to; empty: none. */
  address: z.string(),
  /** The mail server's response to a permanent rejection of this address; null if there was none. */
  addressFault: z.string().nullable(),
  /** Defaults if nothing is chosen: the language and time zone of the last sign-in. */
  usual: z.object({ locale: z.enum(locales), timeZone: z.string() }),
  reach: Reach,
  /** Null: never saved. */
  updatedAt: Instant.nullable(),
})
export type NotifyDetail = z.output<typeof NotifyDetail>
