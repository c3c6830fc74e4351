import { z } from 'zod'
import { endpoints, get } from '../endpoint.ts'
import { Id } from '../field.ts'
import { ThingModel } from './thing-model.model.ts'

/** Spec 7, product/tsl. The other calls come with their screens. */
export const thingModelApi = endpoints('thing-model', {
  published: get('/web/product/tsl/detail', {
    access: 'signed-in',
    summary: { en: 'Published thing model of a product', zh: '产品的已发布物模型' },
    description: 'The newest published version, or the one asked for.',
    query: z.strictObject({ productId: Id, version: z.coerce.number().int().min(1).optional() }),
    reply: z.object({ productId: Id, version: z.number().int(), model: ThingModel }),
  }),
})
