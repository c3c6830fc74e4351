import type { ProductRow, ProductSearch } from '@brigade/contract/product/product.model.ts'
import type { ReactNode } from 'react'
import { useWords } from '../../platform/locale.ts'
import { Button, IconButton } from '../../ui/button/button.tsx'
import type { RowAction, TableQuery } from '../../ui/data-table/column.ts'
import { SavedFilters } from '../../ui/saved-filters/saved-filters.tsx'
import { TableFoot } from '../../ui/data-table/table-foot.tsx'
import { useRefresh } from '../../ui/data-table/use-refresh.ts'
import { useLastPage, type TurnTable } from '../../ui/data-table/use-last-page.ts'
import { Box, Grid, Row } from '../../ui/layout/layout.tsx'
import { ActionMenu } from '../../ui/menu/action-menu.tsx'
import { EmptyPanel } from '../../ui/page/empty-panel.tsx'
import { ErrorPanel } from '../../ui/page/error-panel.tsx'
import { uiText } from '../../ui/ui.text.ts'
import { CardBones, ModelCard } from './model-card.tsx'
import css from './model-cards.module.css'
import { modelListText } from './model-list.text.ts'

type Props = {
  name: string
  label: string
  query: TableQuery<ProductRow>
  search: ProductSearch
  onSearch: TurnTable
  lead: ReactNode
  rowActions?: (row: ProductRow) => readonly RowAction[]
  empty: { title: string; hint: string; action: ReactNode }
  onClearFilters: (() => void) | undefined
}

/** The models of a page as cards: toolbar, states and foot as the table has them. */
export function ModelCards({ name, label, query, search, onSearch, lead, rowActions, empty, onClearFilters }: Props) {
  const w = useWords(uiText)
  const { data, error, isFetching, isPlaceholderData, refetch } = query
  const refresh = useRefresh(query)
  const hasFailed = error !== null && (data === undefined || isPlaceholderData)
  const isPastEnd = useLastPage(query, onSearch)
  const rows = data?.list ?? []
  const isEmpty = data !== undefined && !hasFailed && !isPastEnd && rows.length === 0
  return (
    <Box.section shrink aria-label={label}>
      <Row gap="8" padding="0 16 0 gutter" align="center" borderTop className={css.bar}>
        <Row.span inline shrink className={css.saved}>
          <SavedFilters list={name} search={search} />
        </Row.span>
        <Row.span inline>{lead}</Row.span>
        <Box.span grow />
        <SortMenu sort={search.sort} onSort={(sort) => onSearch({ sort, pageNum: 1 })} />
        <IconButton icon="refresh" label={w.refresh} onClick={refresh} />
      </Row>
      {hasFailed ? <ErrorPanel message={error.message} onRetry={() => void refetch()} /> : null}
      {(data === undefined || isPastEnd) && !hasFailed ? <CardBones count={Math.min(search.pageSize, 6)} /> : null}
      {isEmpty && onClearFilters === undefined ? <EmptyPanel {...empty} /> : null}
      {isEmpty && onClearFilters !== undefined ? (
        <EmptyPanel
          title={w.filteredEmpty}
          hint={w.filteredEmptyHint}
          icon="filter-off"
          onAction={onClearFilters}
          actionLabel={w.clearFilters}
        />
      ) : null}
      {rows.length === 0 || hasFailed ? null : (
        <Grid.ul
          gap="16"
          padding="16 gutter 24"
          ground="canvas"
          borderTop
          className={`${css.cards} ${isPlaceholderData ? css.stale : ''}`}
          aria-label={label}
          aria-busy={isFetching}
        >
          {rows.map((row) => (
            <ModelCard key={row.id} product={row} actions={rowActions?.(row) ?? []} />
          ))}
        </Grid.ul>
      )}
      {data === undefined || hasFailed || rows.length === 0 ? null : (
        <TableFoot label={label} page={data} search={search} onSearch={onSearch} />
      )}
    </Box.section>
  )
}

/** Cards have no head to press. */
function SortMenu({ sort, onSort }: { sort: string | undefined; onSort: (sort: string | undefined) => void }) {
  const w = useWords(modelListText)
  const ways = [
    { key: undefined, label: w.newest },
    { key: 'createdAt', label: w.oldest },
    { key: 'name', label: w.byName },
    { key: '-devices', label: w.maxDevices },
    { key: 'devices', label: w.fewestDevices },
  ]
  const current = ways.find(({ key }) => key === sort) ?? ways[0]
  return (
    <ActionMenu
      target={
        <Button look="quiet" icon="sort" aria-haspopup="menu" aria-label={`${w.sortedBy}: ${current?.label ?? ''}`}>
          {current?.label}
        </Button>
      }
      actions={ways.map(({ key, label }) => ({
        key: key ?? 'standard',
        label,
        ...(key === current?.key ? { icon: 'check' as const } : {}),
        onClick: () => onSort(key),
      }))}
    />
  )
}
