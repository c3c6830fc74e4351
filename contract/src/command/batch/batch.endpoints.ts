import { z } from 'zod'
import { endpointsPerKind } from '../../device/endpoints-per-kind.ts'
import { get, post } from '../../endpoint.ts'
import { Id } from '../../field.ts'
import { pageOf } from '../../paging.ts'
import {
  BatchAnswer,
  BatchDetail,
  BatchDraft,
  BatchQuestion,
  BatchRow,
  BatchSearch,
  BatchStarted,
} from './batch.model.ts'

/** Commands to many devices at once. */
export const batchCalls = endpointsPerKind('command', ({ kind, path, many, zh }) => ({
  askBatch: post(`${path}/command/batch/check`, {
    access: `${kind}:command`,
    summary: { en: `Devices that a batch of commands to ${many} would reach`, zh: `${zh}批量指令范围校验` },
    body: BatchQuestion,
    reply: BatchAnswer,
    log: false,
  }),
  startBatch: post(`${path}/command/batch`, {
    access: `${kind}:command`,
    summary: { en: `Send a command to many ${many}, as a job`, zh: `向${zh}批量下发指令` },
    body: BatchDraft,
    reply: BatchStarted,
    perMinute: 30,
  }),
  batch: get(`${path}/command/batch/detail`, {
    access: `${kind}:view`,
    summary: { en: `One batch of commands to ${many}`, zh: `${zh}批量指令详情` },
    query: z.strictObject({ id: Id }),
    reply: BatchDetail,
  }),
  batchRows: get(`${path}/command/batch/page`, {
    access: `${kind}:view`,
    summary: { en: `Outcomes of a batch of commands to ${many}, by device`, zh: `${zh}批量指令执行明细` },
    query: BatchSearch,
    reply: pageOf(BatchRow),
  }),
}))
