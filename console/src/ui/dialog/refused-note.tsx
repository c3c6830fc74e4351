import { CallError } from '../../platform/call-error.ts'
import { useLocale } from '../../platform/locale.ts'
import { StateShape } from '../icon/state-shape.tsx'
import css from './dialog.module.css'

/** A failure that stays until read: the server's message, in the form that was sent, in the language on screen. */
export function RefusedNote({ message }: { message: CallError | string | null }) {
  const locale = useLocale()
  const words = message instanceof CallError ? message.messageIn(locale) : message
  if (words === null || words === '') return null
  return (
    <div className={css.refused} role="alert">
      <StateShape name="error" />
      <span>{words}</span>
    </div>
  )
}
