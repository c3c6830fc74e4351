import { describeFunction, type DescribedRow } from '@brigade/contract/thing-model/describe-function.ts'
import type { ProductDetail } from '@brigade/contract/product/product.model.ts'
import type { Locale } from '@brigade/contract/locale.ts'
import { useMemo, type ReactNode } from 'react'
import { emptyValue } from '../../platform/format.ts'
import { useLocale, useWords } from '../../platform/locale.ts'
import { SideTable, type SideColumn } from '../../ui/data-table/side-table.tsx'
import { Grid, Row, Stack, Text } from '../../ui/layout/layout.tsx'
import { kindWords } from '../functions/functions.text.ts'
import { ChangeBadge } from './change-badge.tsx'
import { Concerned } from './concerned.tsx'
import type { DifferenceRow } from './difference-rows.ts'
import css from './publish.module.css'
import { publishText } from './publish.text.ts'

type Props = {
  product: ProductDetail
  rows: readonly DifferenceRow[]
  beforeTitle: string
  afterTitle: string
  /** Rows to mark as new. */
  fresh?: ReadonlySet<string>
}

/** Two thing models side by side, a row for each function in which they differ. */
export function DifferenceTable({ product, rows, beforeTitle, afterTitle, fresh }: Props) {
  const w = useWords(publishText)
  const locale = useLocale()
  const described = useMemo(
    () => new Map(rows.map((row) => [row.key, describeFunction(row.before, row.after, locale)])),
    [rows, locale],
  )
  const columns: readonly SideColumn<DifferenceRow>[] = [
    {
      key: 'change',
      title: w.change,
      width: 'mark',
      cell: ({ key, change, breaking }) => (
        <Stack gap="2" justifyItems="start">
          <ChangeBadge name={change} />
          {breaking.length === 0 ? null : <ChangeBadge name="breaking" />}
          {fresh?.has(key) === true ? (
            <Text padding="0 6" radius="xs" ground="info-soft" tone="info" size="xs" line="18" weight="550">
              {w.isNew}
            </Text>
          ) : null}
        </Stack>
      ),
    },
    { key: 'function', title: w.function, width: 'name', cell: (row) => functionCell(row, locale) },
    {
      key: 'before',
      title: beforeTitle,
      cell: (row) =>
        row.before === undefined ? null : <Side rows={described.get(row.key) ?? []} side="before" sameText="" />,
    },
    {
      key: 'after',
      title: afterTitle,
      cell: (row) =>
        row.after === undefined ? null : (
          <Side rows={described.get(row.key) ?? []} side="after" sameText={w.sameMeaning} />
        ),
    },
    {
      key: 'concerned',
      title: w.concerned,
      width: 'reason',
      cell: (row) => <Concerned product={product} row={row} />,
    },
  ]
  return (
    <SideTable
      label={w.differences}
      columns={columns}
      rows={rows}
      rowKey={({ key }) => key}
      isGrave={({ breaking }) => breaking.length > 0}
    />
  )
}

const functionCell = ({ name, identifier, kind }: DifferenceRow, locale: Locale): ReactNode => (
  <div>
    <Text.b weight="550" block>
      {name[locale]}
    </Text.b>
    <Row.small gap="0 8" align="center" size="xs" line="18" tone="ink-3" wrap>
      <span className="mono">{identifier}</span>
      <span>{kindWords[kind][locale]}</span>
    </Row.small>
  </div>
)

type SideProps = { rows: readonly DescribedRow[]; side: 'before' | 'after'; sameText: string }

/** The parts of one side; only differences are marked. `sameText`: the text if no listed part differs. */
function Side({ rows, side, sameText }: SideProps) {
  const Mark = side === 'before' ? 'del' : 'ins'
  return (
    <>
      <dl className={css.parts}>
        {rows.map((row) => (
          <Grid key={row.key} line="20">
            <Text.dt size="xs" tone="ink-3">
              {row.label}
            </Text.dt>
            <dd>
              {row[side].length === 0 ? <span className="dim">{emptyValue}</span> : null}
              {row[side].map(({ text, differs }, index) => (differs ? <Mark key={index}>{text}</Mark> : text))}
            </dd>
          </Grid>
        ))}
      </dl>
      {rows.some(({ differs }) => differs) || sameText === '' ? null : <p className="dim">{sameText}</p>}
    </>
  )
}
