import { byteLength } from '../../byte-length.ts'
import { z } from 'zod'
import { Id, Instant, jsonInText, OptionalLine, largestInteger } from '../../field.ts'

/** Alibaba's limit of a remote configuration. */
export const maxConfigBytes = 65_536

/** The configuration that devices of a product request (`thing/config/get`) or are sent (`thing/config/push`). Version 0: none yet. */
export const ProductConfig = z.object({
  productId: Id,
  version: z.number().int(),
  /** JSON in the form in which it was entered. */
  content: z.string(),
  note: z.string(),
  updatedAt: Instant.nullable(),
  accountName: z.string(),
  /** Devices that reported this version or were sent it, and all devices of the product that the caller sees. */
  devices: z.number().int(),
  current: z.number().int(),
  /** The ten before it. */
  earlier: z.array(
    z.object({
      version: z.number().int(),
      content: z.string(),
      note: z.string(),
      updatedAt: Instant,
      accountName: z.string(),
    }),
  ),
})
export type ProductConfig = z.output<typeof ProductConfig>

/**
 * `version` is the version that the edit began from; if there is a newer one, the edit is refused (409). `push`: online devices get it at
 * once.
 */
export const ProductConfigDraft = z.strictObject({
  productId: Id,
  version: z.number().int().min(0).max(largestInteger),
  content: z
    .string()
    .refine((text) => byteLength(text) <= maxConfigBytes, 'product.contentTooLong')
    .refine(isJsonObject, 'product.configNoJson')
    .meta(jsonInText('an object, sent to devices as it is')),
  note: OptionalLine(120).default(''),
  push: z.boolean().default(false),
})
export type ProductConfigDraft = z.output<typeof ProductConfigDraft>

function isJsonObject(text: string): boolean {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null && !Array.isArray(value)
  } catch {
    return false
  }
}
