import { z } from 'zod'
import { endpoints, get, post } from '../../endpoint.ts'
import { Id, Instant, filter } from '../../field.ts'
import { PartsDraft, PartsPurchase } from './parts.model.ts'

/** Spec 7, part/purchase. */
export const partsApi = endpoints('parts', {
  detail: get('/web/part/purchase/detail', {
    access: 'parts-purchase:view',
    summary: { en: 'The spare parts that an organisation offers', zh: '配件购买详情' },
    description:
      'Of the caller’s own organisation, or of one within its scope. An organisation that keeps no list offers that of the nearest one above it.',
    query: z.strictObject({ organisationId: filter(Id) }),
    reply: PartsPurchase,
  }),
  save: post('/web/part/purchase/save', {
    access: 'parts-purchase:update',
    summary: { en: 'Save the whole list of spare parts', zh: '保存配件购买设置' },
    description:
      'At most 200 parts in their order. Refused (409) where the list was saved since `updatedAt`. `parts: null` gives the list up.',
    body: PartsDraft,
    reply: z.object({ updatedAt: Instant.nullable() }),
  }),
})
