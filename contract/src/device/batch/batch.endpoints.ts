import { z } from 'zod'
import { endpoints, get, post } from '../../endpoint.ts'
import { Id } from '../../field.ts'
import { pageOf } from '../../paging.ts'
import type { DeviceKind } from '../../product/product.model.ts'
import {
  BatchAnswer,
  BatchDetail,
  BatchDraft,
  BatchQuestion,
  BatchRow,
  BatchSearch,
  BatchStarted,
} from './batch.model.ts'

function callsOf<K extends DeviceKind>(kind: K, path: string, en: string, zh: string) {
  return {
    askBatch: post(`${path}/command/batch/check`, {
      access: `${kind}:command`,
      summary: { en: `What a batch of commands to ${en} would go to`, zh: `${zh}批量指令范围校验` },
      body: BatchQuestion,
      reply: BatchAnswer,
      log: false,
    }),
    startBatch: post(`${path}/command/batch`, {
      access: `${kind}:command`,
      summary: { en: `Send a command to many ${en}, as a job`, zh: `向${zh}批量下发指令` },
      body: BatchDraft,
      reply: BatchStarted,
      perMinute: 30,
    }),
    batch: get(`${path}/command/batch/detail`, {
      access: `${kind}:view`,
      summary: { en: `One batch of commands to ${en}`, zh: `${zh}批量指令详情` },
      query: z.strictObject({ id: Id }),
      reply: BatchDetail,
    }),
    batchRows: get(`${path}/command/batch/page`, {
      access: `${kind}:view`,
      summary: { en: `What became of a batch of commands to ${en}, device by device`, zh: `${zh}批量指令执行明细` },
      query: BatchSearch,
      reply: pageOf(BatchRow),
    }),
  }
}

const oven = callsOf('oven', '/web/device', 'ovens', '烤箱设备')
const cooler = callsOf('cooler', '/web/device/cooler', 'refrigeration devices', '制冷设备')

/** Commands to many devices at once. */
export const batchApi = endpoints('device', {
  ...oven,
  coolerAskBatch: cooler.askBatch,
  coolerStartBatch: cooler.startBatch,
  coolerBatch: cooler.batch,
  coolerBatchRows: cooler.batchRows,
})

export const batchCalls = {
  oven: {
    askBatch: batchApi.askBatch,
    startBatch: batchApi.startBatch,
    batch: batchApi.batch,
    batchRows: batchApi.batchRows,
  },
  cooler: {
    askBatch: batchApi.coolerAskBatch,
    startBatch: batchApi.coolerStartBatch,
    batch: batchApi.coolerBatch,
    batchRows: batchApi.coolerBatchRows,
  },
} as const
