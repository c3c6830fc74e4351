import { customerApi } from '@brigade/contract/customer/customer.endpoints.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useWords } from '../platform/locale.ts'
import { askPage } from '../platform/query.ts'
import { SelectField } from '../ui/field/select-field.tsx'
import { customerText } from './customer.text.ts'

type Props = { label: string; value: string | null; onChange: (value: string | null) => void; placeholder?: string }

/** Names seen so far, so that the chosen one keeps its name while other names are looked for. */
const names = new Map<string, string>()

/** One customer, found by typing part of its name. */
export function CustomerSelect({ label, value, onChange, placeholder }: Props) {
  const w = useWords(customerText)
  const [typed, setTyped] = useState('')
  // Choosing puts the chosen name into the field: that is not a search.
  const keyword = value !== null && typed === names.get(value) ? '' : typed
  const { data } = useQuery(askPage(customerApi.select, keyword === '' ? {} : { keyword }))
  const found = data ?? []
  for (const customer of found) names.set(customer.id, customer.name)
  const options = found.map((customer) => ({ value: customer.id, label: customer.name }))
  if (value !== null && !found.some(({ id }) => id === value)) options.unshift({ value, label: names.get(value) ?? value })
  return (
    <SelectField label={label} bare clearable options={options} value={value} onChange={onChange} onSearch={setTyped} placeholder={placeholder ?? w.allCustomers} />
  )
}
