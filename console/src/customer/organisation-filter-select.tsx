import { customerApi } from '@brigade/contract/customer/customer.endpoints.ts'
import { ask } from '../platform/query.ts'
import { optionLabel } from './organisation.text.ts'
import { optionSource } from '../ui/field/cascade/cascade-source.ts'

/** Organisations of any kind, found by typing part of the name: for a remote select. */
export const organisationSource = optionSource(['customer', 'organisations'], async (client, { typed, value }) => {
  const found =
    value === undefined
      ? await client.fetchQuery(
          ask(customerApi.organisations, typed === undefined ? {} : { keyword: typed }, { quiet: true }),
        )
      : await client.fetchQuery(ask(customerApi.organisationPath, { id: value }, { quiet: true }))
  return found.map((one) => ({ value: one.id, label: optionLabel(one) }))
})
