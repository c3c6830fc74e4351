import type { Generated } from 'kysely'
import type { JobStatus } from '@brigade/contract/job/job.model.ts'
import type { Locale } from '@brigade/contract/locale.ts'

export type JobTable = {
  id: Generated<string>
  accountId: string
  /** The organisation of the opened console in which it was started; null: the account's own. */
  openedOrganisationId: Generated<string | null>
  kind: string
  params: unknown
  locale: Locale
  timeZone: string
  fileName: string
  status: Generated<JobStatus>
  cancelling: Generated<boolean>
  done: Generated<number>
  total: number | null
  failed: Generated<number>
  counts: Readonly<Record<string, number>> | null
  checkpoint: unknown
  interruptions: Generated<number>
  runner: string | null
  leaseUntil: string | null
  inputFileId: string | null
  resultFileId: string | null
  head: unknown
  errorKey: string | null
  errorParams: unknown
  createdAt: string
  startedAt: string | null
  finishedAt: string | null
  expiresAt: string | null
  operationId: Generated<string>
}

export type JobRefusalTable = {
  jobId: string
  rowNumber: number
  columnName: string
  cells: unknown
  messageKey: string
  messageParams: unknown
}

declare module '../platform/db/database.ts' {
  interface Database {
    job: JobTable
    jobRefusal: JobRefusalTable
  }
}
