import { createFileRoute } from '@tanstack/react-router'
import { CompareScreen } from './compare/compare-screen.tsx'

export const Route = createFileRoute('/_signed-in/recipeManage/device/list/compare')({ component: Ovens })

function Ovens() {
  return <CompareScreen kind="oven" />
}
