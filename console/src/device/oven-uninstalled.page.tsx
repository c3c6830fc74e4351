import { createFileRoute } from '@tanstack/react-router'
import { UninstalledList } from './list/uninstalled-list.tsx'

export const Route = createFileRoute('/_signed-in/recipeManage/device/UninstallList')({ component: UninstalledOvens })

function UninstalledOvens() {
  return <UninstalledList kind="oven" />
}
