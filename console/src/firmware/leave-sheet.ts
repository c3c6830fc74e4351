import { flushSync } from 'react-dom'
import { go } from '../platform/navigate.ts'

/** Closes the sheet of what was just saved and goes on to it: the guard of unsaved work has to see that the sheet is closed first. */
export function leaveFor(done: () => void, path: string): void {
  flushSync(done)
  go(path)
}
