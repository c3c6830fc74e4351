import { useEffect, useState } from 'react'
import { useConnection } from '../../platform/connection.ts'
import { useWords } from '../../platform/locale.ts'
import { Icon } from '../../ui/icon/icon.tsx'
import { shellText } from '../shell.text.ts'
import css from './frame.module.css'

/** A hiccup that mends itself is not worth a word. */
const patienceMs = 2500

/** Quiet words while the connection is slow or lost; what is on screen stays. */
export function ConnectionBanner() {
  const w = useWords(shellText)
  const { reachable, live } = useConnection()
  const isTroubled = !reachable || live === 'lost'
  return <div role="status">{isTroubled ? <Patient text={reachable ? w.bannerLive : w.bannerLost} /> : null}</div>
}

function Patient({ text }: { text: string }) {
  const [isShown, setShown] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setShown(true), patienceMs)
    return () => clearTimeout(timer)
  }, [])
  if (!isShown) return null
  return (
    <div className={css.banner}>
      <Icon name="cloud-off" />
      {text}
    </div>
  )
}
