import { useWords } from '../../platform/locale.ts'
import { Button } from '../button/button.tsx'
import { Icon } from '../icon/icon.tsx'
import { Box, Stack } from '../layout/layout.tsx'
import { uiText } from '../ui.text.ts'
import css from './page.module.css'

type Props = {
  message: string
  onRetry?: () => void
  title?: string
  /** True if the screen shows nothing else: the title is its heading then. */
  isScreen?: boolean
}

/** Replaces content that could not be loaded: the error, and "try again". */
export function ErrorPanel({ message, onRetry, title, isScreen = false }: Props) {
  const w = useWords(uiText)
  const Title = isScreen ? 'h1' : 'b'
  return (
    <Stack gap="4" justifyItems="center" textAlign="center" className={`${css.still} ${css.failed}`} role="alert">
      <Icon name="alert" />
      <Title>{title ?? w.failedTitle}</Title>
      <p>{message}</p>
      {onRetry === undefined ? null : (
        <Box.span marginTop="12">
          <Button icon="refresh" onClick={onRetry}>
            {w.tryAgain}
          </Button>
        </Box.span>
      )}
    </Stack>
  )
}
