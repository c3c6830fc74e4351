import { productApi } from '@brigade/contract/product/product.endpoints.ts'
import type { ProductSearch } from '@brigade/contract/product/product.model.ts'
import { useQuery } from '@tanstack/react-query'
import { usePlatformCan } from '../../platform/can.ts'
import { changeTableHabits, useTableHabits } from '../../platform/habits/table-habits.ts'
import { useNameOf, useWords } from '../../platform/locale.ts'
import { askPage } from '../../platform/query.ts'
import { Button } from '../../ui/button/button.tsx'
import { Segments } from '../../ui/button/segments.tsx'
import { DataTable } from '../../ui/data-table/data-table.tsx'
import { ListPage } from '../../ui/list-page/list-page.tsx'
import { isFiltered, namesOf, type SearchPatch } from '../../ui/search-form/filter.ts'
import { SearchForm } from '../../ui/search-form/search-form.tsx'
import { modelText } from '../model.text.ts'
import { ModelCards } from './model-cards.tsx'
import { useModelColumns } from './model-columns.tsx'
import { useModelFilters } from './model-filters.ts'
import { modelListText } from './model-list.text.ts'
import { useModelActions } from './use-model-actions.tsx'
import { useModelRowActions } from './use-model-row-actions.ts'

type Props = { search: ProductSearch; onSearch: (patch: SearchPatch<ProductSearch>) => void }

const listName = 'product.model'

/** The list of models, as cards or as rows: the same query stands in the address for both. */
export function ModelList({ search, onSearch }: Props) {
  const m = useWords(modelText)
  const w = useWords(modelListText)
  const nameOf = useNameOf()
  const can = usePlatformCan()
  const query = useQuery(askPage(productApi.list, search, { quiet: true }))
  const filters = useModelFilters()
  const columns = useModelColumns()
  const [actions, asked] = useModelActions()
  const rowActions = useModelRowActions(actions)
  const { look = 'cards' } = useTableHabits(listName)
  const clearFilters = (): void =>
    onSearch({ ...Object.fromEntries(filters.flatMap(namesOf).map((name) => [name, undefined])), pageNum: undefined })
  const add = can('product:create') ? (
    <Button look="primary" icon="plus" onClick={() => actions.add(search.seriesId)}>
      {w.add}
    </Button>
  ) : null
  const shared = {
    name: listName,
    label: m.title,
    query,
    search,
    onSearch,
    lead: (
      <Segments
        label={w.look}
        size="small"
        options={[
          { value: 'cards', label: w.cards },
          { value: 'rows', label: w.rows },
        ]}
        value={look}
        onChange={(chosen) => changeTableHabits(listName, { look: chosen })}
      />
    ),
    empty: { title: w.emptyTitle, hint: add === null ? w.emptyHintReader : w.emptyHint, action: add },
    onClearFilters: isFiltered(filters, search) ? clearFilters : undefined,
    ...(rowActions === undefined ? {} : { rowActions }),
  }
  return (
    <ListPage
      title={m.title}
      primary={add}
      filters={<SearchForm name={listName} filters={filters} search={search} onSearch={onSearch} />}
    >
      {look === 'cards' ? (
        <ModelCards {...shared} />
      ) : (
        <DataTable {...shared} columns={columns} rowKey={({ id }) => id} rowName={(row) => nameOf(row.name)} />
      )}
      {asked}
    </ListPage>
  )
}
