import { z } from 'zod'
import { download, endpoints, get, live, noInput, nothing, post } from '../endpoint.ts'
import { Id } from '../field.ts'
import { pageOf } from '../paging.ts'
import { JobDetail, JobEvent, JobRow, JobSearch, TableFormat, tableMediaTypes } from './job.model.ts'

const ById = z.strictObject({ id: Id })

/**
 * Own calls: the long work of the signed-in account (product.md, Standing rules). Nobody sees the work of another
 * account.
 */
export const jobApi = endpoints('job', {
  list: get('/web/job/page', {
    access: 'signed-in',
    summary: { en: 'Own jobs', zh: '我的后台任务' },
    description:
      'Newest first. A job that has ended stays 7 days, with its files; one that read or wrote secrets of devices an hour.',
    query: JobSearch,
    reply: pageOf(JobRow),
  }),
  detail: get('/web/job/detail', {
    access: 'signed-in',
    summary: { en: 'One of own jobs', zh: '后台任务详情' },
    query: ById,
    reply: JobDetail,
  }),
  cancel: post('/web/job/cancel', {
    access: 'signed-in',
    summary: { en: 'Cancel a job', zh: '取消后台任务' },
    description: 'What it has already done stays done; the answer of a job that has ended is 409.',
    body: ById,
    reply: nothing,
  }),
  remove: post('/web/job/remove', {
    access: 'signed-in',
    summary: { en: 'Remove an ended job and its files', zh: '删除后台任务' },
    body: ById,
    reply: nothing,
  }),
  file: download('/web/job/file', {
    access: 'signed-in',
    summary: { en: 'The file that a job created', zh: '下载任务结果' },
    description: 'A file with secrets of devices is sealed where it lies, handed out once, and gone after an hour.',
    query: ById,
    mediaTypes: [...Object.values(tableMediaTypes), 'application/x-ndjson'],
  }),
  errors: download('/web/job/errors', {
    access: 'signed-in',
    summary: { en: 'Rows a job refused, each with its reason', zh: '下载未通过的行' },
    description:
      'In the columns of the file that was imported and one more, so that it can be corrected and imported again.',
    query: z.strictObject({ id: Id, format: TableFormat.default('xlsx') }),
    mediaTypes: Object.values(tableMediaTypes),
  }),
  live: live('/web/job/live', {
    access: 'signed-in',
    summary: { en: 'Progress of own jobs', zh: '后台任务进度' },
    description:
      'At once the jobs that have not ended, perhaps none; then those that moved, as they are now; an empty event every 15 s.',
    query: noInput,
    event: JobEvent,
  }),
})
