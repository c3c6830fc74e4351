import { warrantyWords } from '@brigade/contract/device/warranty.text.ts'
import { bindStates, warranties, type DeviceSearch } from '@brigade/contract/device/device.model.ts'
import { nodeTypes, type DeviceKind } from '@brigade/contract/product/product.model.ts'
import { nodeTypeWords } from '@brigade/contract/product/node-type.text.ts'
import { useChannelFilter } from '../../customer/channel-select.tsx'
import { customerSource } from '../../customer/customer-select.tsx'
import { useDepartmentFilter } from '../../customer/department-select.tsx'
import { useLocale, useWords } from '../../platform/locale.ts'
import { useProductFilter } from '../../product/product-select.tsx'
import { useAreaFilter } from '../../system/area-select.tsx'
import { yesNo, choiceOf, type Draft, type Filter } from '../../ui/search-form/filter.ts'
import { statesOf } from '../view/device-state.ts'
import { deviceListText, stateWords } from '../view/device.text.ts'
import { lifeText } from './list.text.ts'

/** Spec 2, device list: choosing offline clears the state, choosing a state forces online. */
export function linkedStates(changed: keyof DeviceSearch, draft: Draft): Draft {
  if (changed === 'online' && draft['online'] === 'false') return { state: undefined }
  if (changed === 'state' && draft['state'] !== undefined) return { online: 'true' }
  return {}
}

export function useDeviceFilters(kind: DeviceKind): readonly Filter<keyof DeviceSearch>[] {
  const w = useWords(deviceListText)
  const warranty = useWords(warrantyWords)
  const life = useWords(lifeText)
  const locale = useLocale()
  const product = useProductFilter(kind)
  const area = useAreaFilter(w.installedIn)
  const department = useDepartmentFilter()
  const channel = useChannelFilter()
  return [
    { kind: 'text', name: 'keyword', label: w.keyword, maxLength: 60 },
    yesNo('online', {
      label: w.connection,
      any: w.anyConnection,
      yes: stateWords[kind].online[locale],
      no: stateWords[kind].offline[locale],
    }),
    choiceOf('state', [w.workState, w.anyState], statesOf[kind], (state) => stateWords[kind][state][locale]),
    product,
    {
      kind: 'remote-select',
      name: 'customerId',
      label: w.customer,
      placeholder: w.allCustomers,
      source: customerSource,
    },
    department,
    channel,
    choiceOf('warranty', [w.warranty, w.anyWarranty], warranties, (value) => warranty[value]),
    choiceOf('bindState', [life.bindState, life.anyBinding], bindStates, (value) => life[value]),
    area,
    { kind: 'text', name: 'address', label: w.address, placeholder: w.addressHint, maxLength: 60 },
    { kind: 'text', name: 'firmwareVersion', label: w.firmware, placeholder: w.firmwareHint, maxLength: 30 },
    choiceOf('nodeType', [life.nodeType, life.anyNodeType], nodeTypes, (value) => nodeTypeWords[value][locale]),
    yesNo('enabled', { label: life.enabledColumn, any: life.anyEnabled, yes: life.enabled, no: life.disabled }),
    { kind: 'date-range', from: 'startTime', to: 'endTime', label: w.installed },
  ]
}
