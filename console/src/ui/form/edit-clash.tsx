import { useWords } from '../../platform/locale.ts'
import { Button } from '../button/button.tsx'
import { Icon } from '../icon/icon.tsx'
import { Row, Stack, Text } from '../layout/layout.tsx'
import { uiText } from '../ui.text.ts'
import css from './edit-clash.module.css'

export type ClashRow = { key: string; label: string; mine: string; theirs: string }

type Props = {
  /** The server answered with this message. */
  message: string
  /**
   * Fields that both people changed. If there are none, the other person's changes have been taken over, and saving
   * again is enough.
   */
  clashes: readonly ClashRow[]
  /** Labels of fields only the other changed. */
  taken: readonly string[]
  onKeepMine: () => void
  onTakeTheirs: () => void
}

/**
 * Shows the differences after somebody else saved meanwhile, and the two ways to continue. The input is kept until one
 * is chosen.
 */
export function EditClash({ message, clashes, taken, onKeepMine, onTakeTheirs }: Props) {
  const w = useWords(uiText)
  return (
    <Stack
      gap="8"
      padding="12"
      marginBottom="16"
      radius="s"
      ground="warn-soft"
      tone="ink"
      className={css.clash}
      role="alert"
    >
      <Row.p gap="8" className={css.text}>
        <Icon name="info" />
        <Text.b weight="550">{message}</Text.b>
      </Row.p>
      {taken.length === 0 ? null : <p>{w.clashTaken({ fields: taken.join(w.listMark) })}</p>}
      {clashes.length === 0 ? null : (
        <Stack.dl gap="8" className={css.rows}>
          {clashes.map(({ key, label, mine, theirs }) => (
            <div key={key}>
              <Text.dt size="xs" line="16" tone="ink-2" weight="500">
                {label}
              </Text.dt>
              <Row.dd gap="8" anywhere>
                <span>{w.clashTheirs}</span>
                {theirs}
              </Row.dd>
              <Row.dd gap="8" anywhere>
                <span>{w.clashMine}</span>
                {mine}
              </Row.dd>
            </div>
          ))}
        </Stack.dl>
      )}
      <Row gap="8" justify="end">
        <Button onClick={onTakeTheirs}>{w.takeTheirs}</Button>
        <Button look="primary" onClick={onKeepMine}>
          {w.keepMine}
        </Button>
      </Row>
    </Stack>
  )
}
