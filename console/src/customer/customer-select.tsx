import { ask } from '../platform/query.ts'
import { optionSource } from '../ui/field/cascade/cascade-source.ts'
import { optionLabel } from './organisation.text.ts'
import { lazyCalls } from './lazy-calls.ts'

/** Customers, found by typing part of the name: for a remote select. */
export const customerSource = optionSource(['customer', 'customers'], async (client, { typed, value }) => {
  const query = { ...(typed === undefined ? {} : { keyword: typed }), ...(value === undefined ? {} : { id: value }) }
  const found = await client.fetchQuery(ask((await lazyCalls()).select, query, { quiet: true }))
  return found.map((one) => ({ value: one.id, label: optionLabel(one) }))
})
