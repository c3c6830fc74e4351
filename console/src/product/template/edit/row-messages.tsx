import { StateShape } from '../../../ui/icon/state-shape.tsx'
import { useTemplateContext } from '../field/template-context.ts'
import css from './edit.module.css'

/** What is wrong in a row, under it: its cells have no room of their own for words. */
export function RowMessages({ path }: { path: string }) {
  const messages = useTemplateContext().saysBelow(path)
  return (
    <div className={css.rowMessages} aria-live="polite">
      {messages.map((message) => (
        <p key={message}>
          <StateShape name="error" size="tiny" />
          <span>{message}</span>
        </p>
      ))}
    </div>
  )
}
