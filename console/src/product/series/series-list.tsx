import { productApi } from '@brigade/contract/product/product.endpoints.ts'
import { SeriesSearch } from '@brigade/contract/product/product.model.ts'
import type { SeriesRow } from '@brigade/contract/product/product.model.ts'
import { useMemo } from 'react'
import { useKept } from '../../platform/kept-work.ts'
import { usePlatformCan } from '../../platform/can.ts'
import { useNameOf, useWords } from '../../platform/locale.ts'
import { Button } from '../../ui/button/button.tsx'
import type { BatchAction, RowAction } from '../../ui/data-table/column.ts'
import { DataTable } from '../../ui/data-table/data-table.tsx'
import { useSelection } from '../../ui/data-table/use-selection.ts'
import { ListPage } from '../../ui/list-page/list-page.tsx'
import { useList } from '../../shell/use-list.ts'
import type { Filter } from '../../ui/search-form/filter.ts'
import { SearchForm } from '../../ui/search-form/search-form.tsx'
import { modelsHref } from '../product-address.ts'
import { useKindOptions } from '../product-options.ts'
import { useSeriesColumns } from './series-columns.tsx'
import { SeriesSheet, type EditingSeries } from './series-sheet.tsx'
import { SeriesTotalsStrip } from './series-totals.tsx'
import { seriesActionText, seriesText } from './series.text.ts'
import { useSeriesRemoval } from './use-series-removal.tsx'

/** The list of series. Its totals set the category, and each row links to its models. */
export function SeriesList() {
  const w = useWords(seriesText)
  const nameOf = useNameOf()
  const can = usePlatformCan()
  const { search, change, query, form, table } = useList(
    productApi.listSeries,
    SeriesSearch,
    'product.series',
    useFilters(),
  )
  const columns = useSeriesColumns()
  const [editing, setEditing] = useKept<EditingSeries | null>('series sheet', null)
  const [askRemove, confirmation] = useSeriesRemoval()
  const rowActions = useRowActions(setEditing, askRemove)
  const [selected, setSelected] = useSelection(search)
  const rows = query.data?.list.filter(({ id }) => selected.has(id)) ?? []
  const batchActions = useBatchActions(askRemove, rows)
  const add = can('product-series:create') ? (
    <Button look="primary" icon="plus" onClick={() => setEditing({ series: null })}>
      {w.add}
    </Button>
  ) : null

  return (
    <ListPage
      title={w.title}
      primary={add}
      totals={<SeriesTotalsStrip kind={search.kind} onChoose={(kind) => change({ kind, pageNum: undefined })} />}
      filters={<SearchForm {...form} />}
    >
      <DataTable
        {...table}
        label={w.title}
        columns={columns}
        rowKey={(row) => row.id}
        rowName={(row) => nameOf(row.name)}
        rowActions={rowActions}
        {...(batchActions.length === 0
          ? {}
          : { selection: { selected, onChange: setSelected, actions: batchActions } })}
        empty={{ title: w.emptyTitle, hint: add === null ? w.emptyHintReader : w.emptyHint, action: add }}
      />
      <SeriesSheet editing={editing} onClose={() => setEditing(null)} />
      {confirmation}
    </ListPage>
  )
}

function useFilters(): readonly Filter<keyof SeriesSearch>[] {
  const w = useWords(seriesText)
  const kinds = useKindOptions()
  return [
    { kind: 'text', name: 'keyword', label: w.keyword, maxLength: 60 },
    { kind: 'select', name: 'kind', label: w.kind, placeholder: w.anyKind, options: kinds },
  ]
}

function useRowActions(
  onEdit: (editing: EditingSeries) => void,
  askRemove: (targets: readonly SeriesRow[]) => void,
): (row: SeriesRow) => readonly RowAction[] {
  const w = useWords(seriesText)
  const a = useWords(seriesActionText)
  const can = usePlatformCan()
  return useMemo(() => {
    const [mayEdit, mayRemove] = [can('product-series:update'), can('product-series:remove')]
    return (row) => [
      { key: 'models', icon: 'box', label: w.seeModels, href: modelsHref(row.id) },
      ...(mayEdit
        ? [{ key: 'edit', icon: 'pencil' as const, label: w.edit, onClick: () => onEdit({ series: row }) }]
        : []),
      ...(mayRemove
        ? [
            {
              key: 'remove',
              icon: 'trash' as const,
              label: w.remove,
              danger: true,
              disabledReason: row.products > 0 ? a.stillModels({ count: row.products }) : undefined,
              onClick: () => askRemove([row]),
            },
          ]
        : []),
    ]
  }, [w, a, can, onEdit, askRemove])
}

function useBatchActions(
  askRemove: (targets: readonly SeriesRow[]) => void,
  rows: readonly SeriesRow[],
): readonly BatchAction[] {
  const w = useWords(seriesText)
  const a = useWords(seriesActionText)
  const can = usePlatformCan()
  if (!can('product-series:remove')) return []
  const isVain = rows.length > 0 && rows.every(({ products }) => products > 0)
  return [
    {
      key: 'remove',
      icon: 'trash',
      label: w.remove,
      danger: true,
      disabledReason: isVain ? a.allHaveModels : undefined,
      onClick: () => askRemove(rows),
    },
  ]
}
