import { useWords } from '../../platform/locale.ts'
import { Button } from '../button/button.tsx'
import { Icon } from '../icon/icon.tsx'
import { uiText } from '../ui.text.ts'
import css from './page.module.css'

/** Stands in the place of what could not be loaded: what failed, and "try again". */
export function ErrorPanel({ message, onRetry, title }: { message: string; onRetry?: () => void; title?: string }) {
  const w = useWords(uiText)
  return (
    <div className={`${css.still} ${css.failed}`} role="alert">
      <Icon name="alert" />
      <b>{title ?? w.failedTitle}</b>
      <p>{message}</p>
      {onRetry === undefined ? null : (
        <span className={css.act}>
          <Button icon="refresh" onClick={onRetry}>
            {w.tryAgain}
          </Button>
        </span>
      )}
    </div>
  )
}
