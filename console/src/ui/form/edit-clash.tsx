import { useWords } from '../../platform/locale.ts'
import { Button } from '../button/button.tsx'
import { Icon } from '../icon/icon.tsx'
import { uiText } from '../ui.text.ts'
import css from './edit-clash.module.css'

export type ClashRow = { key: string; label: string; mine: string; theirs: string }

type Props = {
  /** The server answered with this message. */
  message: string
  /** Fields both changed. None: what the other changed has been taken over, and saving again is enough. */
  clashes: readonly ClashRow[]
  /** Labels of fields only the other changed. */
  taken: readonly string[]
  onKeepMine: () => void
  onTakeTheirs: () => void
}

/** Somebody saved the same thing meanwhile: what is different, and the two ways on. Nothing typed is lost by either until chosen. */
export function EditClash({ message, clashes, taken, onKeepMine, onTakeTheirs }: Props) {
  const w = useWords(uiText)
  return (
    <div className={css.clash} role="alert">
      <p className={css.text}>
        <Icon name="info" />
        <b>{message}</b>
      </p>
      {taken.length === 0 ? null : <p>{w.clashTaken({ fields: taken.join(w.listMark) })}</p>}
      {clashes.length === 0 ? null : (
        <dl className={css.rows}>
          {clashes.map(({ key, label, mine, theirs }) => (
            <div key={key}>
              <dt>{label}</dt>
              <dd>
                <span>{w.clashTheirs}</span>
                {theirs}
              </dd>
              <dd>
                <span>{w.clashMine}</span>
                {mine}
              </dd>
            </div>
          ))}
        </dl>
      )}
      <div className={css.ways}>
        <Button onClick={onTakeTheirs}>{w.takeTheirs}</Button>
        <Button look="primary" onClick={onKeepMine}>
          {w.keepMine}
        </Button>
      </div>
    </div>
  )
}
