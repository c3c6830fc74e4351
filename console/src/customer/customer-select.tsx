import { customerApi } from '@brigade/contract/customer/customer.endpoints.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { askPage } from '../platform/query.ts'
import type { Option } from '../ui/field/select-field.tsx'

/** Names seen so far, so that the chosen one keeps its name while other names are looked for. */
const names = new Map<string, string>()

/** Customers to choose from, found by typing part of the name. */
export function useCustomerOptions(chosen: string | undefined): {
  options: readonly Option[]
  onSearch: (typed: string) => void
} {
  const [typed, setTyped] = useState('')
  // Choosing puts the chosen name into the field: that is not a search.
  const isName = [...names.values()].includes(typed)
  const { data } = useQuery(
    askPage(customerApi.select, typed === '' || isName ? {} : { keyword: typed }, { quiet: true }),
  )
  const found = data ?? []
  for (const customer of found) names.set(customer.id, customer.name)
  const options = found.map((customer) => ({ value: customer.id, label: customer.name }))
  const isMissing = chosen !== undefined && !found.some(({ id }) => id === chosen)
  return {
    options: isMissing ? [{ value: chosen, label: names.get(chosen) ?? chosen }, ...options] : options,
    onSearch: setTyped,
  }
}
