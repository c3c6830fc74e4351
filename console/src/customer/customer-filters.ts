import type { CustomerSearch } from '@brigade/contract/customer/customer.model.ts'
import { useWords } from '../platform/locale.ts'
import type { Filter } from '../ui/search-form/filter.ts'
import { customerListText, customerText } from './customer.text.ts'

export function useCustomerFilters(): readonly Filter<keyof CustomerSearch>[] {
  const c = useWords(customerText)
  const w = useWords(customerListText)
  return [
    { kind: 'text', name: 'keyword', label: w.keyword, maxLength: 60 },
    {
      kind: 'select',
      name: 'enabled',
      label: c.state,
      placeholder: w.anyState,
      options: [
        { value: 'true', label: c.enabled },
        { value: 'false', label: c.disabled },
      ],
    },
    { kind: 'date-range', from: 'startTime', to: 'endTime', label: w.addedBetween },
  ]
}
