import { UninstalledSearch } from '@brigade/contract/device/register/register.model.ts'
import { createFileRoute } from '@tanstack/react-router'
import { useListSearch } from '../shell/use-list-search.ts'
import { UninstalledList } from './list/uninstalled-list.tsx'

export const Route = createFileRoute('/_signed-in/recipeManage/device/UninstallList')({ component: UninstalledOvens })

function UninstalledOvens() {
  const [search, change] = useListSearch(UninstalledSearch, 'device.oven.uninstalled')
  return <UninstalledList kind="oven" search={search} onSearch={change} />
}
