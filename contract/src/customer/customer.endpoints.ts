import { z } from 'zod'
import { endpoints, get } from '../endpoint.ts'
import { Id, OptionalLine } from '../field.ts'

export const CustomerOption = z.object({ id: Id, name: z.string() })
export type CustomerOption = z.output<typeof CustomerOption>

/** Spec 7, customer. The other calls come with their screens. */
export const customerApi = endpoints('customer', {
  select: get('/web/customer/select', {
    access: 'signed-in',
    summary: { en: 'Customers to choose from', zh: '客户下拉选项' },
    description: 'At most 50, by name, within the caller’s own organisations.',
    query: z.strictObject({ keyword: OptionalLine(60).optional() }),
    reply: z.array(CustomerOption),
  }),
})
