import type { ErrorComponentProps } from '@tanstack/react-router'
import { isLostChunk, useReloading } from '../platform/chunk-reload.ts'
import { useWords } from '../platform/locale.ts'
import { platformText } from '../platform/platform.text.ts'
import { Button } from '../ui/button/button.tsx'
import { PendingPage } from './pending-page.tsx'
import { shellText } from './shell.text.ts'
import { StillPage } from './still-page.tsx'

/** A screen that failed while it was shown; the frame around it stays. */
export function RouteError({ error }: ErrorComponentProps) {
  const w = useWords(shellText)
  const p = useWords(platformText)
  const isReloading = useReloading()
  if (isReloading) return <PendingPage />
  return (
    <StillPage
      icon="alert"
      title={w.errorTitle}
      actions={<Button onClick={() => location.reload()}>{w.reload}</Button>}
    >
      {isLostChunk(error) ? p.chunkLost : error instanceof Error ? error.message : String(error)}
    </StillPage>
  )
}
