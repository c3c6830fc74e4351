import { z } from 'zod'
import { OrganisationKind } from '../customer/organisation.model.ts'
import { Id, Instant, RequiredText } from '../field.ts'

export const openingLimits = {
  /** A console that was opened closes by itself. */
  minutes: 60,
  /** After the person's own password was checked, consoles may be opened for this long. */
  passwordMinutes: 5,
  reason: 120,
  /** The number of openings in the list. */
  listed: 50,
} as const

/** The organisation whose console is to be opened, and the reason. */
export const OpeningWish = z.strictObject({ organisationId: Id, reason: RequiredText(openingLimits.reason) })
export type OpeningWish = z.output<typeof OpeningWish>

const Named = z.object({ id: Id, name: z.string(), kind: OrganisationKind })

/** Additional facts about a session that is an opened console. */
export const OpenedConsole = z.object({
  /** When it closes by itself. */
  until: Instant,
  /** The organisation of the account. */
  home: Named,
})
export type OpenedConsole = z.output<typeof OpenedConsole>

/** One time that staff of an organisation above opened one's own console. */
export const Opening = z.object({
  id: Id,
  openedAt: Instant,
  /** When it was left, or ended by itself; null while it is open. */
  endedAt: Instant.nullable(),
  reason: z.string(),
  /**
   * The organisation whose staff opened it. Organisations below do not see the person. Null if the organisation was
   * deleted.
   */
  by: z.object({ name: z.string(), kind: OrganisationKind }).nullable(),
})
export type Opening = z.output<typeof Opening>

export const Openings = z.object({
  /** True if nobody from above may open it. */
  isRefused: z.boolean(),
  /** The newest first. */
  list: z.array(Opening),
})
export type Openings = z.output<typeof Openings>
