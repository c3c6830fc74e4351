import { z } from 'zod'
import { endpoints, get } from '../endpoint.ts'
import { Id } from '../field.ts'

/** Ovens and coolers (refrigeration) are the two kinds of device. */
export const DeviceKind = z.enum(['oven', 'cooler'])
export type DeviceKind = z.output<typeof DeviceKind>

/** Names in both languages: the console shows the caller's. */
export const BothNames = z.object({ en: z.string(), zh: z.string() })

export const SeriesOption = z.object({
  id: Id,
  name: BothNames,
  kind: DeviceKind,
  products: z.array(z.object({ id: Id, name: BothNames })),
})
export type SeriesOption = z.output<typeof SeriesOption>

/** Spec 7, product. The other calls come with their screens. */
export const productApi = endpoints('product', {
  select: get('/web/product/select', {
    access: 'signed-in',
    summary: { en: 'Series and their models to choose from', zh: '产品系列与型号下拉选项' },
    query: z.strictObject({ kind: DeviceKind.optional() }),
    reply: z.array(SeriesOption),
  }),
})
