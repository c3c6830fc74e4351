import { useWords } from '../platform/locale.ts'
import { browserOf } from './browser-of.ts'
import { sessionsText } from './session.text.ts'

/** Browser and system of a session, as a person names them. */
export function useBrowserName(): (session: { userAgent: string }) => string {
  const w = useWords(sessionsText)
  return ({ userAgent }) => {
    const { browser, system } = browserOf(userAgent)
    if (browser === '') return w.unknownBrowser
    return system === '' ? browser : w.onSystem({ browser, system })
  }
}
