import { z } from 'zod'
import { Flag, filter, Id, Instant, Line, OptionalLine, Time } from '../field.ts'
import { searchOf } from '../paging.ts'
import { BothNames } from '../product/product.model.ts'

/** `most`: they are one list, from which a person chooses with a record before them. */
export const causeLimits = { name: 40, most: 80 } as const

/** Why faults are closed: one list for the whole installation. */
export const FaultCauseRow = z.object({
  id: Id,
  name: BothNames,
  /** It may be chosen; one that is retired stays in the records that have it. */
  enabled: z.boolean(),
  /** Records were closed with it. */
  isUsed: z.boolean(),
  /** From 1. */
  position: z.number().int(),
  updatedAt: Instant,
})
export type FaultCauseRow = z.output<typeof FaultCauseRow>

export const FaultCauseSearch = searchOf({ keyword: filter(OptionalLine(60)), enabled: filter(Flag) }, ['position'])
export type FaultCauseSearch = z.output<typeof FaultCauseSearch>

export const FaultCauseDraft = z.strictObject({
  name: z.strictObject({ en: Line(causeLimits.name), zh: Line(causeLimits.name) }),
  enabled: z.boolean().default(true),
})
export type FaultCauseDraft = z.output<typeof FaultCauseDraft>
/** `position`: the place in the list, from 1; if left out, the place stays. */
export const FaultCauseChange = z.strictObject({
  ...FaultCauseDraft.shape,
  id: Id,
  updatedAt: Time,
  position: z.int().min(1).max(causeLimits.most).optional(),
})
export type FaultCauseChange = z.output<typeof FaultCauseChange>

/** A cause to choose, and to filter by: a retired one only filters. */
export const FaultCauseOption = z.object({ id: Id, name: BothNames, enabled: z.boolean() })
export type FaultCauseOption = z.output<typeof FaultCauseOption>
