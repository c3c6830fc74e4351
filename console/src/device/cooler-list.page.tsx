import { createFileRoute } from '@tanstack/react-router'
import { DeviceList } from './list/device-list.tsx'

export const Route = createFileRoute('/_signed-in/iceDevice/list')({ component: Coolers })

function Coolers() {
  return <DeviceList kind="cooler" />
}
