import { createFileRoute } from '@tanstack/react-router'
import { z } from 'zod'
import { useListSearch } from '../../shell/use-list-search.ts'
import { LogScreen } from './log-screen.tsx'

export const Route = createFileRoute('/_signed-in/system/log')({ component: Logs })

/** Reads which log and which line is open; the list reads the rest of the address itself. */
const LogsSearch = z.object({ tab: z.enum(['operations', 'app']).default('operations'), id: z.string().optional() })

function Logs() {
  const [{ tab, id }, change] = useListSearch(LogsSearch)
  return <LogScreen tab={tab} shown={id ?? null} onShow={(line) => change({ id: line ?? undefined })} />
}
