import { batchApi } from '@brigade/contract/device/batch/batch.endpoints.ts'
import { implement } from '../../platform/http/implement.ts'
import { getBatch, listRowsOfBatch } from './list-batches.ts'
import { askBatch, startBatch } from './start-batch.ts'

export const batchRoutes = implement(batchApi, {
  askBatch: (ctx, { body }) => askBatch(ctx, 'oven', body),
  coolerAskBatch: (ctx, { body }) => askBatch(ctx, 'cooler', body),
  startBatch: (ctx, { body }) => startBatch(ctx, 'oven', body),
  coolerStartBatch: (ctx, { body }) => startBatch(ctx, 'cooler', body),
  batch: (ctx, { query }) => getBatch(ctx, 'oven', query.id),
  coolerBatch: (ctx, { query }) => getBatch(ctx, 'cooler', query.id),
  batchRows: (ctx, { query }) => listRowsOfBatch(ctx, 'oven', query),
  coolerBatchRows: (ctx, { query }) => listRowsOfBatch(ctx, 'cooler', query),
})
