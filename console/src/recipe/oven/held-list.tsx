import { Flag, OptionalLine, filter } from '@brigade/contract/field.ts'
import { ovenRecipeApi } from '@brigade/contract/recipe/oven.endpoints.ts'
import {
  OvenRecipeState,
  ovenRecipeSorts,
  ovenRecipeStates,
  type OvenCounts,
  type OvenRecipeRow,
} from '@brigade/contract/recipe/oven.model.ts'
import { ovenRecipeStateWords } from '@brigade/contract/recipe/oven.text.ts'
import { searchOf } from '@brigade/contract/paging.ts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useLocale, useWords } from '../../platform/locale.ts'
import { ask } from '../../platform/query.ts'
import { useListSearch } from '../../shell/use-list-search.ts'
import { DataTable } from '../../ui/data-table/data-table.tsx'
import { useSelection } from '../../ui/data-table/use-selection.ts'
import { TotalsStrip } from '../../ui/list-page/totals-strip.tsx'
import { choiceOf, isFiltered, yesNo, type Filter } from '../../ui/search-form/filter.ts'
import { SearchForm } from '../../ui/search-form/search-form.tsx'
import { heldLooks } from './held-badge.tsx'
import { useHeldColumns } from './held-columns.tsx'
import { ovenText } from './oven.text.ts'
import { useHeldActions } from './use-held-actions.tsx'

/** The part of the list's state that the address has; the page knows the recipe or the oven. */
const HeldSearch = searchOf(
  { state: filter(OvenRecipeState), keyword: filter(OptionalLine(60)), online: filter(Flag) },
  ovenRecipeSorts,
)
type Search = ReturnType<typeof HeldSearch.parse>

type Props = {
  of: { recipeId: string } | { deviceId: string }
  counts: OvenCounts | undefined
  empty: { title: string; hint: string; action?: ReactNode }
}

const keyOf = ({ oven, recipe }: OvenRecipeRow): string => `${oven.id} ${recipe.id}`

/** Ovens of a recipe, or recipes of an oven: how many in which state, and each with its reason. */
export function HeldList({ of, counts, empty }: Props) {
  const w = useWords(ovenText)
  const isOfRecipe = 'recipeId' in of
  const name = isOfRecipe ? 'recipe.ovens' : 'device.recipes'
  const filters = useFilters(isOfRecipe)
  const [search, change] = useListSearch(HeldSearch, name)
  const query = useQuery({
    ...ask(ovenRecipeApi.ovenRows, { ...search, ...of }, { quiet: true }),
    placeholderData: keepPreviousData,
  })
  const [selected, setSelected] = useSelection(search)
  const chosen = query.data?.list.filter((row) => selected.has(keyOf(row))) ?? []
  const kind = isOfRecipe ? 'ovens' : 'recipes'
  const { rowActions, batchActions, dialogs } = useHeldActions(kind, () => setSelected(new Set()))
  const actions = batchActions(chosen)
  const clear = (): void => change({ state: undefined, keyword: undefined, online: undefined, pageNum: undefined })
  return (
    <>
      <StateCounts
        label={isOfRecipe ? w.byState : w.recipesByState}
        counts={counts}
        state={search.state}
        onChoose={(state) => change({ state, pageNum: undefined })}
      />
      <SearchForm name={name} filters={filters} search={search} onSearch={change} />
      <DataTable
        name={name}
        label={isOfRecipe ? w.ovensTab : w.recipesTab}
        columns={useHeldColumns(kind)}
        rowKey={keyOf}
        rowName={({ oven, recipe }) => (isOfRecipe ? oven.sn : recipe.code)}
        query={query}
        search={search}
        onSearch={change}
        onClearFilters={isFiltered(filters, search) ? clear : undefined}
        rowActions={rowActions}
        {...(actions.length === 0 ? {} : { selection: { selected, onChange: setSelected, actions } })}
        empty={empty}
      />
      {dialogs}
    </>
  )
}

function useFilters(isOfRecipe: boolean): readonly Filter<keyof Search>[] {
  const w = useWords(ovenText)
  const locale = useLocale()
  return [
    { kind: 'text', name: 'keyword', label: isOfRecipe ? w.keyword : w.recipeKeyword, maxLength: 60 },
    choiceOf('state', [w.state, w.anyState], ovenRecipeStates, (value) => ovenRecipeStateWords[value][locale]),
    ...(isOfRecipe
      ? [yesNo('online', { label: w.connection, any: w.anyConnection, yes: w.online, no: w.offline })]
      : []),
  ]
}

type CountsProps = {
  label: string
  counts: OvenCounts | undefined
  state: OvenRecipeState | undefined
  onChoose: (state: OvenRecipeState | undefined) => void
}

function StateCounts({ label, counts, state, onChoose }: CountsProps) {
  const w = useWords(ovenText)
  const locale = useLocale()
  const all = counts === undefined ? undefined : Object.values(counts).reduce((sum, each) => sum + each, 0)
  return (
    <TotalsStrip
      label={label}
      active={state ?? 'all'}
      totals={[
        { key: 'all', label: w.all, count: all },
        ...ovenRecipeStates.map((each) => ({
          key: each,
          label: ovenRecipeStateWords[each][locale],
          shape: heldLooks[each].shape,
          count: counts?.[each],
        })),
      ]}
      onChoose={(key) => onChoose(ovenRecipeStates.find((each) => each === key && each !== state))}
    />
  )
}
