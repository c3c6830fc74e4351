import type { ReactNode } from 'react'
import { useWords } from '../../platform/locale.ts'
import { IconButton } from '../../ui/button/button.tsx'
import { Row } from '../../ui/layout/layout.tsx'
import { OrderedList } from '../../ui/order/ordered-list.tsx'
import css from './function.module.css'
import { functionText } from './function.text.ts'

type Props<L extends { key: string }> = {
  lines: readonly L[]
  onChange: (lines: readonly L[]) => void
  nameOf: (line: L, index: number) => string
  /** A copy under another key. */
  copyOf: (line: L) => L
  most: number
  /** Between the handle and the buttons. */
  head: (line: L, index: number) => ReactNode
  /** Content below the line, if the item needs more than one line. */
  body?: (line: L, index: number) => ReactNode
}

/** Lines of a list in the person's order: moved by handle or Alt with an arrow, duplicated, removed. */
export function LineList<L extends { key: string }>({ lines, onChange, nameOf, copyOf, most, head, body }: Props<L>) {
  const w = useWords(functionText)
  if (lines.length === 0) return null
  return (
    <OrderedList
      className={css.lines}
      itemClassName={css.line}
      items={lines}
      keyOf={({ key }) => key}
      nameOf={nameOf}
      onOrder={onChange}
    >
      {(line, index, handle) => (
        <>
          <Row gap="4" align="center" className={css.lineHead}>
            {handle}
            {head(line, index)}
            <Row.span>
              <IconButton
                size="small"
                icon="copy"
                label={w.copyNth({ name: nameOf(line, index) })}
                disabledReason={lines.length >= most ? w.full({ max: most }) : undefined}
                onClick={() => onChange(lines.toSpliced(index + 1, 0, copyOf(line)))}
              />
              <IconButton
                size="small"
                icon="trash"
                label={w.removeNth({ name: nameOf(line, index) })}
                onClick={() => onChange(lines.toSpliced(index, 1))}
              />
            </Row.span>
          </Row>
          {body?.(line, index)}
        </>
      )}
    </OrderedList>
  )
}
