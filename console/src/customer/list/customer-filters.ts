import type { CustomerSearch } from '@brigade/contract/customer/customer.model.ts'
import { useWords } from '../../platform/locale.ts'
import { useAreaFilter } from '../../system/area-select.tsx'
import { yesNo, type Filter } from '../../ui/search-form/filter.ts'
import { useDepartmentFilter } from '../department-select.tsx'
import { customerListText, customerText } from '../customer.text.ts'
import { useKeptKind } from '../kept-kind.ts'

export function useCustomerFilters(): readonly Filter<keyof CustomerSearch>[] {
  const kind = useKeptKind()
  const c = useWords(customerText[kind])
  const w = useWords(customerListText[kind])
  const zone = useAreaFilter(c.zone)
  const department = useDepartmentFilter()
  return [
    { kind: 'text', name: 'keyword', label: w.keyword, maxLength: 60 },
    yesNo('enabled', { label: c.state, any: w.anyState, yes: c.enabled, no: c.disabled }),
    zone,
    department,
    { kind: 'date-range', from: 'startTime', to: 'endTime', label: w.addedBetween },
  ]
}
