import { createFileRoute } from '@tanstack/react-router'
import { FaultScreen, useFaultPlace } from './list/fault-screen.tsx'

export const Route = createFileRoute('/_signed-in/fault/list')({ component: OvenFaults })

function OvenFaults() {
  return <FaultScreen kind="oven" {...useFaultPlace()} />
}
