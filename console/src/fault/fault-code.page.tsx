import { createFileRoute } from '@tanstack/react-router'
import { CodeList } from './code/code-list.tsx'

export const Route = createFileRoute('/_signed-in/fault/code')({ component: Codes })

function Codes() {
  return <CodeList />
}
