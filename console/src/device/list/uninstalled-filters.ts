import type { UninstalledSearch } from '@brigade/contract/device/list/list.model.ts'
import { nodeTypes, type DeviceKind } from '@brigade/contract/product/product.model.ts'
import { nodeTypeWords } from '@brigade/contract/product/node-type.text.ts'
import { useDepartmentFilter } from '../../customer/department-select.tsx'
import { useLocale, useWords } from '../../platform/locale.ts'
import { useProductFilter } from '../../product/product-select.tsx'
import { yesNo, choiceOf, type Filter } from '../../ui/search-form/filter.ts'
import { deviceListText, stateWords } from '../view/device.text.ts'
import { lifeText, uninstalledText } from './list.text.ts'

export function useUninstalledFilters(kind: DeviceKind): readonly Filter<keyof UninstalledSearch>[] {
  const w = useWords(deviceListText)
  const own = useWords(uninstalledText)
  const life = useWords(lifeText)
  const locale = useLocale()
  const product = useProductFilter(kind)
  const department = useDepartmentFilter()
  return [
    { kind: 'text', name: 'keyword', label: own.keyword, maxLength: 60 },
    product,
    department,
    yesNo('activated', { label: life.activation, any: life.anyActivation, yes: life.activated, no: life.notActivated }),
    yesNo('online', {
      label: w.connection,
      any: w.anyConnection,
      yes: stateWords[kind].online[locale],
      no: stateWords[kind].offline[locale],
    }),
    {
      kind: 'select',
      name: 'bindState',
      label: life.bindState,
      placeholder: life.anyBinding,
      options: [
        { value: 'bound', label: life.bound },
        { value: 'unbound', label: life.unbound },
      ],
    },
    choiceOf('nodeType', [life.nodeType, life.anyNodeType], nodeTypes, (value) => nodeTypeWords[value][locale]),
    { kind: 'date-range', from: 'startTime', to: 'endTime', label: life.registeredBetween },
  ]
}
