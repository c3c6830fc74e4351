import { z } from 'zod'
import { filter, Id, IdList, Instant, Line, OptionalLine, OptionalName, RequiredText, Time } from '../field.ts'
import { TableFormat } from '../job/job.model.ts'
import { searchOf } from '../paging.ts'
import { BothNames, DeviceKind } from '../product/product.model.ts'
import { FaultCategory, RecordType, Severity, faultLimits } from './record.model.ts'

const Names = z.strictObject({ en: Line(faultLimits.name), zh: Line(faultLimits.name) })
const Texts = z.strictObject({ en: OptionalLine(faultLimits.remedy), zh: OptionalLine(faultLimits.remedy) })

/** An alarm of this code is over once the device reports so, instead of 30 minutes after its last report. */
export const endComparisons = ['below', 'above', 'equal'] as const
export const EndsWhen = z.strictObject({
  /** Identifier of a property. */
  identifier: z.string().trim().min(1, 'field.required').max(faultLimits.code),
  is: z.enum(endComparisons),
  value: z.number().min(-1e9).max(1e9),
})
export type EndsWhen = z.output<typeof EndsWhen>

/** The meaning of one code of a product's event. */
export const FaultCodeRow = z.object({
  id: Id,
  product: z.object({ id: Id, name: BothNames, kind: DeviceKind }),
  identifier: z.string(),
  code: z.string(),
  severity: Severity,
  category: FaultCategory,
  name: BothNames,
  reason: BothNames,
  remedy: BothNames,
  imageFileId: z.string().nullable(),
  partNumber: z.string(),
  endsWhen: EndsWhen.nullable(),
  updatedAt: Instant,
})
export type FaultCodeRow = z.output<typeof FaultCodeRow>

export const codeSorts = ['code'] as const
const codeFilters = {
  /** Any part of the code or its names. */
  keyword: filter(OptionalLine(60)),
  kind: filter(DeviceKind),
  seriesId: filter(Id),
  productId: filter(Id),
  severity: filter(Severity),
  category: filter(FaultCategory),
}
export const FaultCodeSearch = searchOf(codeFilters, codeSorts)
export type FaultCodeSearch = z.output<typeof FaultCodeSearch>
/** The codes that the filters show, all pages, or of them only the `ids`. */
export const FaultCodeExport = z.strictObject({
  ...codeFilters,
  ids: filter(IdList),
  sort: FaultCodeSearch.shape.sort,
  format: TableFormat.default('xlsx'),
})
export type FaultCodeExport = z.output<typeof FaultCodeExport>

const described = {
  severity: Severity,
  category: FaultCategory,
  name: Names,
  reason: Texts,
  remedy: Texts,
  /** Uploaded before (`file/upload`, kind `code`). */
  imageFileId: z.string().max(64).nullable().default(null),
  /** Number of a spare part. */
  partNumber: OptionalName(40),
  endsWhen: EndsWhen.nullable().default(null),
}
/** `id` and `updatedAt` of the row that is changed; both null for a new one. Open records keep the severity they were raised with. */
export const FaultCodeDraft = z.strictObject({
  id: Id.nullable(),
  updatedAt: Time.nullable(),
  productId: Id,
  /** Identifier of the event. */
  identifier: RequiredText(faultLimits.code),
  code: OptionalLine(faultLimits.code),
  ...described,
})
export type FaultCodeDraft = z.output<typeof FaultCodeDraft>

/** A code that was reported and is not described. */
export const UndescribedCode = z.object({
  product: z.object({ id: Id, name: BothNames, kind: DeviceKind }),
  type: RecordType,
  identifier: z.string(),
  code: z.string(),
  /** Open records, and closed ones that were raised in the last 30 days. */
  records: z.number().int(),
  lastAt: Instant,
})
export type UndescribedCode = z.output<typeof UndescribedCode>
