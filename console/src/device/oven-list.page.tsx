import { createFileRoute } from '@tanstack/react-router'
import { DeviceList } from './list/device-list.tsx'

export const Route = createFileRoute('/_signed-in/recipeManage/device/list')({ component: Ovens })

function Ovens() {
  return <DeviceList kind="oven" />
}
