import type { DeviceSearch } from '@brigade/contract/device/device.model.ts'
import { deviceCalls } from '@brigade/contract/device/list/list.endpoints.ts'
import type { DeviceKind } from '@brigade/contract/product/product.model.ts'
import { useQuery } from '@tanstack/react-query'
import { useLocale, useWords } from '../../platform/locale.ts'
import { askPage } from '../../platform/query.ts'
import { TotalsStrip, type Total } from '../../ui/list-page/totals-strip.tsx'
import { statesOf, type State } from '../view/device-state.ts'
import { deviceListText, stateWords } from '../view/device.text.ts'

type Choice = Pick<DeviceSearch, 'online' | 'state'>
type Props = {
  kind: DeviceKind
  search: Omit<DeviceSearch, 'pageNum' | 'pageSize'>
  onChoose: (choice: Choice) => void
}

/** Shows devices by state within the other filters; a click on a total filters by its state. */
export function DeviceTotals({ kind, search, onChoose }: Props) {
  const w = useWords(deviceListText)
  const locale = useLocale()
  const { sort: _sort, online: _online, state: _state, ...otherFilters } = search
  const { data } = useQuery(askPage(deviceCalls[kind].totals, otherFilters, { quiet: true }))
  const total = (state: State, count: number | undefined): Total => ({
    key: state,
    label: stateWords[kind][state][locale],
    shape: state,
    count,
    of: data?.all,
  })
  const totals: Total[] = [
    { key: 'all', label: w.all, count: data?.all },
    total('online', data?.online),
    ...statesOf[kind].map((state) => total(state, data?.states[state])),
    total('offline', data?.offline),
  ]
  const active = search.state ?? (search.online === undefined ? 'all' : search.online ? 'online' : 'offline')
  const choose = (key: string): void => {
    const state = statesOf[kind].find((one) => one === key)
    if (state !== undefined) onChoose({ online: true, state })
    else onChoose({ online: key === 'all' ? undefined : key === 'online', state: undefined })
  }
  return <TotalsStrip label={w.totals} totals={totals} active={active} onChoose={choose} />
}
