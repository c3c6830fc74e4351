import { create } from 'zustand'
import { remember, remembered } from '../../platform/remember.ts'

const isZone = (value: unknown): string | undefined => {
  if (typeof value !== 'string') return undefined
  try {
    return Intl.DateTimeFormat('en', { timeZone: value }).resolvedOptions().timeZone
  } catch {
    return undefined
  }
}

/**
 * The time zone of the statistics, in which "today" is meant. Each answer contains it; before the first answer it is that of the last
 * visit, or else the viewer's.
 */
const useKnownZone = create<{ zone: string }>(() => ({
  zone: remembered('statistics-zone', isZone, Intl.DateTimeFormat().resolvedOptions().timeZone),
}))

export const useZone = (): string => useKnownZone(({ zone }) => zone)

export function learnZone(zone: string): void {
  if (useKnownZone.getState().zone === zone) return
  remember('statistics-zone', zone)
  useKnownZone.setState({ zone })
}
