import type { CallError } from './call-error.ts'

type Failure = Pick<CallError, 'isTransport' | 'status'>

/** The server is away or busy for a while: asking again may help. */
export const passesByItself = ({ isTransport, status }: Failure): boolean => isTransport || status === 503

type Asked = {
  /** Who asks quietly shows a refusal in the place of what is missing. */
  isQuiet: boolean
  /** By itself, again and again. */
  looksAgain: boolean
  /** What was read before stays on screen. */
  hasData: boolean
  /** A failure of it was said since it last succeeded. */
  wasSaid: boolean
}

/** Whether a read that failed is told as a toast. */
export function isToBeSaid(error: Failure, { isQuiet, looksAgain, hasData, wasSaid }: Asked): boolean {
  // Of what looks again by itself: once, not each time.
  if (looksAgain && wasSaid) return false
  if (!isQuiet) return true
  // Nobody asked for it, the banner says that the server is away, and the next look tells more.
  if (looksAgain && passesByItself(error)) return false
  // Nothing else would tell that what is on screen is no longer new. What is gone (404) is its screen's to tell.
  return hasData && error.status !== 404
}
