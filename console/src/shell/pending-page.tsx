import { useEffect, useState } from 'react'
import { chunkTimeoutMs } from '../platform/chunk-reload.ts'
import { useWords } from '../platform/locale.ts'
import { platformText } from '../platform/platform.text.ts'
import { Button } from '../ui/button/button.tsx'
import { Box, Stack } from '../ui/layout/layout.tsx'
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
  if (!isLate)
    return (
      <>
        <Box ground="accent" full className={css.bar} role="progressbar" aria-label={w.loadingPage} />
        <Bones />
      </>
    )
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

/** In the frame the place of the page is not empty meanwhile; before there is a frame, the document itself has bones (skeleton.css). */
const Bones = () => (
  <Stack gap="16" padding="24 gutter" className={css.bones} aria-hidden="true">
    {Array.from({ length: 10 }, (_, line) => (
      <Box.span key={line} radius="xs" ground="line" block />
    ))}
  </Stack>
)
