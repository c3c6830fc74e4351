import type { Ctx, Upload } from '../platform/http/context.ts'
import type { JobKind } from '@brigade/contract/job/job.model.ts'
import type { LongWork } from './long-work.ts'

export type JobInput =
  /** A file that came with the call. */
  | Upload
  /** The same file as another job of the caller's, of this kind and succeeded; otherwise refused with `job.unknown` or `job.notEnded`. */
  | Readonly<{ ofJob: string; kind: JobKind }>

/**
 * Starts long work for the caller. Job and queue entry are one transaction: what was answered survives anything. Refuses with
 * `job.tooMany` where the account has too many waiting.
 */
export async function startJob<P>(
  ctx: Ctx,
  work: LongWork<P>,
  params: P,
  options: {
    /** Of the file it writes or reads, as shown and downloaded. */
    fileName: string
    input?: JobInput
  },
): Promise<{ jobId: string }> {
  throw new Error(`not yet: ${work.kind} ${String(params)} ${options.fileName} ${ctx.locale}`)
}
