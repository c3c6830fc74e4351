import { filingApi } from '@brigade/contract/recipe/filing.endpoints.ts'
import type { CategoryRow } from '@brigade/contract/recipe/filing.model.ts'
import { recipeLanguages } from '@brigade/contract/recipe/recipe.model.ts'
import { recipeLanguageNames } from '@brigade/contract/recipe/recipe-language.text.ts'
import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { useCan } from '../../platform/can.ts'
import { formatNumber, formatTime } from '../../platform/format.ts'
import { useKept } from '../../platform/kept-work.ts'
import { useLocale, useWords } from '../../platform/locale.ts'
import { askPage, useSend } from '../../platform/query.ts'
import { toastDone } from '../../platform/toast.ts'
import { Button } from '../../ui/button/button.tsx'
import type { Column, RowAction } from '../../ui/data-table/column.ts'
import { OrderedTable } from '../../ui/data-table/ordered-table.tsx'
import { ConfirmAction } from '../../ui/dialog/confirm-action.tsx'
import { TextField } from '../../ui/field/text-field.tsx'
import { ListPage } from '../../ui/list-page/list-page.tsx'
import { reordered } from '../../ui/order/use-order.ts'
import { EmptyPanel } from '../../ui/page/empty-panel.tsx'
import { ErrorPanel } from '../../ui/page/error-panel.tsx'
import { recipesOf } from '../recipe-address.ts'
import { useRecipeName } from '../recipe-names.ts'
import { RecipePicture } from '../recipe-picture.tsx'
import css from '../recipe.module.css'
import { recipeWords } from '../recipe.text.ts'
import { CategorySheet } from './category-sheet.tsx'
import { categoryText } from './category.text.ts'

/** As many as a list of categories can have on one page: they are ordered by hand. */
const most = 80

/** Categories in the order in which people see them: dragged by the handle, or moved by Alt and an arrow key. */
export function CategoryList() {
  const w = useWords(categoryText)
  const can = useCan()
  const nameOf = useRecipeName()
  const [keyword, setKeyword] = useState('')
  const [editing, setEditing] = useKept<{ of: CategoryRow | null } | null>('recipe category sheet', null)
  const [removing, setRemoving] = useState<CategoryRow | null>(null)
  const { rows, move, query } = useOrderedCategories(keyword.trim())
  const columns = useColumns()
  const mayEdit = can('recipe-category:update')
  const add = can('recipe-category:create') ? (
    <Button look="primary" icon="plus" onClick={() => setEditing({ of: null })}>
      {w.add}
    </Button>
  ) : null
  const rowActions = useRowActions(setEditing, setRemoving)
  return (
    <ListPage title={w.title} primary={add}>
      <div className={css.body}>
        <div className={css.find}>
          <TextField
            bare
            isFirstFilter
            icon="search"
            label={w.find}
            placeholder={w.keyword}
            value={keyword}
            autoComplete="off"
            onChange={(event) => setKeyword(event.currentTarget.value)}
          />
        </div>
        {query.error !== null && query.data === undefined ? (
          <ErrorPanel message={query.error.message} onRetry={() => void query.refetch()} />
        ) : (
          <OrderedTable
            label={w.title}
            columns={columns}
            rows={rows}
            rowKey={({ id }) => id}
            rowName={(row) => nameOf(row.names)}
            rowLook={() => 'plain'}
            rowActions={rowActions}
            order={
              mayEdit
                ? {
                    onMove: move,
                    // Each organisation orders its own.
                    groupOf: (id) => rows.find((row) => row.id === id)?.organisation?.id ?? '',
                    offReason: keyword.trim() === '' ? undefined : w.noOrder,
                  }
                : undefined
            }
            empty={
              query.data === undefined ? (
                <p role="status">{w.loading}</p>
              ) : (
                <EmptyPanel title={w.emptyTitle} hint={w.emptyHint} action={add} />
              )
            }
          />
        )}
      </div>
      <CategorySheet editing={editing} onClose={() => setEditing(null)} />
      <RemoveCategory row={removing} onClose={() => setRemoving(null)} />
    </ListPage>
  )
}

