import { z } from 'zod'
import { pageSizes } from '../paging.ts'
import { Id, Instant, Line } from '../field.ts'

/** The name of a list, `device.oven`: one for each table a person can arrange. */
export const ListName = z.string().regex(/^[a-z][a-z0-9.-]{1,40}$/, 'field.invalid')

const ColumnKey = z.string().min(1).max(40)
/** No table has more columns. */
const maxColumns = 60
const Shown = z
  .record(ColumnKey, z.boolean())
  .refine((shown) => Object.keys(shown).length <= maxColumns, 'field.invalid')
const Order = z.array(ColumnKey).max(maxColumns, 'field.invalid')
const PageSizeHabit = z.literal(pageSizes, 'field.pageSize')
/** The chosen view of a list that has both a table and a card view. */
const LookHabit = z.enum(['rows', 'cards'])

/**
 * A person's settings of a table. A column that is not named keeps the screen's setting; `order` names columns in their
 * order, the others follow.
 */
export const TableHabits = z.strictObject({
  shown: Shown,
  order: Order.optional(),
  isCompact: z.boolean(),
  pageSize: PageSizeHabit.optional(),
  look: LookHabit.optional(),
  /** It applies to all lists: keys without a modifier are shortcuts unless a person switched them off. */
  hasPlainKeys: z.boolean().optional(),
})
export type TableHabits = z.output<typeof TableHabits>

/** Parses preferences stored by another version or edited by hand. A part that cannot be read is treated as absent. */
export const KeptHabits: z.ZodType<TableHabits> = z.object({
  shown: Shown.catch({}),
  order: Order.optional().catch(undefined),
  isCompact: z.boolean().catch(false),
  pageSize: PageSizeHabit.optional().catch(undefined),
  look: LookHabit.optional().catch(undefined),
  hasPlainKeys: z.boolean().optional().catch(undefined),
})

/** A query under a name: the filters and the order of a list in the form of its address. */
export const SavedFilterDraft = z.strictObject({
  list: ListName,
  name: Line(30),
  query: z
    .record(z.string().min(1).max(40), z.string().max(200))
    .refine((query) => Object.keys(query).length <= 40, 'field.invalid'),
})
export type SavedFilterDraft = z.output<typeof SavedFilterDraft>
export const SavedFilter = SavedFilterDraft.extend({ id: Id, name: z.string(), createdAt: Instant })
export type SavedFilter = z.output<typeof SavedFilter>

/** Per account: the most filters of a list, and the most lists. */
export const maxSavedFilters = 30
export const maxLists = 100
