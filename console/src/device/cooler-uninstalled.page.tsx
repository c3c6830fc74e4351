import { createFileRoute } from '@tanstack/react-router'
import { UninstalledList } from './list/uninstalled-list.tsx'

export const Route = createFileRoute('/_signed-in/iceDevice/UninstallList')({ component: UninstalledCoolers })

function UninstalledCoolers() {
  return <UninstalledList kind="cooler" />
}
