import { create } from 'zustand'

/** A toast may offer one action, such as undoing a change or opening a started job. */
export type ToastAction = { label: string; run: () => void }
export type Toast = {
  id: number
  tone: 'ok' | 'bad'
  message: string
  ms: number | null
  action?: ToastAction | undefined
}

/** Short messages above the page (ui/toast/toast-host.tsx shows them). */
export const useToasts = create<{ toasts: readonly Toast[] }>(() => ({ toasts: [] }))

/** Nobody reads more of them at once. */
const maxConcurrent = 4
let lastId = 0

/** The same message is not stacked while it is still on screen. */
function show(tone: Toast['tone'], message: string, ms: number | null, action?: ToastAction): void {
  useToasts.setState(({ toasts }) => {
    const others = toasts.filter((toast) => toast.tone !== tone || toast.message !== message)
    // A toast with an action replaces the older one, because the older action belongs to an earlier change.
    if (others.length < toasts.length && action === undefined) return { toasts }
    lastId += 1
    return { toasts: [...others, { id: lastId, tone, message, ms, action }].slice(-maxConcurrent) }
  })
}

export const closeToast = (id: number): void =>
  useToasts.setState(({ toasts }) => ({ toasts: toasts.filter((toast) => toast.id !== id) }))

/** Success is a short toast. */
export const toastDone = (message: string): void => show('ok', message, 2500)
/** A toast with an action stays long enough to use it. */
export const toastOffer = (message: string, action: ToastAction, ms = 8000): void => show('ok', message, ms, action)
/** Spec 8: 4 s; a refused download 6 s. */
export const toastError = (message: string, ms = 4000): void => show('bad', message, ms)
/** Reports a failure of background work; it stays until it is closed. */
export const toastFailure = (message: string, action?: ToastAction): void => show('bad', message, null, action)
