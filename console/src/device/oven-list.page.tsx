import { DeviceSearch } from '@brigade/contract/device/device.model.ts'
import { createFileRoute } from '@tanstack/react-router'
import { useListSearch } from '../shell/use-list-search.ts'
import { DeviceList } from './device-list.tsx'

export const Route = createFileRoute('/_signed-in/recipeManage/device/list')({ component: Ovens })

function Ovens() {
  const [search, change] = useListSearch(DeviceSearch, 'device.oven')
  return <DeviceList kind="oven" search={search} onSearch={change} />
}
