import { z } from 'zod'
import { Id, Instant, filter } from '../../field.ts'
import { searchOf } from '../../paging.ts'
import { deviceFilters, statesDoNotFit, statesFit } from '../../device/device.model.ts'
import { Value } from '../../device/value.model.ts'
import { CommandRow, CommandStatus, PropertySetRequest, ServiceRequest } from '../command.model.ts'

/** A batch has at most this many devices, all of one product. */
export const maxBatchDevices = 10_000

/** Targets: devices chosen by hand, or all devices that a list's filters find. */
const chosen = {
  ids: z.array(Id).min(1).max(1000).optional(),
  found: z.strictObject(deviceFilters).refine(statesFit, statesDoNotFit).optional(),
}
const isOne = ({ ids, found }: { ids?: unknown; found?: unknown }) => (ids === undefined) !== (found === undefined)

/** Preview of a batch's targets before anything is sent. */
export const BatchQuestion = z.strictObject(chosen).refine(isOne, { message: 'field.required', path: ['ids'] })
export const BatchAnswer = z.object({
  devices: z.number().int(),
  online: z.number().int(),
  /** Null if they belong to several products: then there is no single thing model to send by. */
  productId: Id.nullable(),
  /** True if there are more devices than a batch may have. */
  tooMany: z.boolean(),
})

/** One command for many devices. Offline ones are refused one by one; the batch's rows contain the outcome of each. */
export const BatchDraft = z
  .discriminatedUnion('kind', [PropertySetRequest.extend(chosen), ServiceRequest.extend(chosen)])
  .refine(isOne, { message: 'field.required', path: ['ids'] })
export type BatchDraft = z.output<typeof BatchDraft>
export const BatchStarted = z.object({ batchId: Id, jobId: Id })

export const BatchRow = z.object({
  deviceId: Id,
  sn: z.string(),
  name: z.string(),
  /** It was deleted since; its name is the one of that time. */
  isGone: z.boolean(),
  /** Null: it was never sent, for the given `reason`. */
  status: CommandStatus.nullable(),
  /** Copied from its command in the ledger; empty, false and null if none was sent. */
  error: CommandRow.shape.error,
  byReport: CommandRow.shape.byReport,
  valueOutcomes: CommandRow.shape.valueOutcomes,
  /** The reason in the caller's language. */
  reason: z.string(),
  finishedAt: Instant.nullable(),
})
export type BatchRow = z.output<typeof BatchRow>
/** `unknown`: sent without an answer, so that it may have been carried out or not. `refused`: never sent. */
export const batchOutcomes = ['open', 'succeeded', 'failed', 'unknown', 'refused'] as const
export const BatchSearch = searchOf({ batchId: Id, outcome: filter(z.enum(batchOutcomes)) }, ['sn'])
export const BatchDetail = z.object({
  id: Id,
  kind: z.enum(['property.set', 'service']),
  identifier: z.string(),
  params: z.record(z.string(), Value),
  productId: Id,
  accountName: z.string(),
  createdAt: Instant,
  jobId: Id,
  counts: z.record(z.enum(batchOutcomes), z.number().int()),
})
export type BatchDetail = z.output<typeof BatchDetail>
