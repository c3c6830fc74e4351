import { createFileRoute } from '@tanstack/react-router'
import { z } from 'zod'
import { useListSearch } from '../../shell/use-list-search.ts'
import { LogScreen } from './log-screen.tsx'

export const Route = createFileRoute('/_signed-in/system/log')({ component: Logs })

/** Which log it is; the list reads the rest of the address itself. */
const LogsSearch = z.object({ tab: z.enum(['operations', 'app']).default('operations') })

function Logs() {
  const [{ tab }] = useListSearch(LogsSearch)
  return <LogScreen tab={tab} />
}
