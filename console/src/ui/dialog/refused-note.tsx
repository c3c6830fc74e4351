import { StateShape } from '../icon/state-shape.tsx'
import css from './dialog.module.css'

/** A failure that stays until read: what the server said, in the form that was sent. */
export function RefusedNote({ message }: { message: string | null }) {
  if (message === null || message === '') return null
  return (
    <div className={css.refused} role="alert">
      <StateShape name="error" />
      <span>{message}</span>
    </div>
  )
}
