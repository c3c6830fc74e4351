import type { CallError } from './call-error.ts'

type Failure = Pick<CallError, 'isTransport' | 'status'>

/** The server is away or busy for a while, so that a retry may help. */
export const passesByItself = ({ isTransport, status }: Failure): boolean => isTransport || status === 503

type FailureContext = {
  /** A quiet caller shows the refusal in place of the data. */
  isQuiet: boolean
  /** The read repeats at an interval. */
  looksAgain: boolean
  /** Data of an earlier read stays on screen. */
  hasData: boolean
  /** A failure was shown since the last success. */
  wasShown: boolean
}

/** Decides whether the failure of a read is shown as a toast. */
export function isToBeShown(error: Failure, { isQuiet, looksAgain, hasData, wasShown }: FailureContext): boolean {
  // A repeated read shows its failure once.
  if (looksAgain && wasShown) return false
  if (!isQuiet) return true
  // The banner already shows that the server is unreachable, and the read repeats.
  if (looksAgain && passesByItself(error)) return false
  // Without a toast nothing would show that the data on screen is old. The screen itself handles a missing row (404).
  return hasData && error.status !== 404
}
