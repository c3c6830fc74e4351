import { notifications } from '@mantine/notifications'
import { platformText } from './platform.text.ts'
import { wordsNow } from './locale.ts'

type Tone = 'ok' | 'bad'

/** The same message is not stacked while it is still on screen. */
function show(tone: Tone, message: string, ms: number): void {
  notifications.show({
    id: `${tone}:${message}`,
    message,
    autoClose: ms,
    // The look of each tone stands in shell/toasts.module.css.
    className: `toast-${tone}`,
    closeButtonProps: { 'aria-label': wordsNow(platformText).closeToast },
  })
}

/** Success is a short toast. */
export const toastDone = (message: string): void => show('ok', message, 2500)
/** Spec 8: 4 s; a refused download 6 s. */
export const toastError = (message: string, ms = 4000): void => show('bad', message, ms)
