import { createFileRoute } from '@tanstack/react-router'
import { z } from 'zod'
import { useListSearch } from '../shell/use-list-search.ts'
import { PushScreen, pushTabs } from './push/push-screen.tsx'

export const Route = createFileRoute('/_signed-in/message/push')({ component: Pushes })

/** Reads which tab is shown; the lists read the rest of the address themselves. */
const PushSearch = z.object({ tab: z.enum(pushTabs).default('tasks') })

function Pushes() {
  const [{ tab }] = useListSearch(PushSearch)
  return <PushScreen tab={tab} />
}
