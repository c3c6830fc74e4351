import { useEffect, useRef, useState } from 'react'
import { useWords } from '../../platform/locale.ts'
import { Button, IconButton } from '../button/button.tsx'
import { Checkbox } from '../field/checkbox.tsx'
import { Box, Row } from '../layout/layout.tsx'
import { uiText } from '../ui.text.ts'
import { isShown, isStandard, moved, type TablePreferences } from './arrange-columns.ts'
import type { Column } from './column.ts'
import css from './data-table.module.css'

type Props<R> = {
  /** In the order in which they stand. */
  columns: readonly Column<R>[]
  preferences: TablePreferences
  onPreferences: (patch: Partial<TablePreferences>) => void
}

/** Which columns are shown and in which order. */
export function ColumnChoice<R>({ columns, preferences, onPreferences }: Props<R>) {
  const w = useWords(uiText)
  const list = useRef<HTMLUListElement>(null)
  // A moved line is put elsewhere in the page and would lose the focus.
  const [focused, setFocused] = useState<{ key: string; by: -1 | 1 } | null>(null)
  useEffect(() => {
    if (focused === null) return
    list.current
      ?.querySelector<HTMLButtonElement>(`[data-move="${CSS.escape(`${focused.key} ${focused.by}`)}"] button`)
      ?.focus()
  }, [focused])
  const move = (key: string, by: -1 | 1): void => {
    const order = moved(columns, key, by)
    if (order === undefined) return
    onPreferences({ order })
    setFocused({ key, by })
  }
  return (
    <>
      <Box.ul marginBottom="8" ref={list} className={css.choice}>
        {columns.map((column) => (
          <Row.li key={column.key} gap="4" align="center">
            <Checkbox
              checked={isShown(column, preferences)}
              disabled={column.identifies === true}
              onChange={(checked) => onPreferences({ shown: { ...preferences.shown, [column.key]: checked } })}
            >
              {column.title}
            </Checkbox>
            {column.identifies === true
              ? null
              : ([-1, 1] as const).map((by) => (
                  <span key={by} data-move={`${column.key} ${by}`}>
                    <IconButton
                      icon={by === -1 ? 'arrow-up' : 'arrow-down'}
                      size="tiny"
                      label={(by === -1 ? w.moveUp : w.moveDown)({ column: column.title })}
                      disabledReason={moved(columns, column.key, by) === undefined ? w.atEnd : undefined}
                      onClick={() => move(column.key, by)}
                    />
                  </span>
                ))}
          </Row.li>
        ))}
      </Box.ul>
      <Button
        look="quiet"
        size="small"
        disabledReason={isStandard(preferences) ? w.columnsAreStandard : undefined}
        onClick={() => onPreferences({ shown: {}, order: [] })}
      >
        {w.columnsStandard}
      </Button>
    </>
  )
}
