import type { ProductDetail } from '@brigade/contract/product/product.model.ts'
import { useState } from 'react'
import { formatNumber } from '../../platform/format.ts'
import { useWords } from '../../platform/locale.ts'
import { Row, Text } from '../../ui/layout/layout.tsx'
import { ChangeShape } from './change-badge.tsx'
import { changeFilters, isShown, type ChangeFilter, type DifferenceRow } from './difference-rows.ts'
import { DifferenceTable } from './difference-table.tsx'
import css from './publish.module.css'
import { publishText } from './publish.text.ts'

type Props = {
  product: ProductDetail
  rows: readonly DifferenceRow[]
  beforeTitle: string
  afterTitle: string
  fresh?: ReadonlySet<string>
}

/** The differences, with a filter for each kind of change and how many there are. */
export function DifferencePanel({ rows, ...table }: Props) {
  const w = useWords(publishText)
  const [filter, setFilter] = useState<ChangeFilter>('all')
  const shown = rows.filter((row) => isShown(row, filter))
  return (
    <>
      <Row gap="8 12" padding="16 0 12" align="center" wrap>
        <Row
          inline
          border="line"
          radius="s"
          ground="canvas"
          wrap
          className={css.filters}
          role="group"
          aria-label={w.filters}
        >
          {changeFilters.map((name) => (
            <Row.button
              key={name}
              inline
              gap="6"
              padding="0 12"
              align="center"
              radius="xs"
              size="xs"
              weight="500"
              tone="ink-3"
              nowrap
              type="button"
              aria-pressed={name === filter}
              onClick={() => setFilter(name)}
            >
              {name === 'all' ? null : <ChangeShape name={name} />}
              {w[name]}{' '}
              <Text.b weight="600" tone="ink">
                {formatNumber(rows.filter((row) => isShown(row, name)).length)}
              </Text.b>
            </Row.button>
          ))}
        </Row>
        <Text marginLeft="auto" tone="ink-3">
          {w.breakingFirst}
        </Text>
      </Row>
      {shown.length === 0 ? (
        <Text.p padding="24" border="line" radius="m" textAlign="center" tone="ink-3" role="status">
          {w.noneShown}
        </Text.p>
      ) : (
        <DifferenceTable {...table} rows={shown} />
      )}
    </>
  )
}
