import { useEffect } from 'react'
import { markReachable, markUnreachable, useConnection } from '../platform/connection.ts'
import { useWords } from '../platform/locale.ts'
import { StateShape } from '../ui/icon/state-shape.tsx'
import css from './login.module.css'
import { signInText } from './session.text.ts'

/** Which version this is, and whether the service answers. */
export function LoginFoot() {
  const w = useWords(signInText)
  const reachable = useConnection((connection) => connection.reachable)
  useEffect(() => {
    fetch('/readyz', { cache: 'no-store' }).then(
      (answer) => (answer.ok ? markReachable() : markUnreachable()),
      markUnreachable,
    )
  }, [])
  return (
    <p className={css.foot}>
      <span>{`${w.product} ${import.meta.env.VITE_VERSION}`}</span>
      <span className={css.service} role="status">
        <StateShape name={reachable ? 'online' : 'offline'} />
        {reachable ? w.serviceUp : w.serviceDown}
      </span>
    </p>
  )
}
