import type { CustomerDetail } from '@brigade/contract/customer/customer.model.ts'

/** The values of the form's fields. */
export type Typed = {
  name: string
  code: string
  parentId: string | undefined
  principal: string
  contact: string
  province: string
  city: string
  region: string
  address: string
  note: string
}

export const typedOf = (customer: CustomerDetail): Typed => ({
  name: customer.name,
  code: customer.code,
  parentId: customer.parent?.id,
  principal: customer.principal,
  contact: customer.contact,
  province: customer.province,
  city: customer.city,
  region: customer.region,
  address: customer.address,
  note: customer.note,
})

export const nothingTyped = (parentId: string | undefined): Typed => ({
  name: '',
  code: '',
  parentId,
  principal: '',
  contact: '',
  province: '',
  city: '',
  region: '',
  address: '',
  note: '',
})
