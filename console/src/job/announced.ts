import { forget, onRememberedElsewhere, remember, remembered } from '../platform/remember.ts'
import { useSession } from '../platform/session.ts'

/** A job begun in this browser, whose end is still to be said. `shownInPlace`: a screen says it itself, as long as it is open. */
type Announced = { id: string; at: number; shownInPlace: boolean }

const key = 'jobs'
/** What was begun longer ago than a job is kept is no news. */
const keptMs = 7 * 86_400_000
const mostKept = 30

function read(value: unknown): Announced[] | undefined {
  if (!Array.isArray(value)) return undefined
  return value.flatMap((entry: unknown) => {
    if (typeof entry !== 'object' || entry === null || !('id' in entry) || !('at' in entry)) return []
    const { id, at } = entry
    if (typeof id !== 'string' || typeof at !== 'number' || Date.now() - at > keptMs) return []
    return [{ id, at, shownInPlace: 'shownInPlace' in entry && entry.shownInPlace === true }]
  })
}

/** In local storage: the end is said after a change of page, a reload, or in the next tab, by whichever tab notices first. */
const announcedNow = (): Announced[] => remembered(key, read, [])

const listeners = new Set<() => void>()
/** Calls back when a job is begun, in this tab or in another of this browser. */
export function onAnnounced(react: () => void): () => void {
  listeners.add(react)
  return () => listeners.delete(react)
}
const tell = (): void => {
  for (const react of listeners) react()
}
onRememberedElsewhere(key, tell)

export function announce(id: string, shownInPlace: boolean): void {
  // Once more: from a screen that showed it and is closed, or the other way round.
  const others = announcedNow().filter((one) => one.id !== id)
  remember(key, [...others, { id, at: Date.now(), shownInPlace }].slice(-mostKept))
  tell()
}

export const isAnyAnnounced = (): boolean => announcedNow().length > 0

/** Takes the job off: whoever gets it says how it ended. */
export function claim(id: string): Announced | undefined {
  const all = announcedNow()
  const found = all.find((one) => one.id === id)
  if (found !== undefined) {
    remember(
      key,
      all.filter((one) => one.id !== id),
    )
  }
  return found
}

// Who signs out leaves nothing to the next.
useSession.subscribe((now, before) => {
  if (now.token === null && before.token !== null) forget(key)
})
