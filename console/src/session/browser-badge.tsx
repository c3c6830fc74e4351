import { formatTime } from '../platform/format.ts'
import { useWords } from '../platform/locale.ts'
import type { Column } from '../ui/data-table/column.ts'
import { sessionsText } from './own-account.text.ts'

type Known = readonly (readonly [RegExp, string])[]

// Order matters: most browsers also name the ones they descend from.
const browsers: Known = [
  [/MicroMessenger/, 'WeChat'],
  [/Edg(e|A|iOS)?\//, 'Edge'],
  [/OPR\//, 'Opera'],
  [/Firefox\/|FxiOS\//, 'Firefox'],
  [/Chrom(e|ium)\/|CriOS\//, 'Chrome'],
  [/Safari\//, 'Safari'],
  [/^curl\//, 'curl'],
]
const systems: Known = [
  [/Windows/, 'Windows'],
  [/iPhone|iPad/, 'iOS'],
  [/Mac OS X/, 'macOS'],
  [/Android/, 'Android'],
  [/Linux|X11/, 'Linux'],
]

const nameIn = (known: Known, userAgent: string): string =>
  known.find(([pattern]) => pattern.test(userAgent))?.[1] ?? ''

/** Browser and system by their usual names; empty if the user agent does not name them. */
const browserOf = (userAgent: string): { browser: string; system: string } => ({
  browser: nameIn(browsers, userAgent),
  system: nameIn(systems, userAgent),
})

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
