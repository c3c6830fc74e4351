import { recipeApi } from '@brigade/contract/recipe/recipe.endpoints.ts'
import { RecipeSearch, recipeLanguages, type RecipeRow } from '@brigade/contract/recipe/recipe.model.ts'
import { Suspense, lazy, useState } from 'react'
import { useCan } from '../../platform/can.ts'
import { useKept } from '../../platform/kept-work.ts'
import { useWords, useLocale } from '../../platform/locale.ts'
import { go } from '../../platform/navigate.ts'
import { oneOf, remember, remembered } from '../../platform/remember.ts'
import { useActButton } from '../../shell/acts/use-act.tsx'
import { useList } from '../../shell/use-list.ts'
import { Button } from '../../ui/button/button.tsx'
import { Segments } from '../../ui/button/segments.tsx'
import type { Peek } from '../../ui/data-table/column.ts'
import { DataTable } from '../../ui/data-table/data-table.tsx'
import { useSelection } from '../../ui/data-table/use-selection.ts'
import { Row } from '../../ui/layout/layout.tsx'
import { ListPage } from '../../ui/list-page/list-page.tsx'
import { SearchForm } from '../../ui/search-form/search-form.tsx'
import { recipeActs } from '../recipe-acts.ts'
import { addHref } from '../recipe-address.ts'
import { useRecipeName } from '../recipe-names.ts'
import { ovenText } from '../oven/oven.text.ts'
import { recipeWords } from '../recipe.text.ts'
import { BatchDialogs, type PendingBatch } from './batch-dialogs.tsx'
import { ImportRecipes } from './import-recipes.tsx'
import { listText } from './list.text.ts'
import { RecipeCards } from './recipe-cards.tsx'
import { RecipeTotals } from './recipe-totals.tsx'
import { useRecipeColumns } from './recipe-columns.tsx'
import { useListFilters } from './recipe-filters.ts'
import { useRecipeActions } from './use-recipe-actions.ts'
import { recipeLanguageWords } from '@brigade/contract/recipe/recipe-language.text.ts'
import { customerSource } from '../../customer/customer-select.tsx'
import type { Chip } from '../../ui/search-form/chip.ts'

const SetsDialog = lazy(() => import('../oven/sets-dialog.tsx').then((module) => ({ default: module.SetsDialog })))

const RecipePeek = lazy(() => import('./recipe-peek.tsx').then((module) => ({ default: module.RecipePeek })))

const peek: Peek<RecipeRow> = {
  says: ['name', 'status', 'version', 'category', 'models', 'languages', 'stages'],
  content: (recipe) => (
    <Suspense fallback={null}>
      <RecipePeek recipe={recipe} />
    </Suspense>
  ),
}

const looks = ['table', 'cards'] as const
type Look = (typeof looks)[number]

/** The list of recipes: figures that filter, a table or cards, and batch actions. */
export function RecipeList() {
  const w = useWords(listText)
  const r = useWords(recipeWords)
  const can = useCan()
  const nameOf = useRecipeName()
  const list = useList(recipeApi.page, RecipeSearch, 'recipe', useListFilters(), useRecipeChips())
  const { search, change, query, form, table } = list
  const [selected, setSelected] = useSelection(search)
  const [pending, setPending] = useKept<PendingBatch | null>('recipes to change', null)
  const [isImporting, setImporting] = useState(false)
  const [look, setLook] = useState<Look>(() => remembered('recipe.look', oneOf(looks), 'table'))
  const columns = useRecipeColumns()
  const rows = query.data?.list.filter(({ id }) => selected.has(id)) ?? []
  const { rowActions, batchActions } = useRecipeActions(rows, setPending)
  const add = useActButton(recipeActs.add, () => go(addHref))
  return (
    <ListPage
      title={r.title}
      primary={
        <>
          <Sets />
          {can('recipe:import') ? (
            <Button icon="upload" onClick={() => setImporting(true)}>
              {w.import}
            </Button>
          ) : null}
          {add}
        </>
      }
      totals={<RecipeTotals search={search} onChoose={(choice) => change({ ...choice, pageNum: undefined })} />}
      filters={<SearchForm {...form} />}
    >
      {look === 'cards' ? (
        <RecipeCards
          {...table}
          lead={<LookChoice look={look} onLook={setLook} />}
          selected={selected}
          onSelect={setSelected}
          rowActions={rowActions}
          batchActions={batchActions}
          empty={{ title: w.emptyTitle, hint: w.emptyHint, action: add }}
        />
      ) : (
        <DataTable
          {...table}
          peek={peek}
          label={r.title}
          columns={columns}
          rowKey={({ id }) => id}
          rowName={(row) => nameOf(row.names, row.baseLanguage)}
          rowActions={rowActions}
          lead={<LookChoice look={look} onLook={setLook} />}
          selection={{ selected, onChange: setSelected, actions: batchActions }}
          empty={{ title: w.emptyTitle, hint: w.emptyHint, action: add }}
        />
      )}
      <BatchDialogs pending={pending} onClose={() => setPending(null)} onDone={() => setSelected(new Set())} />
      <ImportRecipes isOpen={isImporting} onClose={() => setImporting(false)} />
    </ListPage>
  )
}

/** Opens the dialog of sets: the recipes that organisations get by themselves. */
function Sets() {
  const o = useWords(ovenText)
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button icon="store" onClick={() => setOpen(true)}>
        {o.allSets}
      </Button>
      {isOpen ? (
        <Suspense fallback={null}>
          <SetsDialog isOpen onClose={() => setOpen(false)} />
        </Suspense>
      ) : null}
    </>
  )
}

function LookChoice({ look, onLook }: { look: Look; onLook: (look: Look) => void }) {
  const w = useWords(listText)
  return (
    <Row.span gap="8" align="center">
      <Segments
        size="small"
        label={w.look}
        value={look}
        options={looks.map((value) => ({ value, label: w[value] }))}
        onChange={(value) => {
          remember('recipe.look', value)
          onLook(value)
        }}
      />
    </Row.span>
  )
}

/** Conditions from links of the statistics that have no field in the form. */
function useRecipeChips(): readonly Chip<keyof RecipeSearch>[] {
  const w = useWords(listText)
  const r = useWords(recipeWords)
  const locale = useLocale()
  return [
    {
      label: r.organisation,
      names: ['organisationId'],
      text: ({ organisationId }) => (organisationId === 'own' ? w.ownAndBelow : undefined),
      source: customerSource,
    },
    {
      label: w.completeIn,
      names: ['complete'],
      text: ({ complete }) => {
        const language = recipeLanguages.find((one) => one === complete)
        return language === undefined ? undefined : recipeLanguageWords[language][locale]
      },
    },
    {
      label: r.status,
      names: ['published'],
      text: ({ published }) => (published === 'true' ? w.hasPublished : w.unpublished),
    },
    { label: r.category, names: ['filed'], text: ({ filed }) => (filed === 'true' ? w.anyFiled : w.notFiled) },
  ]
}
