import { byteLength } from '../../byte-length.ts'
import { z } from 'zod'
import { Id, Instant } from '../../field.ts'

/** Alibaba's limit of a broadcast message. */
export const maxBroadcastBytes = 65_536
/** This many are kept for each product. */
export const broadcastsKept = 50

/** The last level of `/broadcast/{productKey}/{id}` (alink.md 2.2). */
export const BroadcastTopic = z
  .string()
  .min(1, 'field.required')
  .regex(/^[\w-]{1,64}$/, 'product.broadcastTopic')

/** A message to all devices of a product that are connected and have subscribed to the topic. */
export const BroadcastDraft = z.strictObject({
  productId: Id,
  topic: BroadcastTopic,
  content: z
    .string()
    .min(1, 'field.required')
    .refine((text) => byteLength(text) <= maxBroadcastBytes, 'product.contentTooLong'),
  password: z.string().min(1, 'field.required').max(128),
})
export type BroadcastDraft = z.output<typeof BroadcastDraft>

export const Broadcast = z.object({
  id: Id,
  topic: z.string(),
  content: z.string(),
  createdAt: Instant,
  accountName: z.string(),
  /** The number of devices it was sent to; null if only an external broker knows it. */
  reached: z.number().int().nullable(),
})
export type Broadcast = z.output<typeof Broadcast>
