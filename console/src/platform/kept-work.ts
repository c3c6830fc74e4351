import { useEffect, useId, useLayoutEffect, useState, type Dispatch, type SetStateAction } from 'react'

/**
 * Unsaved input survives a new sign-in over the page, which reloads the page (spec 2): it waits in the session storage of the
 * tab for the same page and the same person. Passwords and secrets are never stored.
 */

const place = 'brigade.work'
/** The address of the page that says what may not be seen. */
export const noAuthPath = '/noAuth'

type Work = {
  /** The account's id. */
  account: string
  /** Path and query. */
  page: string
  /** The states belong to this build of the console, because another build may use other shapes. */
  build: string
  states: Record<string, unknown>
}

/** The name of the entry script changes with every build; the name of this chunk does not. */
const buildNow = (): string =>
  document.querySelector<HTMLScriptElement>('script[type="module"][src]')?.src ?? import.meta.url

const pageNow = (): string => location.pathname + location.search

/** States on screen now, by name. */
const onScreen = new Map<string, unknown>()
const unsaved = new Set<string>()
let isLoadingAnew = false

let waiting = take()
let isAdmitted = false

/** Once a load: what a person leaves behind by loading the page again themselves is gone. */
function take(): Work | null {
  // The stored work waits while the no-permission page reloads.
  if (location.pathname === noAuthPath) return null
  const work = stored()
  try {
    sessionStorage.removeItem(place)
  } catch {
    return null
  }
  return work !== null && work.build === buildNow() && work.page === pageNow() ? work : null
}

function stored(): Work | null {
  try {
    const text = sessionStorage.getItem(place)
    const work: unknown = text === null ? null : JSON.parse(text)
    return isWork(work) ? work : null
  } catch {
    return null
  }
}

function isWork(value: unknown): value is Work {
  return (
    typeof value === 'object' &&
    value !== null &&
    'account' in value &&
    'page' in value &&
    'build' in value &&
    'states' in value &&
    typeof value.states === 'object' &&
    value.states !== null
  )
}

/** Loads the page again. What is unsaved on it is kept for the account; where nothing is, nothing is. */
export function loadAnew(account: string | undefined): void {
  // When the storage is full, the browser asks before it leaves the page, as it does for any unsaved work.
  if (putAside(account)) isLoadingAnew = true
  location.reload()
}

/** Puts what is unsaved on the page aside for the account, such as before the page is left because it may not be seen any more. */
export function putAside(account: string | undefined): boolean {
  // Several refusals may follow one another before the page is gone.
  if (unsaved.size === 0 || account === undefined || location.pathname === noAuthPath) return false
  const work: Work = {
    account,
    page: pageNow(),
    build: buildNow(),
    states: Object.fromEntries(onScreen),
  }
  try {
    sessionStorage.setItem(place, JSON.stringify(work, withoutSecrets))
    return true
  } catch {
    return false
  }
}

/** Returns the path and query of the page with stored work. Loading that page restores the work. */
export function pageAside(): string | null {
  const work = stored()
  return work !== null && work.build === buildNow() ? work.page : null
}

const withoutSecrets = (key: string, value: unknown): unknown =>
  typeof value === 'string' && /(?:secret|password|pwd)$/i.test(key) ? undefined : value

/** Returns whether the page reloads with its work stored, so that no question is needed. */
export const isWorkKept = (): boolean => isLoadingAnew

/** Whether something waits for its owner; the screen waits with it until `admitWork`. */
export const isWorkWaiting = (): boolean => waiting !== null && !isAdmitted

/** Gives what waits to the person who is signed in now, if it is theirs. */
export function admitWork(account: string): void {
  if (waiting?.account !== account) waiting = null
  isAdmitted = true
}

/** Whether anything on the page is typed and not saved. */
export const isAnythingUnsaved = (): boolean => unsaved.size > 0

/** Says that what the caller shows is typed and not saved. */
export function useUnsaved(isUnsaved: boolean): void {
  const id = useId()
  useEffect(() => {
    if (!isUnsaved) return undefined
    unsaved.add(id)
    return () => void unsaved.delete(id)
  }, [id, isUnsaved])
}

function keptAs<T>(name: string | null): { value: T } | null {
  const value = name === null || !isAdmitted || waiting?.page !== pageNow() ? undefined : waiting.states[name]
  // oxlint-disable-next-line typescript/consistent-type-assertions -- this very state wrote it, in this very build
  return value === undefined ? null : { value: value as T }
}

const asItIs = <T>(kept: T): T => kept

/**
 * A state that is kept when the page is loaded anew with unsaved work on it: what is typed, what it was made from, and which
 * sheet it stands in. Plain JSON. `name` is one on its page; `null` keeps nothing. `complete` fills in what is never kept.
 */
export function useKept<T>(
  name: string | null,
  initial: T | (() => T),
  complete: (kept: T) => T = asItIs,
): [T, Dispatch<SetStateAction<T>>] {
  const [kept] = useState(() => keptAs<T>(name))
  const [value, setValue] = useState<T>(kept === null ? initial : complete(kept.value))
  useLayoutEffect(() => {
    if (name === null) return undefined
    // Given back once: what is opened again later begins as ever.
    if (isAdmitted && waiting !== null) delete waiting.states[name]
    onScreen.set(name, value)
    return () => void onScreen.delete(name)
  }, [name, value])
  return [value, setValue]
}