function useRowActions(onEdit: (editing: { of: CategoryRow }) => void, onRemove: (row: CategoryRow) => void) {
  const w = useWords(categoryText)
  const r = useWords(recipeWords)
  const can = useCan()
  return (row: CategoryRow): readonly RowAction[] => [
    ...(can('recipe-category:update') && row.isOwn
      ? [{ key: 'edit', icon: 'pencil' as const, label: w.editVerb, onClick: () => onEdit({ of: row }) }]
      : []),
    ...(can('recipe-category:remove') && row.isOwn
      ? [
          {
            key: 'remove',
            icon: 'trash' as const,
            label: r.remove,
            danger: true,
            disabledReason: row.recipes > 0 ? w.inUse : undefined,
            onClick: () => onRemove(row),
          },
        ]
      : []),
  ]
}

/** The rows in the order on screen, which a move changes before the server answers. */
function useOrderedCategories(keyword: string) {
  const query = useQuery(
    askPage(
      filingApi.categories,
      { pageNum: 1, pageSize: most, sort: 'position', ...(keyword === '' ? {} : { keyword }) },
      { quiet: true },
    ),
  )
  const update = useSend(filingApi.updateCategory)
  const [order, setOrder] = useState<{ of: unknown; rows: readonly CategoryRow[] } | null>(null)
  const read = query.data?.list ?? []
  const rows = order !== null && order.of === query.data ? order.rows : read
  const move = (id: string, to: number): void => {
    const row = rows.find((each) => each.id === id)
    if (row === undefined) return
    const peers = rows.filter((each) => each.organisation?.id === row.organisation?.id)
    const at = rows.indexOf(peers[to] ?? row)
    setOrder({ of: query.data, rows: reordered(rows, rows.indexOf(row), at) })
    update.mutate(
      { id, names: row.names, pictureFileId: row.pictureFileId, updatedAt: row.updatedAt, position: to + 1 },
      { onError: () => setOrder(null) },
    )
  }
  return { rows, move, query }
}

function useColumns(): readonly Column<CategoryRow>[] {
  const w = useWords(categoryText)
  const r = useWords(recipeWords)
  const nameOf = useRecipeName()
  const locale = useLocale()
  return useMemo(
    () => [
      {
        key: 'name',
        title: r.name,
        width: 220,
        identifies: true,
        cell: (row) => (
          <span className={css.named}>
            <RecipePicture fileId={row.pictureFileId} />
            <span data-cut="">{nameOf(row.names)}</span>
          </span>
        ),
      },
      { key: 'code', title: r.code, width: 104, cell: (row) => <span className="mono">{row.code}</span> },
      {
        key: 'languages',
        title: w.names6,
        width: 200,
        cell: ({ names }) =>
          recipeLanguages
            .filter((language) => (names[language] ?? '') !== '')
            .map((language) => recipeLanguageNames[language])
            .join(' · '),
      },
      {
        key: 'recipes',
        title: w.recipes,
        width: 96,
        align: 'end',
        cell: (row) => <a href={recipesOf({ categoryId: row.id })}>{formatNumber(row.recipes)}</a>,
      },
      {
        key: 'organisation',
        title: r.organisation,
        width: 160,
        cell: (row) => row.organisation?.name ?? r.organisationAbove,
      },
      {
        key: 'updatedAt',
        title: r.updated,
        width: 156,
        align: 'end',
        cell: (row) => <span className="time">{formatTime(row.updatedAt)}</span>,
      },
    ],
    // oxlint-disable-next-line react/exhaustive-deps -- the names follow the language, as the words do
    [r, w, locale],
  )
}

function RemoveCategory({ row, onClose }: { row: CategoryRow | null; onClose: () => void }) {
  const w = useWords(categoryText)
  const r = useWords(recipeWords)
  const nameOf = useRecipeName()
  const remove = useSend(filingApi.removeCategories, { quiet: true })
  return (
    <ConfirmAction
      title={w.removeTitle({ name: row === null ? '' : nameOf(row.names) })}
      isOpen={row !== null}
      onClose={onClose}
      confirmLabel={r.remove}
      danger
      onConfirm={async () => {
        if (row === null) return
        await remove.mutateAsync({ ids: [row.id] })
        toastDone(r.deleted)
      }}
    >
      {w.removeBody}
    </ConfirmAction>
  )
}
