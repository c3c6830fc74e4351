import { filingApi } from '@brigade/contract/recipe/filing.endpoints.ts'
import {
  allergens,
  ingredientKinds,
  IngredientSearch,
  type IngredientRow,
} from '@brigade/contract/recipe/filing.model.ts'
import { recipeLanguages } from '@brigade/contract/recipe/recipe.model.ts'
import { unitWords } from '@brigade/contract/recipe/recipe.text.ts'
import { recipeLanguageWords } from '@brigade/contract/recipe/recipe-language.text.ts'
import { useMemo, useState } from 'react'
import { useCan } from '../../platform/can.ts'
import { formatNumber, formatTime } from '../../platform/format.ts'
import { useKept } from '../../platform/kept-work.ts'
import { useLocale, useWords } from '../../platform/locale.ts'
import { useSend } from '../../platform/query.ts'
import { toastDone } from '../../platform/toast.ts'
import { useList } from '../../shell/use-list.ts'
import { Button } from '../../ui/button/button.tsx'
import type { Column, RowAction } from '../../ui/data-table/column.ts'
import { DataTable } from '../../ui/data-table/data-table.tsx'
import { ConfirmAction } from '../../ui/dialog/confirm-action.tsx'
import { ListPage } from '../../ui/list-page/list-page.tsx'
import type { Filter } from '../../ui/search-form/filter.ts'
import { SearchForm } from '../../ui/search-form/search-form.tsx'
import { recipesOf } from '../recipe-address.ts'
import { useRecipeName } from '../recipe-names.ts'
import { recipeWords } from '../recipe.text.ts'
import { IngredientSheet } from './ingredient-sheet.tsx'
import { allergenNames, allergenWords, ingredientKindWords, ingredientText } from './ingredient.text.ts'

/** The ingredients of recipes: names in six languages, kinds of amounts, allergens, and the recipes that use each. */
export function IngredientList() {
  const w = useWords(ingredientText)
  const r = useWords(recipeWords)
  const can = useCan()
  const nameOf = useRecipeName()
  const { form, table } = useList(filingApi.ingredients, IngredientSearch, 'ingredient', useFilters())
  const [editing, setEditing] = useKept<{ of: IngredientRow | null } | null>('ingredient sheet', null)
  const [removing, setRemoving] = useState<IngredientRow | null>(null)
  const remove = useSend(filingApi.removeIngredients, { quiet: true })
  const columns = useColumns()
  const add = can('ingredient:create') ? (
    <Button look="primary" icon="plus" onClick={() => setEditing({ of: null })}>
      {w.add}
    </Button>
  ) : null
  const rowActions = (row: IngredientRow): readonly RowAction[] => [
    ...(can('ingredient:update') && row.isOwn
      ? [{ key: 'edit', icon: 'pencil' as const, label: w.editVerb, onClick: () => setEditing({ of: row }) }]
      : []),
    ...(can('ingredient:remove') && row.isOwn
      ? [
          {
            key: 'remove',
            icon: 'trash' as const,
            label: r.remove,
            danger: true,
            disabledReason: row.recipes > 0 ? w.inUse : undefined,
            onClick: () => setRemoving(row),
          },
        ]
      : []),
  ]
  return (
    <ListPage title={w.title} primary={add} filters={<SearchForm {...form} />}>
      <DataTable
        {...table}
        label={w.title}
        columns={columns}
        rowKey={({ id }) => id}
        rowName={(row) => nameOf(row.names)}
        rowActions={rowActions}
        empty={{ title: w.emptyTitle, hint: w.emptyHint, action: add }}
      />
      <IngredientSheet editing={editing} onClose={() => setEditing(null)} />
      <ConfirmAction
        title={w.removeTitle({ name: removing === null ? '' : nameOf(removing.names) })}
        isOpen={removing !== null}
        onClose={() => setRemoving(null)}
        confirmLabel={r.remove}
        danger
        onConfirm={async () => {
          if (removing === null) return
          await remove.mutateAsync({ ids: [removing.id] })
          toastDone(r.deleted)
        }}
      >
        {w.removeBody}
      </ConfirmAction>
    </ListPage>
  )
}

function useFilters(): readonly Filter<keyof IngredientSearch>[] {
  const w = useWords(ingredientText)
  const locale = useLocale()
  return [
    { kind: 'text', name: 'keyword', label: w.keyword, maxLength: 60 },
    {
      kind: 'select',
      name: 'kind',
      label: w.kind,
      placeholder: w.anyKind,
      options: ingredientKinds.map((value) => ({ value, label: ingredientKindWords[value][locale] })),
    },
    {
      kind: 'select',
      name: 'allergen',
      label: w.allergen,
      placeholder: w.anyAllergen,
      options: allergens.map((value) => ({ value, label: allergenWords[value][locale] })),
    },
  ]
}

function useColumns(): readonly Column<IngredientRow>[] {
  const w = useWords(ingredientText)
  const r = useWords(recipeWords)
  const locale = useLocale()
  const nameOf = useRecipeName()
  return useMemo(
    () => [
      { key: 'name', title: r.name, width: 160, identifies: true, cell: (row) => nameOf(row.names) },
      ...recipeLanguages.map((language) => ({
        key: language,
        title: recipeLanguageWords[language][locale],
        width: 124,
        isExtra: language === locale,
        cell: (row: IngredientRow) => row.names[language] ?? '',
      })),
      // The usual unit already shows it.
      { key: 'kind', title: w.kind, width: 96, isExtra: true, cell: (row) => ingredientKindWords[row.kind][locale] },
      { key: 'unit', title: w.unit, width: 84, cell: (row) => unitWords[row.unit][locale] },
      { key: 'allergens', title: w.allergen, width: 108, cell: (row) => allergenNames(row.allergens, locale) },
      {
        key: 'recipes',
        title: w.recipes,
        width: 72,
        align: 'end',
        cell: (row) => <a href={recipesOf({ ingredientId: row.id })}>{formatNumber(row.recipes)}</a>,
      },
      {
        key: 'updatedAt',
        title: r.updated,
        width: 156,
        align: 'end',
        isExtra: true,
        sortable: true,
        cell: (row) => <span className="time">{formatTime(row.updatedAt)}</span>,
      },
      {
        key: 'organisation',
        title: r.organisation,
        width: 140,
        isExtra: true,
        cell: (row) => row.organisation?.name ?? r.organisationAbove,
      },
    ],
    // oxlint-disable-next-line react/exhaustive-deps -- the names follow the language
    [w, r, locale],
  )
}
