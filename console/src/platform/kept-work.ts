import { useEffect, useId, useLayoutEffect, useState, type Dispatch, type SetStateAction } from 'react'

/**
 * Unsaved input survives a new sign-in over the page, which reloads the page (spec 2): it waits in the session storage of the
 * tab for the same page and the same person. Passwords and secrets are never stored.
 */

const place = 'brigade.work'
/** The address of the page that reports a missing permission. */
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

/** Takes stored work once per load: if the person reloads the page, that work is lost. */
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

/** Reloads the page. Unsaved work on it is stored for the account. */
export function loadAnew(account: string | undefined): void {
  // If the storage is full, the browser asks before it leaves the page, as it does for any unsaved work.
  if (putAside(account)) isLoadingAnew = true
  location.reload()
}

/** Stores the unsaved work of the page for the account, for example before the page is left for lack of permission. */
export function putAside(account: string | undefined): boolean {
  // Several refusals may arrive before the page is left.
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

/** Whether stored work waits for its owner; the screen waits until `admitWork`. */
export const isWorkWaiting = (): boolean => waiting !== null && !isAdmitted

/** Restores the stored work if it belongs to the person who is signed in now. */
export function admitWork(account: string): void {
  if (waiting?.account !== account) waiting = null
  isAdmitted = true
}

/** Whether the page has unsaved input. */
export const isAnythingUnsaved = (): boolean => unsaved.size > 0

/** Marks input of the caller as unsaved. */
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
 * A state that survives a reload with unsaved work: the input, the values it started from, and the open sheet. It must
 * be plain JSON. `name` is unique on its page; `null` stores nothing. `complete` adds values that are never stored.
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
    // The state is restored once; a form that is opened later begins empty.
    if (isAdmitted && waiting !== null) delete waiting.states[name]
    onScreen.set(name, value)
    return () => void onScreen.delete(name)
  }, [name, value])
  return [value, setValue]
}
