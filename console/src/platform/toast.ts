import { create } from 'zustand'

export type Toast = { id: number; tone: 'ok' | 'bad'; message: string; ms: number }

/** Short words above the page (ui/toast/toast-host.tsx shows them). */
export const useToasts = create<{ toasts: readonly Toast[] }>(() => ({ toasts: [] }))

/** More at once are not read. */
const mostAtOnce = 4
let lastId = 0

/** The same message is not stacked while it is still on screen. */
function show(tone: Toast['tone'], message: string, ms: number): void {
  useToasts.setState(({ toasts }) => {
    if (toasts.some((toast) => toast.tone === tone && toast.message === message)) return { toasts }
    lastId += 1
    return { toasts: [...toasts, { id: lastId, tone, message, ms }].slice(-mostAtOnce) }
  })
}

export const closeToast = (id: number): void =>
  useToasts.setState(({ toasts }) => ({ toasts: toasts.filter((toast) => toast.id !== id) }))

/** Success is a short toast. */
export const toastDone = (message: string): void => show('ok', message, 2500)
/** Spec 8: 4 s; a refused download 6 s. */
export const toastError = (message: string, ms = 4000): void => show('bad', message, ms)
