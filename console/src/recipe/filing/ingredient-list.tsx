import { filingApi } from '@brigade/contract/recipe/filing.endpoints.ts'
import { IngredientKind, IngredientSearch, allergens, type IngredientRow } from '@brigade/contract/recipe/filing.model.ts'
import { unitWords } from '@brigade/contract/recipe/recipe.text.ts'
import { useMemo } from 'react'
import { useCan } from '../../platform/can.ts'
import { formatNumber, formatTime } from '../../platform/format.ts'
import { useKept } from '../../platform/kept-work.ts'
import { useLocale, useWords } from '../../platform/locale.ts'
import { useSend } from '../../platform/query.ts'
import { FormSheet } from '../../shell/form-sheet.tsx'
import { useList } from '../../shell/use-list.ts'
import { Button } from '../../ui/button/button.tsx'
import type { Column, RowAction } from '../../ui/data-table/column.ts'
import { DataTable } from '../../ui/data-table/data-table.tsx'
import { ListPage } from '../../ui/list-page/list-page.tsx'
import type { Filter } from '../../ui/search-form/filter.ts'
import { SearchForm } from '../../ui/search-form/search-form.tsx'
import { useFiledName } from '../recipe-names.ts'
import { allergenWords, filingText, ingredientText, kindWords } from './filing.text.ts'
import { IngredientForm } from './ingredient-form.tsx'
import { useFilingRemoval } from './use-filing-removal.tsx'

type Editing = { ingredient: IngredientRow | null }

/** Own ingredients and those of organisations above. */
export function IngredientList() {
  const t = useWords(ingredientText)
  const can = useCan()
  const nameOf = useFiledName()
  const { form, table } = useList(filingApi.ingredients, IngredientSearch, 'recipe.ingredients', useFilters())
  const columns = useColumns()
  const [editing, setEditing] = useKept<Editing | null>('ingredient sheet', null)
  const { mutateAsync: remove } = useSend(filingApi.removeIngredients, { quiet: true })
  const [askRemove, confirmation] = useFilingRemoval((ids) => remove({ ids }))
  const rowActions = useRowActions((ingredient) => setEditing({ ingredient }), askRemove)
  const add = can('ingredient:create') ? (
    <Button look="primary" icon="plus" onClick={() => setEditing({ ingredient: null })}>
      {t.add}
    </Button>
  ) : null
  const ingredient = editing?.ingredient ?? null
  return (
    <ListPage title={t.title} primary={add} filters={<SearchForm {...form} />}>
      <DataTable
        {...table}
        label={t.title}
        columns={columns}
        rowKey={(row) => row.id}
        rowName={(row) => nameOf(row.names)}
        rowActions={rowActions}
        empty={{ title: t.emptyTitle, hint: t.emptyHint, action: add }}
      />
      <FormSheet
        title={ingredient === null ? t.add : t.editTitle}
        isOpen={editing !== null}
        onClose={() => setEditing(null)}
      >
        <IngredientForm ingredient={ingredient} />
      </FormSheet>
      {confirmation}
    </ListPage>
  )
}

function useFilters(): readonly Filter<keyof IngredientSearch>[] {
  const w = useWords(filingText)
  const t = useWords(ingredientText)
  const locale = useLocale()
  return [
    { kind: 'text', name: 'keyword', label: w.keyword, maxLength: 60 },
    {
      kind: 'select',
      name: 'kind',
      label: t.kind,
      placeholder: t.anyKind,
      options: IngredientKind.options.map((value) => ({ value, label: kindWords[value][locale] })),
    },
    {
      kind: 'select',
      name: 'allergen',
      label: t.allergen,
      placeholder: t.anyAllergen,
      options: allergens.map((value) => ({ value, label: allergenWords[value][locale] })),
    },
  ]
}

function useColumns(): readonly Column<IngredientRow>[] {
  const w = useWords(filingText)
  const t = useWords(ingredientText)
  const locale = useLocale()
  const nameOf = useFiledName()
  return useMemo(
    () => [
      { key: 'name', title: w.name, width: 200, identifies: true, cell: (row) => nameOf(row.names) },
      {
        key: 'otherNames',
        title: w.otherNames,
        dim: true,
        cell: (row) =>
          Object.values(row.names)
            .filter((name) => name !== nameOf(row.names))
            .join(' · '),
      },
      { key: 'kind', title: t.kind, width: 112, cell: (row) => kindWords[row.kind][locale] },
      { key: 'unit', title: t.unit, width: 96, cell: (row) => unitWords[row.unit][locale] },
      {
        key: 'allergens',
        title: t.allergens,
        width: 180,
        cell: (row) => row.allergens.map((allergen) => allergenWords[allergen][locale]).join(' · '),
      },
      { key: 'recipes', title: w.recipes, width: 96, align: 'end', cell: (row) => formatNumber(row.recipes) },
      { key: 'organisation', title: w.organisation, width: 180, cell: (row) => row.organisation.name },
      {
        key: 'updatedAt',
        title: w.changed,
        width: 164,
        align: 'end',
        dim: true,
        sortable: true,
        cell: (row) => <span className="time">{formatTime(row.updatedAt)}</span>,
      },
    ],
    [w, t, locale, nameOf],
  )
}

function useRowActions(onEdit: (row: IngredientRow) => void, askRemove: (row: IngredientRow) => void) {
  const w = useWords(filingText)
  const can = useCan()
  return (row: IngredientRow): readonly RowAction[] => {
    const notOwn = row.isOwn ? undefined : w.ofAbove
    const inUse = row.recipes > 0 ? w.inUse({ count: row.recipes }) : undefined
    return [
      ...(can('ingredient:update')
        ? [{ key: 'edit', icon: 'pencil' as const, label: w.edit, disabledReason: notOwn, onClick: () => onEdit(row) }]
        : []),
      ...(can('ingredient:remove')
        ? [
            {
              key: 'remove',
              icon: 'trash' as const,
              label: w.remove,
              danger: true,
              disabledReason: notOwn ?? inUse,
              onClick: () => askRemove(row),
            },
          ]
        : []),
    ]
  }
}
