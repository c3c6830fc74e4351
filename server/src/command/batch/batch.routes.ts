import { batchCalls } from '@brigade/contract/command/batch/batch.endpoints.ts'
import { implementEach } from '../../platform/http/implement.ts'
import { getBatch, listRowsOfBatch } from './list-batches.ts'
import type { BatchWork } from './send-batch.ts'
import { askBatch, startBatch } from './start-batch.ts'

/** `work` inserts the commands of a batch. */
export const batchRoutes = (work: BatchWork) =>
  implementEach(batchCalls, (kind) => ({
    askBatch: (ctx, { body }) => askBatch(ctx, kind, body),
    startBatch: (ctx, { body }) => startBatch(ctx, kind, body, work),
    batch: (ctx, { query }) => getBatch(ctx, kind, query.id),
    batchRows: (ctx, { query }) => listRowsOfBatch(ctx, kind, query),
  }))
