import { useEffect } from 'react'
import { markReachable, markUnreachable, useConnection } from '../platform/connection.ts'
import { useWords } from '../platform/locale.ts'
import { StateShape } from '../ui/icon/state-shape.tsx'
import { Row } from '../ui/layout/layout.tsx'
import css from './login.module.css'
import { signInText } from './session.text.ts'

/** Shows the version, and whether the service answers. */
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
    <Row.p justify="between" size="xs" line="24" tone="ink-3" className={css.foot}>
      <span>{`${w.product} ${import.meta.env.VITE_VERSION}`}</span>
      <Row.span inline gap="6" align="center" role="status">
        <StateShape name={reachable ? 'online' : 'offline'} />
        {reachable ? w.serviceUp : w.serviceDown}
      </Row.span>
    </Row.p>
  )
}
