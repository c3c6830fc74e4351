import { StateShape } from '../../../ui/icon/state-shape.tsx'
import { Row } from '../../../ui/layout/layout.tsx'
import { useTemplateContext } from '../field/template-context.ts'
import css from './edit.module.css'

/** The errors of a row appear below it, because its cells have no space for text. */
export function RowMessages({ path }: { path: string }) {
  const messages = useTemplateContext().problemsBelow(path)
  return (
    <div className={css.rowMessages} aria-live="polite">
      {messages.map((message) => (
        <Row.p key={message} gap="6" align="center" paddingBottom="4" tone="bad" size="xs">
          <StateShape name="error" size="tiny" />
          <span>{message}</span>
        </Row.p>
      ))}
    </div>
  )
}
