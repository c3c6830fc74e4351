import { z } from 'zod'
import { Id, Instant, filter } from '../field.ts'
import { searchOf } from '../paging.ts'
import { hourMs } from '../time.ts'

/** Kinds of long work: `domain.verb`. The name in both languages is `job.<kind>` of job.text.ts. */
export const jobKinds = [
  'customer.export',
  'customer.check-import',
  'customer.import',
  'product.export-languages',
  'product.check-languages',
  'product.import-languages',
  'device.export',
  'device.export-uninstalled',
  'device.check-import',
  'device.import',
  'device.check-uninstalled-import',
  'device.import-uninstalled',
  'device.export-triples',
  'device.check-triples',
  'device.import-triples',
  'device.export-temperature',
  'device.export-cold-chain',
  'device.site-report',
  'device.export-comparison',
  'device.batch-command',
  'fault.export',
  'fault.export-codes',
  'fault.check-codes',
  'fault.import-codes',
  'log.export',
  'log.verify',
  'message.push',
  'app-user.export',
  'app-user.export-contact',
  'app-user.check-import',
  'app-user.import',
  'recipe.import-texts',
  'statistics.export',
] as const
export const JobKind = z.enum(jobKinds)
export type JobKind = z.output<typeof JobKind>

export const jobStatuses = ['waiting', 'running', 'succeeded', 'failed', 'cancelled'] as const
export const JobStatus = z.enum(jobStatuses)
export type JobStatus = z.output<typeof JobStatus>

/** File formats of imports and exports. */
export const tableFormats = ['xlsx', 'csv'] as const
export const TableFormat = z.enum(tableFormats)
export type TableFormat = z.output<typeof TableFormat>
export const tableMediaTypes = {
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  csv: 'text/csv; charset=utf-8',
} as const satisfies Record<TableFormat, string>

/** Uploads of tables: xlsx or CSV of at most this size and this many rows. */
export const tableLimits = { maxBytes: 20_971_520, maxRows: 100_000 } as const

/** A person may have this many jobs waiting or running; an ended one stays for this many days, with its files. */
export const jobLimits = { maxOpen: 10, keptDays: 7 } as const
/** Their files hold device secrets or people's addresses: they are stored encrypted, downloadable once, and deleted after an hour. */
export const secretJobKinds: readonly string[] = [
  'device.export-triples',
  'device.check-triples',
  'device.import-triples',
  'app-user.export',
  'app-user.export-contact',
  'app-user.check-import',
  'app-user.import',
] satisfies readonly JobKind[]
export const secretJobMs = hourMs

/**
 * One piece of long work, as its account sees it. `done` of `total` rows; `total` is null while it is unknown. `failed`
 * of the `done` rows were refused, each with its reason in the errors file.
 */
export const JobRow = z.object({
  id: Id,
  kind: JobKind,
  /** The name in the caller's language, with the file that it reads or writes. */
  title: z.string(),
  fileName: z.string(),
  status: JobStatus,
  done: z.number().int(),
  total: z.number().int().nullable(),
  failed: z.number().int(),
  /**
   * Numbers of accepted rows by result. An import has `added` and `updated`; for a check these are the expected
   * results. `erased`: values. `alike`: rows whose serial number differs only in case from that of an earlier row;
   * `alikeRow` is the first.
   */
  counts: z.record(z.string(), z.number().int()).optional(),
  /** Cancellation was requested, but the job has not stopped yet. */
  cancelling: z.boolean(),
  /** There is a file to download. */
  hasFile: z.boolean(),
  /** There are refused rows to download. */
  hasErrors: z.boolean(),
  /** Why it failed, in the caller's language; empty otherwise. */
  error: z.string(),
  createdAt: Instant,
  startedAt: Instant.nullable(),
  finishedAt: Instant.nullable(),
  /** When its files are removed. */
  expiresAt: Instant.nullable(),
})
export type JobRow = z.output<typeof JobRow>

export const JobEvent = z.object({ jobs: z.array(JobRow) })
export type JobEvent = z.output<typeof JobEvent>

export const JobSearch = searchOf({ status: filter(JobStatus), kind: filter(JobKind) }, ['createdAt'])

/** The first refused rows, to be read on screen; all of them are in the errors file. `row` counts from 1, the head included. */
export const RowError = z.object({ row: z.number().int(), column: z.string(), message: z.string() })
export type RowError = z.output<typeof RowError>
export const JobDetail = JobRow.extend({ errors: z.array(RowError) })
export type JobDetail = z.output<typeof JobDetail>

/** Answer to a call that starts a job. */
export const JobStarted = z.object({ jobId: Id })
