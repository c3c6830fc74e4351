import { dayMs } from '@brigade/contract/time.ts'
import { forget, onRememberedElsewhere, remember, remembered } from '../platform/remember.ts'
import { useSession } from '../platform/session.ts'

/** A job that this browser started, and that has not ended on screen yet. `shownInPlace` means that an open screen shows its end. */
type StartedJob = { id: string; at: number; shownInPlace: boolean }

const key = 'jobs'
/** Jobs are kept for this long; the end of an older one cannot be shown. */
const keptMs = 7 * dayMs
const maxKept = 30

function read(value: unknown): StartedJob[] | undefined {
  if (!Array.isArray(value)) return undefined
  return value.flatMap((entry: unknown) => {
    if (typeof entry !== 'object' || entry === null || !('id' in entry) || !('at' in entry)) return []
    const { id, at } = entry
    if (typeof id !== 'string' || typeof at !== 'number' || Date.now() - at > keptMs) return []
    return [{ id, at, shownInPlace: 'shownInPlace' in entry && entry.shownInPlace === true }]
  })
}

/** They are kept in local storage: after a reload or in another tab, the tab that notices the end first shows it. */
const openJobsNow = (): StartedJob[] => remembered(key, read, [])

const listeners = new Set<() => void>()
/** Calls back when this tab or another tab of this browser starts a job. */
export function onJobStarted(react: () => void): () => void {
  listeners.add(react)
  return () => listeners.delete(react)
}
const notify = (): void => {
  for (const react of listeners) react()
}
onRememberedElsewhere(key, notify)

export function announce(id: string, shownInPlace: boolean): void {
  // The job may already be listed, from a screen that showed it in place and is now closed, or the other way round.
  const others = openJobsNow().filter((one) => one.id !== id)
  remember(key, [...others, { id, at: Date.now(), shownInPlace }].slice(-maxKept))
  notify()
}

const trayListeners = new Set<() => void>()
/** Calls back when a screen leads to the tray. */
export function onTrayRequested(react: () => void): () => void {
  trayListeners.add(react)
  return () => trayListeners.delete(react)
}
export const askForTray = (): void => {
  for (const react of trayListeners) react()
}

export const isAnyJobOpen = (): boolean => openJobsNow().length > 0

/** Removes the job. The tab that gets it shows how it ended. */
export function claim(id: string): StartedJob | undefined {
  const all = openJobsNow()
  const found = all.find((one) => one.id === id)
  if (found !== undefined) {
    remember(
      key,
      all.filter((one) => one.id !== id),
    )
  }
  return found
}

// The next account in this browser does not see the jobs of the one before.
useSession.subscribe((now, before) => {
  if (now.token === null && before.token !== null) forget(key)
})
