import { KeptHabits, type TableHabits as Habit } from '@brigade/contract/session/preference.model.ts'
import { sessionApi } from '@brigade/contract/session/session.endpoints.ts'
import { create } from 'zustand'
import { CallError } from '../call-error.ts'
import { call } from '../call.ts'
import { onReachableAgain } from '../connection.ts'
import { onRememberedElsewhere, remember, remembered } from '../remember.ts'
import { tokenNow, useSession } from '../session.ts'

/** A person's preferences for one table: columns, their order, row height, page size. */
export type TableHabits = Readonly<Habit>

/**
 * Table preferences of the person. The server stores them for the account; a copy in the browser is there at the first paint, so that
 * nothing jumps. If the two differ, the server's apply, except for changes made here that have not arrived yet.
 */
type Habits = {
  /** The account the copy belongs to; '' until it is known. */
  owner: string
  /** The end of the token it was confirmed under. */
  session: string
  lists: Readonly<Record<string, TableHabits>>
  /** The server does not yet have the settings of these lists. */
  unsaved: readonly string[]
}

const key = 'habits'
const nobody: Habits = { owner: '', session: '', lists: {}, unsaved: [] }
const standard: TableHabits = { shown: {}, isCompact: false }
/** Several changes in a row are saved together. */
const quietMs = 700
/** A list waits no longer than this for preferences that this browser does not have yet. */
const patienceMs = 800

function read(value: unknown): Habits | undefined {
  if (typeof value !== 'object' || value === null || !('owner' in value) || !('lists' in value)) return undefined
  if (typeof value.lists !== 'object' || value.lists === null) return undefined
  const lists = Object.entries(value.lists).flatMap(([list, kept]) => {
    const habits = KeptHabits.safeParse(kept)
    return habits.success ? [[list, habits.data] as const] : []
  })
  const unsaved = 'unsaved' in value && Array.isArray(value.unsaved) ? value.unsaved.map(String) : []
  const session = 'session' in value ? String(value.session) : ''
  return { owner: String(value.owner), session, lists: Object.fromEntries(lists), unsaved }
}

const useHabits = create<Habits>(() => remembered(key, read, nobody))

/** When each list was last changed here. An answer to an earlier request does not contain that change. */
const changedAt = new Map<string, number>()
let timer: ReturnType<typeof setTimeout> | undefined
/** The cached answer of the server belongs to the sign-in with this token. */
let request: { token: string; answer: Promise<void>; lists?: Readonly<Record<string, TableHabits>> } | undefined

/** A copy that was stored under another sign-in, until it is known whether that was the same person. */
let parked: Habits | undefined

function change(next: Partial<Habits>): void {
  useHabits.setState(next)
  remember(key, useHabits.getState())
}

const sessionOf = (token: string): string => token.slice(-8)

export const useTableHabits = (list: string): TableHabits => useHabits(({ lists }) => lists[list] ?? standard)
export const tableHabitsNow = (list: string): TableHabits => useHabits.getState().lists[list] ?? standard

/** Changes the preferences of a list, at once here and soon afterwards on the server. */
export function changeTableHabits(list: string, patch: Partial<TableHabits>): void {
  const { lists, unsaved } = useHabits.getState()
  changedAt.set(list, Date.now())
  change({
    lists: { ...lists, [list]: { ...tableHabitsNow(list), ...patch } },
    unsaved: [...unsaved.filter((one) => one !== list), list],
  })
  clearTimeout(timer)
  timer = setTimeout(saveUnsaved, quietMs)
}

/** Sends habits that the server does not have. If sending fails, they wait for the connection or for the next visit. */
function saveUnsaved(): void {
  clearTimeout(timer)
  const { owner, unsaved } = useHabits.getState()
  // Changes are sent only to the account that made them.
  if (tokenNow() === null || owner === '' || owner !== useSession.getState().user?.id) return
  for (const list of unsaved) void save(list)
}

