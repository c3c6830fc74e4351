import { useEffect, useState } from 'react'
import { chunkTimeoutMs } from '../platform/chunk-reload.ts'
import { useWords } from '../platform/locale.ts'
import { platformText } from '../platform/platform.text.ts'
import { Button } from '../ui/button/button.tsx'
import { Box } from '../ui/layout/layout.tsx'
import { shellText } from './shell.text.ts'
import css from './still-page.module.css'
import { StillPage } from './still-page.tsx'

/** Shows a thin bar while a screen's chunk loads. Spec 8: after 120 s it has failed. */
export function PendingPage() {
  const w = useWords(shellText)
  const p = useWords(platformText)
  const [isLate, setLate] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setLate(true), chunkTimeoutMs)
    return () => clearTimeout(timer)
  }, [])
  if (!isLate) return <Box ground="accent" full className={css.bar} role="progressbar" aria-label={w.loadingPage} />
  return (
    <StillPage
      icon="cloud-off"
      title={w.errorTitle}
      actions={<Button onClick={() => location.reload()}>{w.reload}</Button>}
    >
      {p.chunkFailed}
    </StillPage>
  )
}
