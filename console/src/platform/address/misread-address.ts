import { useEffect, useMemo, useSyncExternalStore } from 'react'
import { parseSearch } from './url-search.ts'

/**
 * What a screen understood of the address. Several parts of a page read one address: the tab, the open record, the
 * list.
 */
type Reading = Readonly<{
  understood: readonly string[]
  /** Names of its own with a value that it does not know: read as if they were not there. */
  wrong: readonly string[]
  /** It is a list: no other part of the screen has filters. */
  isList: boolean
}>

const readings = new Map<symbol, Reading>()
const listeners = new Set<() => void>()
let version = 0

function noteReading(key: symbol, reading: Reading | undefined): void {
  if (reading === undefined) readings.delete(key)
  else readings.set(key, reading)
  version += 1
  for (const listener of listeners) listener()
}

/** Reports how the address was understood, as long as the part of the screen that read it is mounted. */
export function useReading(reading: Reading): void {
  const key = useMemo(() => Symbol('reading'), [])
  useEffect(() => {
    noteReading(key, reading)
    return () => noteReading(key, undefined)
  }, [key, reading])
}

/** Read by other parts of the program than screens. */
const elsewhere: ReadonlySet<string> = new Set(['tab', 'counted', 'countedAt', 'peek'])

/** The address that was typed, or opened from outside. The program's own addresses have no unknown names. */
const entered = { path: location.pathname, names: new Set(Object.keys(parseSearch(location.search))) }

/**
 * Returns the names in the address that the screen did not understand: those with an invalid value, and in an address
 * from outside also those that no part of the screen knows.
 */
export function useMisread(path: string, raw: Readonly<Record<string, unknown>>): readonly string[] {
  useSyncExternalStore(subscribe, () => version)
  const all = [...readings.values()]
  const understood = new Set(all.flatMap((reading) => reading.understood))
  const wrong = new Set(all.flatMap((reading) => reading.wrong))
  const knowsAll = all.some(({ isList }) => isList) && path === entered.path
  return Object.keys(raw).filter(
    (name) =>
      !understood.has(name) && (wrong.has(name) || (knowsAll && entered.names.has(name) && !elsewhere.has(name))),
  )
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}
