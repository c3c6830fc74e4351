import { z } from 'zod'
import { endpoints, get, post } from '../../endpoint.ts'
import { Id } from '../../field.ts'
import { Broadcast, BroadcastDraft } from './broadcast.model.ts'

/** Messages to all devices of a product (alink.md 2.2, `/broadcast/{productKey}/{id}`). */
export const broadcastApi = endpoints('product', {
  broadcasts: get('/web/product/broadcast/list', {
    access: 'product:view',
    summary: { en: 'Broadcasts to the devices of a product', zh: '产品广播记录' },
    description: 'The newest 50, newest first.',
    query: z.strictObject({ productId: Id }),
    reply: z.array(Broadcast),
  }),
  sendBroadcast: post('/web/product/broadcast/send', {
    access: 'product:update',
    summary: { en: 'Broadcast to the devices of a product', zh: '向产品设备发送广播' },
    description:
      'To devices that are connected now and have subscribed to the topic; it is not delivered later. Asks for the caller’s own password. How many it reached is counted as it goes out.',
    body: BroadcastDraft,
    reply: Broadcast,
    perMinute: 30,
  }),
})
