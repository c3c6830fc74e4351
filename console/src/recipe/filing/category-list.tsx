import { filingApi } from '@brigade/contract/recipe/filing.endpoints.ts'
import { CategorySearch, type CategoryRow } from '@brigade/contract/recipe/filing.model.ts'
import { useMemo } from 'react'
import { useCan } from '../../platform/can.ts'
import { formatNumber, formatTime } from '../../platform/format.ts'
import { useKept } from '../../platform/kept-work.ts'
import { useWords } from '../../platform/locale.ts'
import { useSend } from '../../platform/query.ts'
import { FormSheet } from '../../shell/form-sheet.tsx'
import { useList } from '../../shell/use-list.ts'
import { Button } from '../../ui/button/button.tsx'
import type { Column, RowAction } from '../../ui/data-table/column.ts'
import { DataTable } from '../../ui/data-table/data-table.tsx'
import { ListPage } from '../../ui/list-page/list-page.tsx'
import { SearchForm } from '../../ui/search-form/search-form.tsx'
import { useFiledName } from '../recipe-names.ts'
import { CategoryForm } from './category-form.tsx'
import { categoryText, filingText } from './filing.text.ts'
import { useFilingRemoval } from './use-filing-removal.tsx'

type Editing = { category: CategoryRow | null }

/** Own categories and those of organisations above, in their order. */
export function CategoryList() {
  const c = useWords(categoryText)
  const can = useCan()
  const nameOf = useFiledName()
  const { form, table } = useList(filingApi.categories, CategorySearch, 'recipe.categories', [
    { kind: 'text', name: 'keyword', label: c.keyword, maxLength: 60 },
  ])
  const columns = useColumns()
  const [editing, setEditing] = useKept<Editing | null>('category sheet', null)
  const { mutateAsync: remove } = useSend(filingApi.removeCategories, { quiet: true })
  const [askRemove, confirmation] = useFilingRemoval((ids) => remove({ ids }))
  const rowActions = useRowActions((category) => setEditing({ category }), askRemove)
  const add = can('recipe-category:create') ? (
    <Button look="primary" icon="plus" onClick={() => setEditing({ category: null })}>
      {c.add}
    </Button>
  ) : null
  const category = editing?.category ?? null
  return (
    <ListPage title={c.title} primary={add} filters={<SearchForm {...form} />}>
      <DataTable
        {...table}
        label={c.title}
        columns={columns}
        rowKey={(row) => row.id}
        rowName={(row) => nameOf(row.names)}
        rowActions={rowActions}
        empty={{ title: c.emptyTitle, hint: c.emptyHint, action: add }}
      />
      <FormSheet
        title={category === null ? c.add : c.editTitle}
        isOpen={editing !== null}
        onClose={() => setEditing(null)}
      >
        <CategoryForm category={category} />
      </FormSheet>
      {confirmation}
    </ListPage>
  )
}

function useColumns(): readonly Column<CategoryRow>[] {
  const w = useWords(filingText)
  const c = useWords(categoryText)
  const nameOf = useFiledName()
  return useMemo(
    () => [
      { key: 'name', title: w.name, width: 220, identifies: true, cell: (row) => nameOf(row.names) },
      { key: 'code', title: c.code, width: 120, cell: (row) => <span className="mono">{row.code}</span> },
      {
        key: 'otherNames',
        title: w.otherNames,
        dim: true,
        cell: (row) =>
          Object.values(row.names)
            .filter((name) => name !== nameOf(row.names))
            .join(' · '),
      },
      { key: 'recipes', title: w.recipes, width: 96, align: 'end', cell: (row) => formatNumber(row.recipes) },
      { key: 'organisation', title: w.organisation, width: 180, cell: (row) => row.organisation.name },
      {
        key: 'position',
        title: c.position,
        width: 80,
        align: 'end',
        sortable: true,
        cell: (row) => formatNumber(row.position),
      },
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
    [w, c, nameOf],
  )
}

function useRowActions(onEdit: (row: CategoryRow) => void, askRemove: (row: CategoryRow) => void) {
  const w = useWords(filingText)
  const c = useWords(categoryText)
  const can = useCan()
  const { mutate: update } = useSend(filingApi.updateCategory)
  const move = ({ id, names, pictureFileId, updatedAt, position }: CategoryRow, by: 1 | -1) =>
    update({ id, names, pictureFileId, updatedAt, position: position + by })
  return (row: CategoryRow): readonly RowAction[] => {
    const notOwn = row.isOwn ? undefined : w.ofAbove
    const inUse = row.recipes > 0 ? w.inUse({ count: row.recipes }) : undefined
    const isFirst = row.position <= 1 ? c.first : undefined
    return [
      ...(can('recipe-category:update')
        ? [
            { key: 'edit', icon: 'pencil' as const, label: w.edit, disabledReason: notOwn, onClick: () => onEdit(row) },
            {
              key: 'up',
              icon: 'arrow-up' as const,
              label: c.up,
              disabledReason: notOwn ?? isFirst,
              onClick: () => move(row, -1),
            },
            { key: 'down', icon: 'arrow-down' as const, label: c.down, disabledReason: notOwn, onClick: () => move(row, 1) },
          ]
        : []),
      ...(can('recipe-category:remove')
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
