import { z } from 'zod'
import { endpoints, get, nothing, post } from '../../endpoint.ts'
import { Id } from '../../field.ts'

/** Whether devices may fetch their secret themselves (alink.md 2.1): `off` is how a product begins. */
export const dynamicRegistrations = ['off', 'listed', 'any'] as const
export const DynamicRegistration = z.enum(dynamicRegistrations)
export type DynamicRegistration = z.output<typeof DynamicRegistration>

export const registrationApi = endpoints('product', {
  registration: get('/web/product/registration/detail', {
    access: 'product:view',
    summary: { en: 'Whether devices of a product may register themselves', zh: '产品动态注册设置' },
    query: z.strictObject({ productId: Id }),
    reply: z.object({ dynamicRegistration: DynamicRegistration }),
  }),
  setRegistration: post('/web/product/registration/save', {
    access: 'product:update',
    summary: { en: 'Set whether devices of a product may register themselves', zh: '设置产品动态注册' },
    description:
      '`listed`: those entered here, once, before their first connection. `any`: those not entered too (no pre-registration, over MQTT only). Asks for the password.',
    body: z.strictObject({
      productId: Id,
      dynamicRegistration: DynamicRegistration,
      password: z.string().min(1, 'field.required').max(128),
    }),
    reply: nothing,
  }),
})
