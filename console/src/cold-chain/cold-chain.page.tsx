import { createFileRoute } from '@tanstack/react-router'
import { FleetList } from './fleet/fleet-list.tsx'

export const Route = createFileRoute('/_signed-in/iceDevice/coldChain')({ component: ColdChain })

function ColdChain() {
  return <FleetList />
}
