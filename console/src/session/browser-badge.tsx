import { formatTime } from '../platform/format.ts'
import { useWords } from '../platform/locale.ts'
import type { Column } from '../ui/data-table/column.ts'
import { browserOf } from './browser-of.ts'
import { sessionsText } from './own-account.text.ts'

/** Browser and system of a session, as a person names them. */
export function useBrowserName(): (session: { userAgent: string }) => string {
  const w = useWords(sessionsText)
  return ({ userAgent }) => {
    const { browser, system } = browserOf(userAgent)
    if (browser === '') return w.unknownBrowser
    return system === '' ? browser : w.onSystem({ browser, system })
  }
}

type SessionRow = Readonly<{ userAgent: string; address: string; createdAt: string; lastSeenAt: string }>

/** The own sessions and the sessions of an account share these columns. Each list adds its own row action. */
export function useSessionColumns<Row extends SessionRow>(): readonly Column<Row>[] {
  const w = useWords(sessionsText)
  const nameOf = useBrowserName()
  const time = (at: string) => <span className="time">{formatTime(at)}</span>
  return [
    { key: 'device', title: w.device, cell: nameOf },
    { key: 'address', title: w.address, width: 160, cell: (session) => session.address },
    { key: 'since', title: w.since, width: 156, dim: true, cell: (session) => time(session.createdAt) },
    { key: 'seen', title: w.lastSeen, width: 156, dim: true, cell: (session) => time(session.lastSeenAt) },
  ]
}
