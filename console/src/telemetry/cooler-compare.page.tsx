import { createFileRoute } from '@tanstack/react-router'
import { CompareScreen } from './compare/compare-screen.tsx'

export const Route = createFileRoute('/_signed-in/iceDevice/list/compare')({ component: Coolers })

function Coolers() {
  return <CompareScreen kind="cooler" />
}
