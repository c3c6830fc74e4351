import { flushSync } from 'react-dom'
import { go } from '../platform/navigate.ts'

/** Closes the sheet and opens the record that was just saved: the guard of unsaved work has to see that the sheet is closed first. */
export function leaveFor(done: () => void, path: string): void {
  flushSync(done)
  go(path)
}
