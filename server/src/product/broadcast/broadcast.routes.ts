import { broadcastApi } from '@brigade/contract/product/broadcast/broadcast.endpoints.ts'
import { implement } from '../../platform/http/implement.ts'
import { sendBroadcast, showBroadcasts } from './send-broadcast.ts'

export const broadcastRoutes = implement(broadcastApi, {
  broadcasts: (ctx, { query }) => showBroadcasts(ctx, query.productId),
  sendBroadcast: (ctx, { body }) => sendBroadcast(ctx, body),
})
