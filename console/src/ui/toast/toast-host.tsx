import { useEffect, useState } from 'react'
import { useWords } from '../../platform/locale.ts'
import { platformText } from '../../platform/platform.text.ts'
import { closeToast, useToasts, type Toast } from '../../platform/toast.ts'
import { Icon } from '../icon/icon.tsx'
import { StateShape } from '../icon/state-shape.tsx'
import { Row, Stack, Text } from '../layout/layout.tsx'
import css from './toast-host.module.css'

/** Assistive technology announces errors at once and successes when it is idle. */
export function ToastHost() {
  const toasts = useToasts((state) => state.toasts)
  return (
    <Stack gap="8" className={css.host}>
      {toasts.map((toast) => (
        <OneToast key={toast.id} toast={toast} />
      ))}
    </Stack>
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
    <Row
      gap="8"
      align="start"
      border="strong"
      radius="s"
      tone="ink"
      overflow="hidden"
      relative
      className={`${css.toast} ${tone === 'bad' ? css.bad : ''}`}
      role={tone === 'bad' ? 'alert' : 'status'}
      {...hold}
    >
      <StateShape name={tone === 'bad' ? 'error' : 'completed'} />
      <Text grow anywhere className={css.words}>
        {message}
      </Text>
      {action === undefined ? null : (
        <Text.button
          padding="0 8"
          height="24"
          radius="xs"
          tone="link"
          weight="550"
          rigid
          type="button"
          className={css.action}
          onClick={() => {
            closeToast(id)
            action.run()
          }}
        >
          {action.label}
        </Text.button>
      )}
      <Stack.button
        align="center"
        justifyItems="center"
        height="24"
        radius="xs"
        tone="ink-3"
        type="button"
        className={css.close}
        aria-label={w.closeToast}
        onClick={() => closeToast(id)}
      >
        <Icon name="x" size="small" />
      </Stack.button>
    </Row>
  )
}
