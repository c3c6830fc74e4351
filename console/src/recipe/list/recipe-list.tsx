import { recipeApi } from '@brigade/contract/recipe/recipe.endpoints.ts'
import { RecipeSearch } from '@brigade/contract/recipe/recipe.model.ts'
import { useWords } from '../../platform/locale.ts'
import { useList } from '../../shell/use-list.ts'
import { DataTable } from '../../ui/data-table/data-table.tsx'
import { useSelection } from '../../ui/data-table/use-selection.ts'
import { ListPage } from '../../ui/list-page/list-page.tsx'
import { SearchForm } from '../../ui/search-form/search-form.tsx'
import { useFiledName } from '../recipe-names.ts'
import { recipeText } from '../recipe.text.ts'
import { useRecipeColumns } from './recipe-columns.tsx'
import { useRecipeFilters } from './recipe-filters.ts'
import { RecipeTotals } from './recipe-totals.tsx'
import { useRecipeActions } from './use-recipe-actions.tsx'

/** Own recipes as their drafts are, and published ones of organisations above. */
export function RecipeList() {
  const w = useWords(recipeText)
  const nameOf = useFiledName()
  const { search, change, query, form, table } = useList(recipeApi.page, RecipeSearch, 'recipe.list', useRecipeFilters())
  const columns = useRecipeColumns()
  const actions = useRecipeActions()
  const [selected, setSelected] = useSelection(search)
  const rows = query.data?.list.filter(({ id }) => selected.has(id)) ?? []
  const batch = actions.ofRows(rows)
  return (
    <ListPage
      title={w.title}
      totals={
        <RecipeTotals status={search.status} onChoose={(status) => change({ status, pageNum: undefined })} />
      }
      filters={<SearchForm {...form} />}
    >
      <DataTable
        {...table}
        label={w.title}
        columns={columns}
        rowKey={(row) => row.id}
        rowName={(row) => nameOf(row.names)}
        rowActions={actions.ofRow}
        {...(batch.length === 0 ? {} : { selection: { selected, onChange: setSelected, actions: batch } })}
        empty={{ title: w.emptyTitle, hint: w.emptyHint }}
      />
      {actions.dialog}
    </ListPage>
  )
}
