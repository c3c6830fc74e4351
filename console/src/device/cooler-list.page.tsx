import { DeviceSearch } from '@brigade/contract/device/device.model.ts'
import { createFileRoute } from '@tanstack/react-router'
import { useListSearch } from '../shell/use-list-search.ts'
import { DeviceList } from './device-list.tsx'

export const Route = createFileRoute('/_signed-in/iceDevice/list')({ component: Coolers })

function Coolers() {
  const [search, change] = useListSearch(DeviceSearch, 'device.cooler')
  return <DeviceList kind="cooler" search={search} onSearch={change} />
}
