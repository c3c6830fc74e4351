import { sessionApi } from '@brigade/contract/session/session.endpoints.ts'
import { useQueryClient } from '@tanstack/react-query'
import { call } from '../platform/call.ts'
import { go } from '../platform/navigate.ts'
import { endingOwnSession, leaveOpened } from '../platform/session.ts'

/** Ends the own session with `work` and opens the sign-in page; no loaded data remains for the next person. */
export function useLeave(): (work: () => Promise<unknown>) => Promise<void> {
  const client = useQueryClient()
  return async (work) => {
    await endingOwnSession(work)
    go('/login')
    client.clear()
  }
}

/** A server that does not answer cannot keep a person signed in here: the token is forgotten in any case. */
export function useSignOut(): () => Promise<void> {
  const leave = useLeave()
  return () => leave(() => call(sessionApi.signOut, {}, { quiet: true }).catch(() => undefined))
}

/**
 * Leaves the console of another organisation. If the server does not answer, the person leaves anyway, and the session
 * ends there by itself.
 */
export async function leaveOpenedConsole(): Promise<void> {
  await call(sessionApi.signOut, {}, { quiet: true }).catch(() => undefined)
  leaveOpened()
}
