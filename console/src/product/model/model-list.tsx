import { productApi } from '@brigade/contract/product/product.endpoints.ts'
import { ProductSearch } from '@brigade/contract/product/product.model.ts'
import { changeTableHabits, useTableHabits } from '../../platform/habits/table-habits.ts'
import { useNameOf, useWords } from '../../platform/locale.ts'
import { useActButton } from '../../shell/acts/use-act.tsx'
import { useList } from '../../shell/use-list.ts'
import { Segments } from '../../ui/button/segments.tsx'
import { DataTable } from '../../ui/data-table/data-table.tsx'
import { ListPage } from '../../ui/list-page/list-page.tsx'
import { SearchForm } from '../../ui/search-form/search-form.tsx'
import { modelText } from '../model.text.ts'
import { ModelCards } from './model-cards.tsx'
import { productActs } from '../product-acts.ts'
import { useModelColumns } from './model-columns.tsx'
import { useModelFilters } from './model-filters.ts'
import { modelListText } from './model-list.text.ts'
import { useModelActions } from './use-model-actions.tsx'
import { useModelRowActions } from './use-model-row-actions.ts'

const listName = 'product.model'

/** Cards and rows share one query, which the address holds. */
export function ModelList() {
  const m = useWords(modelText)
  const w = useWords(modelListText)
  const nameOf = useNameOf()
  const { search, form, table } = useList(productApi.list, ProductSearch, listName, useModelFilters())
  const columns = useModelColumns()
  const [actions, dialogs] = useModelActions()
  const rowActions = useModelRowActions(actions)
  const { look = 'cards' } = useTableHabits(listName)
  const add = useActButton(productActs.add, () => actions.add(search.seriesId))
  const shared = {
    ...table,
    label: m.title,
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
    ...(rowActions === undefined ? {} : { rowActions }),
  }
  return (
    <ListPage title={m.title} primary={add} filters={<SearchForm {...form} />}>
      {look === 'cards' ? (
        <ModelCards {...shared} />
      ) : (
        <DataTable {...shared} columns={columns} rowKey={({ id }) => id} rowName={(row) => nameOf(row.name)} />
      )}
      {dialogs}
    </ListPage>
  )
}
