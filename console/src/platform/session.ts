import type { MenuEntry, SignedIn, UserInfo } from '@brigade/contract/session/session.model.ts'
import { create } from 'zustand'
import { loadAnew } from './kept-work.ts'
import { forget, onRememberedElsewhere, remember, remembered } from './remember.ts'

/** Who is signed in. Spec 9: token and menus are kept in local storage. */
type Session = {
  token: string | null
  menus: readonly MenuEntry[]
  user: UserInfo | null
  /** The preset password must be changed before anything else. */
  mustChangePassword: boolean
  /** The session has expired under an open page: the sign-in dialog stands over it. */
  expired: boolean
}

const signedOut: Session = { token: null, menus: [], user: null, mustChangePassword: false, expired: false }

type Kept = Pick<Session, 'token' | 'menus' | 'mustChangePassword'>

function readKept(value: unknown): Kept | undefined {
  if (typeof value !== 'object' || value === null || !('token' in value) || typeof value.token !== 'string')
    return undefined
  const menus = 'menus' in value && Array.isArray(value.menus) ? value.menus : []
  return {
    token: value.token,
    menus,
    mustChangePassword: 'mustChangePassword' in value && value.mustChangePassword === true,
  }
}

const read = (): Session => ({ ...signedOut, ...remembered('session', readKept, signedOut) })

export const useSession = create<Session>(() => read())

function keep(): void {
  const { token, menus, mustChangePassword } = useSession.getState()
  remember('session', { token, menus, mustChangePassword })
}

export function beginSession(result: SignedIn): void {
  const { token, menus, mustChangePassword } = result
  useSession.setState({ token, menus, mustChangePassword, user: null, expired: false })
  keep()
}

/** Clears token, menus and user (spec 4). Going to /login is the caller's. */
export function endSession(): void {
  forget('session')
  useSession.setState(signedOut)
}

/** The token whose session its own person is ending at this moment. */
let ending: string | null = null

/** Ends one's own session with `work`. What is refused for it meanwhile, as the server has ended it already, is no news. */
export async function endingOwnSession(work: () => Promise<unknown>): Promise<void> {
  ending = tokenNow()
  try {
    await work()
    endSession()
  } finally {
    ending = null
  }
}

/** Whether a call that was made with this token speaks for who is signed in here now. */
export const speaksForNow = (token: string | null): boolean => token === tokenNow() && token !== ending

export const expireSession = (): void => useSession.setState({ expired: true })

export function requirePasswordChange(): void {
  useSession.setState({ mustChangePassword: true })
  keep()
}

export function setMenus(menus: readonly MenuEntry[]): void {
  useSession.setState({ menus })
  keep()
}

export const setUser = (user: UserInfo): void => useSession.setState({ user })

export const tokenNow = (): string | null => useSession.getState().token

// Signing in or out in one tab does so in all.
onRememberedElsewhere('session', () => {
  const now = read()
  const { token, expired, user } = useSession.getState()
  if (now.token === token) return
  if (expired && now.token !== null) return loadAnew(user?.id)
  useSession.setState(now)
  if (now.token === null) location.assign('/login')
})
