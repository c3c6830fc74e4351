import { findText } from '@brigade/contract/catalogue.ts'
import { JobKind, type JobRow } from '@brigade/contract/job/job.model.ts'
import type { Locale } from '@brigade/contract/locale.ts'
import { textOfKey } from '../platform/http/answer.ts'
import type { OwnJob } from './job.store.ts'

/** A job as its person sees it, in the language of this call. */
export function jobRow(job: OwnJob, locale: Locale): JobRow {
  const what = textOfKey(`job.${job.kind}`, locale)
  return {
    id: job.id,
    kind: JobKind.parse(job.kind),
    // The name of a job without a file consists of its kind alone.
    title: [what, job.fileName].filter(Boolean).join(locale === 'zh' ? '：' : ': '),
    fileName: job.fileName,
    status: job.status,
    done: job.done,
    total: job.total,
    failed: job.failed,
    counts: job.counts ?? undefined,
    cancelling: job.cancelling,
    hasFile: job.status === 'succeeded' && job.resultFileId !== null,
    hasErrors: job.hasErrors,
    error: job.errorKey === null ? '' : storedText(job.errorKey, job.errorParams, locale),
    createdAt: job.createdAt,
    startedAt: job.startedAt,
    finishedAt: job.finishedAt,
    expiresAt: job.expiresAt,
  }
}

/** Stored words, by key and parameters; a key of an older version that no longer exists gets a general text. */
export const storedText = (key: string, params: unknown, locale: Locale): string =>
  findText(key) === undefined ? textOfKey('job.broken', locale) : textOfKey(key, locale, params)
