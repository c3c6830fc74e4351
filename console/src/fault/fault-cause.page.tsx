import { createFileRoute } from '@tanstack/react-router'
import { CauseList } from './cause/cause-list.tsx'

export const Route = createFileRoute('/_signed-in/fault/cause')({ component: Causes })

function Causes() {
  return <CauseList />
}
