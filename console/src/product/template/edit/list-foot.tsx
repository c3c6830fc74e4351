import { useWords } from '../../../platform/locale.ts'
import { Button } from '../../../ui/button/button.tsx'
import { Row, Text } from '../../../ui/layout/layout.tsx'
import { useTemplateContext } from '../field/template-context.ts'
import css from './edit.module.css'
import { editText } from './edit.text.ts'

type Props = {
  path: string
  /** How many entries there are, and how many there may be. */
  count: number
  max: number
  add: string
  onAdd: () => void
  /** The list is a part of another one's entry. */
  isInner?: boolean
}

/** Below a list: what is wrong with it as a whole, and a button for one more entry. */
export function ListFoot({ path, count, max, add, onAdd, isInner = false }: Props) {
  const w = useWords(editText)
  const problem = useTemplateContext().problemAt(path)
  const look = isInner ? ({ size: 'small', look: 'quiet' } as const) : {}
  const button = (
    <Button icon="plus" {...look} disabledReason={count >= max ? w.full({ max }) : undefined} onClick={onAdd}>
      {add}
    </Button>
  )
  return (
    <>
      {problem === undefined ? null : (
        <Text.p tone="bad" size="xs">
          {problem}
        </Text.p>
      )}
      {isInner ? (
        <div data-path={path}>{button}</div>
      ) : (
        <Row gap="8 16" align="center" wrap data-path={path}>
          {button}
          <span className={css.note}>{w.orderHint}</span>
        </Row>
      )}
    </>
  )
}
