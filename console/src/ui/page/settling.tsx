import { useEffect, useState, type ReactNode } from 'react'
import css from './settling.module.css'

/** Longer than that, what is there is worth more than that nothing moves. */
const maxMs = 1000

/** What stands below each other and is read at different times is shown at once, so that nothing that somebody reads moves. */
export function Settling({ isKnown, children }: { isKnown: boolean; children: ReactNode }) {
  const [isLate, setLate] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setLate(true), maxMs)
    return () => clearTimeout(timer)
  }, [])
  // Once shown it stays.
  const [isShown, setShown] = useState(isKnown)
  if (!isShown && (isKnown || isLate)) setShown(true)
  return (
    <div className={isShown ? undefined : css.coming} aria-busy={isShown ? undefined : true}>
      {children}
    </div>
  )
}
