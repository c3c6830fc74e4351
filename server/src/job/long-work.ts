import type { Domain } from '../platform/program/domain.ts'
import type { Readable } from 'node:stream'
import type { z } from 'zod'
import type { JobKind } from '@brigade/contract/job/job.model.ts'
import type { InHandKind } from '@brigade/contract/system/account/account.model.ts'
import type { Locale } from '@brigade/contract/locale.ts'
import type { Db } from '../platform/db/database.ts'
import type { Caller, Platform } from '../platform/http/context.ts'
import type { TextRef } from '../platform/refusal.ts'

/**
 * Long work: what may take longer than a person waits. Define it once, list it in app.ts, start it in a handler:
 *
 *   export const importCustomers = longWork({
 *     kind: 'customer.import',
 *     access: 'customer:import',
 *     params: z.object({ … }),          // kept as JSON between start and run; takes its own output again
 *     async run(work, params) {
 *       for await (const { row, cells } of readTable(await work.input(), limits)) { …
 *         await transaction(work.db, async (trx) => {
 *           await insertMany(trx, batch)
 *           await work.refuseRows([{ row, cells, column: 'Name', why: textRef('customer.nameTaken') }], trx)
 *           await work.progress({ done, total, failed, checkpoint: { row } }, trx)
 *         })
 *       }
 *     },
 *   })
 *   startImport: (ctx, { body }) => startJob(ctx, importCustomers, body, { fileName, input: upload })
 *
 * It runs on a worker, two at a time in a process, one at a time for a person. It may be interrupted anywhere: a stopped
 * worker hands it back at once, a killed one is noticed after 15 seconds, and `run` begins anew with the last `checkpoint`.
 * So rows and checkpoint are committed together, and what cannot be (a result file) is made again from the beginning. After
 * three kills it is given up. A refusal thrown out of `run` is shown to the person as the reason; anything else is
 * "a reason of ours" and a line in the log. Done when `run` resolves.
 */
export type LongWork<P> = Readonly<{
  kind: JobKind
  /** The operation code that its person needs, when starting it (the endpoint checks) and still when it runs. */
  access: (params: unknown) => OperationCode
  params: z.ZodType<P>
  /** The input is deleted when the job has ended, with any outcome. */
  endsInput?: boolean
  run: (work: Work, params: unknown) => Promise<void>
}>

type OperationCode = `${string}:${string}`
type Definition<P> = Omit<LongWork<P>, 'run' | 'access'> &
  Readonly<{
    /** One code for all parameters, or one by them: ovens and coolers have separate codes. */
    access: OperationCode | ((params: P) => OperationCode)
    run: (work: Work, params: P) => Promise<void>
  }>

/** The contributions of each domain to the program. */
export type DomainManifest = Domain<LongWork<unknown>, InHandKind>

export type JobCaller = Pick<Caller, 'accountId' | 'account' | 'organisationId' | 'operationCodes'>

/** Reports how many rows an export has written, out of all. */
export type ReportProgress = (done: number, total: number) => Promise<void>

export type Progress = Readonly<{
  /** The number of processed rows including refused ones. It is the total, not an increment. */
  done: number
  /** Omit it to leave it unchanged. Null: unknown. */
  total?: number | null
  failed?: number
  /** Results of the accepted rows, by name: an import counts `added` and `updated`. Omit it to leave it unchanged. */
  counts?: Readonly<Record<string, number>>
  /** The point from which to continue after an interruption: any JSON value. Omit it to leave it unchanged. */
  checkpoint?: unknown
}>

export type RefusedRow = Readonly<{
  /** Counted from 1, including the header, as in `readTable`. */
  row: number
  /** The whole row, to be corrected and imported again. */
  cells: readonly unknown[]
  /** The column at fault by its header; empty for the whole row. A row may be refused for several columns. */
  column: string
  why: TextRef
}>

/** The context of `run`, besides its parameters. */
export type Work = Platform &
  Readonly<{
    jobId: string
    caller: JobCaller
    /** Language and zone of the person who started it. */
    locale: Locale
    timeZone: string
    fileName: string
    /** The input file from its beginning; refuses with `job.noFile` if there is none. */
    input: () => Promise<Readable>
    /** Aborts when the person cancels, the worker stops, or another worker took the job over. */
    signal: AbortSignal
    /** The checkpoint of the interrupted previous run; undefined the first time. */
    checkpoint: unknown
    /**
     * Reports the progress; it is cheap, so report often. With `trx` it commits with the rows it counts. Throws when
     * `signal` has aborted: do not catch that.
     */
    progress: (progress: Progress, trx?: Db) => Promise<void>
    /** The header of the table that refused rows belong to: the errors file begins with it. */
    keepHead: (cells: readonly string[]) => Promise<void>
    /** Stores rows for the errors file. The same row and column a second time changes nothing. */
    refuseRows: (rows: readonly RefusedRow[], trx?: Db) => Promise<void>
    /** Writes the result file under `fileName`: `writeResult(writeTable(…), mediaType)`. */
    writeResult: (body: Readable, mediaType: string) => Promise<void>
  }>

/** Defines long work; `run` gets its parameters checked. */
export function longWork<P>({ run, access, ...rest }: Definition<P>): LongWork<P> {
  return {
    ...rest,
    access: (params) => (typeof access === 'function' ? access(rest.params.parse(params)) : access),
    run: (work, params) => run(work, rest.params.parse(params)),
  }
}
