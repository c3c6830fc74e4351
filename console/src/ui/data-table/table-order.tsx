import { use } from 'react'
import { createPortal } from 'react-dom'
import { formatNumber } from '../../platform/format.ts'
import { useWords } from '../../platform/locale.ts'
import { Button } from '../button/button.tsx'
import { SelectField } from '../field/select-field.tsx'
import { Row, Text } from '../layout/layout.tsx'
import { ListSheet } from '../list-page/list-sheet.tsx'
import { ActionMenu } from '../menu/action-menu.tsx'
import { uiText } from '../ui.text.ts'
import type { Column, TablePage } from './column.ts'

type Props<R> = {
  columns: readonly Column<R>[]
  sort: string | undefined
  onSort: (sort: string | undefined) => void
}

/** Both directions of each column that sorts. */
function useOrders<R>(columns: readonly Column<R>[]): readonly { value: string; label: string }[] {
  const w = useWords(uiText)
  return columns
    .filter(({ sortable }) => sortable === true)
    .flatMap(({ key, title: column }) => [
      { value: key, label: w.sortedUp({ column }) },
      { value: `-${key}`, label: w.sortedDown({ column }) },
    ])
}

/** The head of a table on a phone, where the titles of the columns are not: above the rows of a list that has no sheet of filters. */
export function OrderMenu<R>({ columns, sort, onSort }: Props<R>) {
  const w = useWords(uiText)
  const orders = useOrders(columns)
  if (use(ListSheet) !== null || orders.length === 0) return null
  const chosen = orders.find(({ value }) => value === sort)
  return (
    <ActionMenu
      position="bottom-start"
      target={
        <Button look="quiet" icon={sort?.startsWith('-') === true ? 'arrow-down' : 'arrow-up'} aria-haspopup="menu">
          {chosen?.label ?? w.sort}
        </Button>
      }
      actions={[
        { key: '', label: w.sortOwn, onClick: () => onSort(undefined) },
        ...orders.map(({ value, label }) => ({ key: value, label, onClick: () => onSort(value) })),
      ]}
    />
  )
}

/** The same within the sheet of filters, with how many rows they find. */
export function OrderInSheet<R>({ columns, sort, onSort, page }: Props<R> & { page: TablePage<unknown> | undefined }) {
  const w = useWords(uiText)
  const orders = useOrders(columns)
  const place = use(ListSheet)?.place ?? null
  if (place === null) return null
  return createPortal(
    <>
      {orders.length === 0 ? null : (
        <SelectField
          label={w.sort}
          placeholder={w.sortOwn}
          bare
          clearable
          options={orders}
          value={orders.some(({ value }) => value === sort) ? (sort ?? null) : null}
          onChange={(value) => onSort(value ?? undefined)}
        />
      )}
      <Row align="center" minHeight="32">
        <Text weight="550" role="status">
          {page === undefined ? '' : w.found({ n: page.totalCapped === true ? w.capped : formatNumber(page.total) })}
        </Text>
      </Row>
    </>,
    place,
  )
}
