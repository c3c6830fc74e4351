import { RefusalData, codes, type Envelope } from '@brigade/contract/envelope.ts'
import { CallError } from './call-error.ts'
import { noAuthPath, putAside } from './kept-work.ts'
import { wordsNow } from './locale.ts'
import { go } from './navigate.ts'
import { platformText } from './platform.text.ts'
import {
  endSession,
  expireSession,
  leaveOpened,
  requirePasswordChange,
  belongsToSession,
  tokenNow,
  useSession,
} from './session.ts'
import { toastError } from './toast.ts'

export function isEnvelope(value: unknown): value is Envelope<unknown> {
  return typeof value === 'object' && value !== null && 'success' in value && 'code' in value && 'msg' in value
}

/**
 * Returns the error of a refused answer, after the steps that a refused sign-in or a missing right requires (spec 8). A call with an
 * earlier token says nothing about the present session, so it causes no such step.
 */
export function refusalOf(status: number, body: unknown, token: string | null): CallError {
  if (!isEnvelope(body)) {
    return new CallError({ status, code: status, message: wordsNow(platformText).badAnswer })
  }
  const data = RefusalData.partial().safeParse(body.data ?? {})
  const error = new CallError({ status, code: body.code, message: body.msg, ...(data.success ? data.data : {}) })
  if (tokenNow() !== null && !belongsToSession(token)) return error
  if (error.code === codes.loginInvalid) signInAgain(error)
  else if (error.code === codes.notAuthorised) leave(error)
  return error
}

/** The console answers these refusals by changing the page, so it shows no message. */
export const isAnswered = (error: CallError): boolean =>
  error.code === codes.loginInvalid || error.code === codes.notAuthorised

let lastShownAt = 0

function signInAgain(error: CallError): void {
  if (tokenNow() === null) return go('/login')
  if (useSession.getState().isOpened) return leaveOpened()
  if (error.reason === 'expired') return expireSession()
  // Many calls may fail together, so the toast appears at most once per 2 s.
  const now = Date.now()
  if (now - lastShownAt >= 2000) toastError(error.message)
  lastShownAt = now
  endSession()
  go('/login')
}

function leave(error: CallError): void {
  if (error.key === 'session.mustChangePassword') return requirePasswordChange()
  putAside(useSession.getState().user?.id)
  go(noAuthPath)
}
