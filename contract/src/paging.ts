import { z } from 'zod'
import { Digits, NumberOf } from './field.ts'

/** Spec 9: page sizes 10, 25, 50, 80, default 10, starting at page 1. */
export const pageSizes = [10, 25, 50, 80] as const
export type PageSize = (typeof pageSizes)[number]
export const defaultPageSize: PageSize = 10

const PageSize = NumberOf(pageSizes, 'field.pageSize')

export const Paging = z.strictObject({
  pageNum: Digits(z.number().int().min(1).max(1_000_000)).default(1),
  pageSize: PageSize.default(defaultPageSize),
})
export type Paging = z.output<typeof Paging>

/** The query of a list: its filters, page and order. Unknown keys are refused, so a misspelt filter never returns everything. */
export function searchOf<F extends z.ZodRawShape, const S extends readonly [string, ...string[]]>(filters: F, sort: S) {
  return z.strictObject({
    ...Paging.shape,
    /** A column, with `-` in front for descending: `sort=-createdAt`. */
    sort: z.enum(sort.flatMap((column) => [column, `-${column}`])).optional(),
    ...filters,
  })
}

/** One page of rows. `totalCapped`: there are more than `total`; counting stops at 10,000 if more would be slow. */
export function pageOf<R extends z.ZodType>(row: R) {
  return z.object({
    list: z.array(row),
    total: z.number().int(),
    totalCapped: z.boolean().optional(),
    pageNum: z.number().int(),
    pageSize: z.number().int(),
  })
}
export type Page<R> = { list: R[]; total: number; totalCapped?: boolean | undefined; pageNum: number; pageSize: number }
