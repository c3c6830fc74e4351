import type { ReactNode } from 'react'
import { useWords } from '../../platform/locale.ts'
import { IconButton } from '../../ui/button/button.tsx'
import { Grip, OrderSaid } from '../../ui/order/grip.tsx'
import { reordered, useOrder } from '../../ui/order/use-order.ts'
import css from './function.module.css'
import { functionText } from './function.text.ts'

type Props<L extends { key: string }> = {
  lines: readonly L[]
  onChange: (lines: readonly L[]) => void
  nameOf: (line: L, index: number) => string
  /** The same once more, under another key. */
  copyOf: (line: L) => L
  most: number
  /** Between the handle and the buttons. */
  head: (line: L, index: number) => ReactNode
  /** Below, where there is more of it than one line. */
  body?: (line: L, index: number) => ReactNode
}

/** Lines of a list in the person's order: moved by handle or Alt with an arrow, duplicated, removed. */
export function LineList<L extends { key: string }>({ lines, onChange, nameOf, copyOf, most, head, body }: Props<L>) {
  const w = useWords(functionText)
  const at = (key: string): number => lines.findIndex((line) => line.key === key)
  const name = (key: string): string => {
    const line = lines[at(key)]
    return line === undefined ? '' : nameOf(line, at(key))
  }
  const { said, listProps } = useOrder<HTMLOListElement>({
    ids: lines.map(({ key }) => key),
    nameOf: name,
    onMove: (key, to) => onChange(reordered(lines, at(key), to)),
  })
  if (lines.length === 0) return null
  return (
    <>
      <ol {...listProps} className={`${listProps.className} ${css.lines}`}>
        {lines.map((line, index) => (
          <li key={line.key} data-order-id={line.key} className={css.line}>
            <div className={css.lineHead}>
              <Grip name={nameOf(line, index)} />
              {head(line, index)}
              <span className={css.lineActions}>
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
              </span>
            </div>
            {body?.(line, index)}
          </li>
        ))}
      </ol>
      <OrderSaid said={said} />
    </>
  )
}
