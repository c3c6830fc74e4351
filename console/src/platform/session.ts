import { locales } from '@brigade/contract/locale.ts'
import type { MenuEntry, SignedIn, UserInfo } from '@brigade/contract/session/session.model.ts'
import { create } from 'zustand'
import { loadAnew } from './kept-work.ts'
import {
  forget,
  forgetHere,
  onRememberedElsewhere,
  remember,
  rememberHere,
  remembered,
  rememberedHere,
} from './remember.ts'

/** Token and menus of the signed-in account are kept in local storage (spec 9). */
type Session = {
  token: string | null
  menus: readonly MenuEntry[]
  user: UserInfo | null
  /** The account is the platform's own; known from the last visit on, before the user is. */
  isPlatform: boolean
  /** The preset password must be changed before anything else. */
  mustChangePassword: boolean
  /** The session has expired while the page is open; the sign-in dialog covers the page. */
  expired: boolean
  /** This tab is the console of another organisation with a separate session; the own session continues in other tabs. */
  isOpened: boolean
}

const signedOut: Session = {
  token: null,
  menus: [],
  user: null,
  isPlatform: false,
  mustChangePassword: false,
  expired: false,
  isOpened: false,
}

type Kept = Pick<Session, 'token' | 'menus' | 'isPlatform' | 'mustChangePassword'>

function readKept(value: unknown): Kept | undefined {
  if (typeof value !== 'object' || value === null || !('token' in value) || typeof value.token !== 'string')
    return undefined
  const menus = 'menus' in value && Array.isArray(value.menus) ? value.menus : []
  return {
    token: value.token,
    menus,
    isPlatform: 'isPlatform' in value && value.isPlatform === true,
    mustChangePassword: 'mustChangePassword' in value && value.mustChangePassword === true,
  }
}

/** The history state holds the previous address of the tab, to return to after leaving an opened console. */
const readBack = (value: unknown): string | undefined =>
  typeof value === 'object' && value !== null && 'back' in value && typeof value.back === 'string'
    ? value.back
    : undefined

function read(): Session {
  const opened = rememberedHere('opened', readKept)
  if (opened !== undefined) return { ...signedOut, ...opened, isOpened: true }
  return { ...signedOut, ...remembered('session', readKept, signedOut) }
}

export const useSession = create<Session>(() => read())

function keep(): void {
  const { token, menus, isPlatform, mustChangePassword, isOpened } = useSession.getState()
  if (isOpened) rememberHere('opened', { token, menus, isPlatform, back: rememberedHere('opened', readBack) ?? '/' })
  else remember('session', { token, menus, isPlatform, mustChangePassword })
}

/**
 * Makes this tab the console of another organisation; `back` is the address to return to. Everything is loaded again, so that no data of
 * one organisation appears in the other.
 */
export function enterOpened({ token, menus }: SignedIn, back: string): void {
  if (rememberHere('opened', { token, menus, back })) location.assign('/')
}

/** Makes this tab the person's own console again. */
export function leaveOpened(): void {
  const back = rememberedHere('opened', readBack) ?? '/'
  forgetHere('opened')
  location.assign(back)
}

export function beginSession(result: SignedIn): void {
  const { token, menus, mustChangePassword } = result
  forgetHere('opened')
  useSession.setState({
    isOpened: false,
    token,
    menus,
    mustChangePassword,
    user: null,
    isPlatform: false,
    expired: false,
  })
  keep()
}

/** Clears token, menus and user (spec 4). The caller goes to /login. */
export function endSession(): void {
  forget('session')
  forget('recent')
  // A stored data wall belongs to the person too.
  for (const locale of locales) forget(`wall.${locale}`)
  useSession.setState(signedOut)
}

/** The token of the session that the person is ending at the moment. */
let ending: string | null = null

/** Ends the person's own session with `work`. Refusals that arrive meanwhile are ignored, because the server has already ended it. */
export async function endingOwnSession(work: () => Promise<unknown>): Promise<void> {
  ending = tokenNow()
  try {
    await work()
    endSession()
  } finally {
    ending = null
  }
}

/** Whether a call with this token belongs to the session that is signed in now. */
export const belongsToSession = (token: string | null): boolean => token === tokenNow() && token !== ending

export const expireSession = (): void => useSession.setState({ expired: true })

export function requirePasswordChange(): void {
  useSession.setState({ mustChangePassword: true })
  keep()
}

export function setMenus(menus: readonly MenuEntry[]): void {
  useSession.setState({ menus })
  keep()
}

export function setUser(user: UserInfo): void {
  const isPlatform = user.organisation.kind === 'platform'
  const isNews = isPlatform !== useSession.getState().isPlatform
  useSession.setState({ user, isPlatform })
  if (isNews) keep()
}

export const tokenNow = (): string | null => useSession.getState().token

// Signing in or out in one tab does so in all.
onRememberedElsewhere('session', () => {
  // An opened console ends with the person's own session; the server reports that at its next call.
  if (useSession.getState().isOpened) return
  const now = read()
  const { token, expired, user } = useSession.getState()
  if (now.token === token) return
  if (expired && now.token !== null) return loadAnew(user?.id)
  useSession.setState(now)
  if (now.token === null) location.assign('/login')
})
