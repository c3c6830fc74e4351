import { useEffect, useState } from 'react'
import { useWords } from '../../platform/locale.ts'
import { platformText } from '../../platform/platform.text.ts'
import { closeToast, useToasts, type Toast } from '../../platform/toast.ts'
import { Icon } from '../icon/icon.tsx'
import { StateShape } from '../icon/state-shape.tsx'
import css from './toast-host.module.css'

/** Assistive technology announces errors at once and successes when it is idle. */
export function ToastHost() {
  const toasts = useToasts((state) => state.toasts)
  return (
    <div className={css.host}>
      {toasts.map((toast) => (
        <OneToast key={toast.id} toast={toast} />
      ))}
    </div>
  )
}

/** Stays while the pointer or the keyboard is on it. */
function OneToast({ toast }: { toast: Toast }) {
  const w = useWords(platformText)
  const [isHeld, setHeld] = useState(false)
  const { id, ms, tone, message, action } = toast
  useEffect(() => {
    if (isHeld || ms === null) return undefined
    const timer = setTimeout(() => closeToast(id), ms)
    return () => clearTimeout(timer)
  }, [id, ms, isHeld])
  const hold = {
    onPointerEnter: () => setHeld(true),
    onPointerLeave: () => setHeld(false),
    onFocus: () => setHeld(true),
    onBlur: () => setHeld(false),
  }
  return (
    <div
      className={`${css.toast} ${tone === 'bad' ? css.bad : ''}`}
      role={tone === 'bad' ? 'alert' : 'status'}
      {...hold}
    >
      <StateShape name={tone === 'bad' ? 'error' : 'completed'} />
      <span className={css.words}>{message}</span>
      {action === undefined ? null : (
        <button
          type="button"
          className={css.action}
          onClick={() => {
            closeToast(id)
            action.run()
          }}
        >
          {action.label}
        </button>
      )}
      <button type="button" className={css.close} aria-label={w.closeToast} onClick={() => closeToast(id)}>
        <Icon name="x" size="small" />
      </button>
    </div>
  )
}
