import {
  alertTypeNames,
  categoryNames,
  conditionNames,
  handlingNames,
  severityNames,
} from '@brigade/contract/fault/fault-words.ts'
import { faultApi } from '@brigade/contract/fault/record.endpoints.ts'
import {
  alertTypes,
  conditions,
  faultCategories,
  handlings,
  severities,
  type FaultSearch,
} from '@brigade/contract/fault/record.model.ts'
import type { Locale, Words } from '@brigade/contract/locale.ts'
import type { DeviceKind } from '@brigade/contract/product/product.model.ts'
import { useQuery } from '@tanstack/react-query'
import { customerSource } from '../../customer/customer-select.tsx'
import { useLocale, useWords } from '../../platform/locale.ts'
import { ask } from '../../platform/query.ts'
import { useProductFilter } from '../../product/product-select.tsx'
import { useAreaFilter } from '../../system/area-select.tsx'
import { yesNo, type Filter } from '../../ui/search-form/filter.ts'
import { useCauses } from '../cause/use-causes.ts'
import type { FaultTab } from '../fault-address.ts'
import { faultText } from '../fault.text.ts'

type Name = keyof FaultSearch

const optionsIn =
  (locale: Locale) =>
  <K extends string>(values: readonly K[], names: Readonly<Record<K, Words>>) =>
    values.map((value) => ({ value, label: names[value][locale] }))

/** Why closed records were closed. */
function useCauseFilter(): Filter<Name> {
  const w = useWords(faultText)
  const { filtered } = useCauses()
  return { kind: 'select', name: 'cause', label: w.closingCause, placeholder: w.anyCause, options: filtered }
}

function useAlertTypeFilter(): Filter<Name> {
  const w = useWords(faultText)
  const options = optionsIn(useLocale())(alertTypes, alertTypeNames)
  return { kind: 'select', name: 'alertType', label: w.alertType, placeholder: w.anyAlertType, options }
}

/** The filters of a tab; the page of a device leaves out those for the device. */
export function useRecordFilters(kind: DeviceKind, tab: FaultTab, isOfDevice: boolean): readonly Filter<Name>[] {
  const w = useWords(faultText)
  const locale = useLocale()
  const product = useProductFilter(kind)
  const area = useAreaFilter(w.place)
  const { data: codes } = useQuery(
    ask(kind === 'oven' ? faultApi.faultCodes : faultApi.coolerFaultCodes, {}, { quiet: true }),
  )
  const [causes, alarms] = [useCauseFilter(), useAlertTypeFilter()]
  const optionsOf = optionsIn(locale)
  const isPast = tab === 'faults' || tab === 'alarms'
  const ofRecord: readonly Filter<Name>[] = [
    { kind: 'text', name: 'keyword', label: w.keyword, maxLength: 60 },
    yesNo('mine', { label: w.mine, any: w.anyMine, yes: w.mineYes, no: w.mineNo }),
    {
      kind: 'select',
      name: 'severity',
      label: w.severity,
      placeholder: w.anySeverity,
      options: optionsOf(severities, severityNames),
    },
    {
      kind: 'select',
      name: 'handling',
      label: w.handling,
      placeholder: w.anyHandling,
      options: optionsOf(isPast ? handlings : handlings.filter((one) => one !== 'closed'), handlingNames),
      others: optionsOf(handlings, handlingNames),
    },
    {
      kind: 'select',
      name: 'condition',
      label: w.condition,
      placeholder: w.anyCondition,
      // A withdrawn record is closed, so the list of open ones does not offer this condition.
      options: optionsOf(isPast ? conditions : conditions.filter((one) => one !== 'withdrawn'), conditionNames),
      others: optionsOf(conditions, conditionNames),
    },
    ...(tab === 'faults' ? [] : [alarms]),
    {
      kind: 'select',
      name: 'code',
      label: w.code,
      placeholder: w.anyCode,
      searchable: true,
      options: (codes ?? []).map(({ value, name }) => ({ value, label: `${value} · ${name[locale]}` })),
    },
    {
      kind: 'select',
      name: 'category',
      label: w.category,
      placeholder: w.anyCategory,
      options: optionsOf(faultCategories, categoryNames),
    },
    ...(isPast ? [causes] : []),
    yesNo('stale', { label: w.stale, any: w.anyStale, yes: w.isStaleYes, no: w.isStaleNo }),
    { kind: 'date-range', from: 'startTime', to: 'endTime', label: w.raised },
  ]
  if (isOfDevice) return ofRecord
  return [
    ...ofRecord.slice(0, 4),
    product,
    {
      kind: 'remote-select',
      name: 'customerId',
      label: w.customer,
      placeholder: w.allCustomers,
      source: customerSource,
    },
    area,
    ...ofRecord.slice(4),
  ]
}
