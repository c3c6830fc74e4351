import { UninstalledSearch } from '@brigade/contract/device/register/register.model.ts'
import { createFileRoute } from '@tanstack/react-router'
import { useListSearch } from '../shell/use-list-search.ts'
import { UninstalledList } from './list/uninstalled-list.tsx'

export const Route = createFileRoute('/_signed-in/iceDevice/UninstallList')({ component: UninstalledCoolers })

function UninstalledCoolers() {
  const [search, change] = useListSearch(UninstalledSearch, 'device.cooler.uninstalled')
  return <UninstalledList kind="cooler" search={search} onSearch={change} />
}
