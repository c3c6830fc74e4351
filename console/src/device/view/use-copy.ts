import { useCallback } from 'react'
import { useWords } from '../../platform/locale.ts'
import { toastDone, toastError } from '../../platform/toast.ts'
import { deviceListText } from './device.text.ts'

/** Copies a text and confirms it with a toast. */
export function useCopy(): (text: string, done: string) => void {
  const w = useWords(deviceListText)
  return useCallback(
    (text, done) => {
      navigator.clipboard.writeText(text).then(
        () => toastDone(done),
        () => toastError(w.copyFailed),
      )
    },
    [w],
  )
}
