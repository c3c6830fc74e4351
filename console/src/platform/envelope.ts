import { codes, type Envelope } from '@brigade/contract/envelope.ts'
import type { RefusalData } from '@brigade/contract/refusal.model.ts'
import type { Words } from '@brigade/contract/locale.ts'
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
  const error = new CallError({ status, code: body.code, message: body.msg, ...refusalDataOf(body.data) })
  if (tokenNow() !== null && !belongsToSession(token)) return error
  if (error.code === codes.loginInvalid) signInAgain(error)
  else if (error.code === codes.notAuthorised) leave(error)
  return error
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null
const isText = (value: unknown): value is string => typeof value === 'string'
const isWords = (value: unknown): value is Words => isRecord(value) && isText(value['en']) && isText(value['zh'])

function recordOf<T>(value: unknown, is: (part: unknown) => part is T): Record<string, T> | undefined {
  if (!isRecord(value)) return undefined
  return Object.fromEntries(Object.entries(value).flatMap(([key, part]) => (is(part) ? [[key, part]] : [])))
}

/**
 * What a refusal says beside its message. It is read by hand, because the page for signing in shows refusals and would load zod for
 * this alone. What something between us and the server has written is left out.
 */
function refusalDataOf(data: unknown): Partial<RefusalData> {
  if (!isRecord(data)) return {}
  const { key, words, reason, retryAfterSeconds } = data
  const fields = recordOf(data['fields'], isText)
  const fieldWords = recordOf(data['fieldWords'], isWords)
  return {
    ...(isText(key) ? { key } : {}),
    ...(fields === undefined ? {} : { fields }),
    ...(isWords(words) ? { words } : {}),
    ...(fieldWords === undefined ? {} : { fieldWords }),
    ...(reason === 'expired' || reason === 'invalid' ? { reason } : {}),
    ...(typeof retryAfterSeconds === 'number' ? { retryAfterSeconds } : {}),
  }
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
