import { createFileRoute } from '@tanstack/react-router'
import { FaultScreen, useFaultPlace } from './list/fault-screen.tsx'

export const Route = createFileRoute('/_signed-in/fault/iceDevicelist')({ component: CoolerFaults })

function CoolerFaults() {
  return <FaultScreen kind="cooler" {...useFaultPlace()} />
}
