import { z } from 'zod'
import { endpoints, get, nothing, post } from '../../endpoint.ts'
import { Id, largestInteger } from '../../field.ts'
import { ProductConfig, ProductConfigDraft } from './config.model.ts'

/** Remote configuration of a product's devices (alink.md 2.2). */
export const configApi = endpoints('product', {
  config: get('/web/product/config/detail', {
    access: 'product:view',
    summary: { en: 'Remote configuration of a product', zh: '产品远程配置' },
    query: z.strictObject({ productId: Id }),
    reply: ProductConfig,
  }),
  saveConfig: post('/web/product/config/save', {
    access: 'product:update',
    summary: { en: 'Save a remote configuration', zh: '保存产品远程配置' },
    description: 'Each save is a version; ten are kept. Devices get it when they ask, online ones at once with `push`.',
    body: ProductConfigDraft,
    reply: ProductConfig,
  }),
  pushConfig: post('/web/product/config/push', {
    access: 'product:update',
    summary: { en: 'Push the remote configuration to online devices', zh: '推送产品远程配置' },
    body: z.strictObject({ productId: Id, version: z.number().int().min(1).max(largestInteger) }),
    reply: nothing,
  }),
})
