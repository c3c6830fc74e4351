import { customerApi } from '@brigade/contract/customer/customer.endpoints.ts'
import type { TestApp } from './start-app.ts'

/** Moves a customer as on the customer's page: only its parent changes. */
export async function moveCustomer(
  app: TestApp,
  { id, parentId }: Readonly<{ id: string; parentId: string }>,
  token: string,
): Promise<void> {
  const found = await app.ask(customerApi.detail, { id }, { token })
  const { name, principal, contact, province, city, region, address, note, updatedAt } = found.envelope.data
  const change = { id, name, principal, contact, province, city, region, address, note, updatedAt, parentId }
  const { status, envelope } = await app.ask(customerApi.update, change, { token })
  if (status !== 200) throw new Error(`Customer ${id} was not moved: ${envelope.msg}`)
}