async function save(list: string): Promise<void> {
  const habits = tableHabitsNow(list)
  try {
    await call(sessionApi.saveHabits, { list, habits }, { quiet: true, keepalive: true })
  } catch (error) {
    // The server refused it for good (it has another version): the change applies in this browser only.
    if (!(error instanceof CallError) || (error.status !== 422 && error.status !== 404)) return
  }
  const { lists, unsaved } = useHabits.getState()
  // The list changed again meanwhile; that change still has to be sent.
  if (lists[list] === habits) change({ unsaved: unsaved.filter((one) => one !== list) })
}

/** Reads the habits from the server once for each sign-in. */
function load(): Promise<void> {
  const token = tokenNow()
  if (token === null) return Promise.resolve()
  if (request?.token !== token) {
    park(token)
    request = { token, answer: fetchHabits(token) }
  }
  return request.answer
}

/** Hides the preferences of the previous person at once. */
function park(token: string): void {
  const kept = useHabits.getState()
  if (kept.session === '' || kept.session === sessionOf(token)) return
  parked = kept
  changedAt.clear()
  useHabits.setState(nobody)
}

/** Restores the changes that the same person could not send under the previous sign-in. */
function unpark(userId: string): void {
  const { owner, lists, unsaved } = parked ?? nobody
  parked = undefined
  if (owner !== userId || unsaved.length === 0) return
  const unsent = Object.entries(lists).filter(([list]) => unsaved.includes(list))
  const now = useHabits.getState()
  change({ lists: { ...now.lists, ...Object.fromEntries(unsent) }, unsaved: [...now.unsaved, ...unsaved] })
}

async function fetchHabits(token: string): Promise<void> {
  const startedAt = Date.now()
  try {
    const lists = await call(sessionApi.habits, {}, { quiet: true })
    if (tokenNow() !== token || request?.token !== token) return
    request = { ...request, lists }
    const { lists: before, unsaved } = useHabits.getState()
    const isOurs = (list: string): boolean => unsaved.includes(list) || (changedAt.get(list) ?? 0) >= startedAt
    const ours = Object.entries(before).filter(([list]) => isOurs(list))
    const theirs = Object.entries(lists).map(([list, habits]) => [list, sameOr(before[list], habits)] as const)
    change({ session: sessionOf(token), lists: { ...Object.fromEntries(theirs), ...Object.fromEntries(ours) } })
  } catch {
    // The copy stays in use; the preferences are read again when the connection returns.
    if (request?.token === token) request = undefined
  }
}

/** Returns the displayed object if it has the same content, so that nothing renders again. */
const sameOr = (before: TableHabits | undefined, now: TableHabits): TableHabits =>
  before !== undefined && JSON.stringify(KeptHabits.parse(before)) === JSON.stringify(KeptHabits.parse(now))
    ? before
    : now

/** Resolves when habits are known well enough to draw a list: from the copy, from the server, or after waiting long enough. */
export async function tableHabitsKnown(): Promise<void> {
  const token = tokenNow()
  const loaded = load()
  if (token === null || useHabits.getState().session === sessionOf(token)) return
  await Promise.race([loaded, new Promise<void>((resolve) => setTimeout(resolve, patienceMs))])
}

type Session = ReturnType<typeof useSession.getState>

function adopt({ user, token }: Session): void {
  if (user === null || token === null) return
  const { owner } = useHabits.getState()
  // The copy belongs to another account: the server's preferences apply, and unsent changes are dropped.
  if (owner !== '' && owner !== user.id)
    change({ owner: user.id, lists: request?.token === token ? (request.lists ?? {}) : {}, unsaved: [] })
  else if (owner === '') change({ owner: user.id })
  unpark(user.id)
  saveUnsaved()
}
useSession.subscribe(adopt)
// Who is signed in may have been known before this file was there.
adopt(useSession.getState())
onReachableAgain(() => {
  void load()
  saveUnsaved()
})
// A change is sent even if the page is left right after it.
addEventListener('pagehide', saveUnsaved)
onRememberedElsewhere(key, () => useHabits.setState(remembered(key, read, nobody)))
