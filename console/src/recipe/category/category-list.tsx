import { filingApi } from '@brigade/contract/recipe/filing.endpoints.ts'
import type { CategoryRow } from '@brigade/contract/recipe/filing.model.ts'
import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { useCan } from '../../platform/can.ts'
import { useLocale, useWords } from '../../platform/locale.ts'
import { askPage, useSend } from '../../platform/query.ts'
import { useEntity } from '../../shell/entity/use-entity.tsx'
import { OrderedTable } from '../../ui/data-table/ordered-table.tsx'
import { TextField } from '../../ui/field/text-field.tsx'
import { ListPage } from '../../ui/list-page/list-page.tsx'
import { useShownOrder } from '../../ui/order/use-order.ts'
import { EmptyPanel } from '../../ui/page/empty-panel.tsx'
import { ErrorPanel } from '../../ui/page/error-panel.tsx'
import css from '../recipe.module.css'
import { categoryEntity } from './category-entity.tsx'
import { categoryText } from './category.text.ts'

/** A list of categories can have this many on one page, because they are ordered by hand. */
const most = 80

/** Categories in the order in which people see them: dragged by the handle, or moved by Alt and an arrow key. */
export function CategoryList() {
  const w = useWords(categoryText)
  const can = useCan()
  const locale = useLocale()
  const [keyword, setKeyword] = useState('')
  const { rows, move, query } = useOrderedCategories(keyword.trim())
  const { add, actionsOf, dialogs } = useEntity({ of: categoryEntity })
  const columns = useMemo(() => categoryEntity.columns(locale), [locale])
  const rowActions = useMemo(
    () => (row: CategoryRow) => [...actionsOf(row).edit, ...actionsOf(row).remove],
    [actionsOf],
  )
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
            rowName={(row) => categoryEntity.rowName(row, locale)}
            rowLook={() => 'plain'}
            rowActions={rowActions}
            order={
              can('recipe-category:update')
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
      {dialogs}
    </ListPage>
  )
}

function useOrderedCategories(keyword: string) {
  const query = useQuery(
    askPage(
      filingApi.categories,
      { pageNum: 1, pageSize: most, sort: 'position', ...(keyword === '' ? {} : { keyword }) },
      { quiet: true },
    ),
  )
  const update = useSend(filingApi.updateCategory)
  const { rows, show, takeBack } = useShownOrder<CategoryRow>(query.data)
  const move = (id: string, to: number): void => {
    const row = rows.find((each) => each.id === id)
    if (row === undefined) return
    const peers = rows.filter((each) => each.organisation?.id === row.organisation?.id)
    const at = rows.indexOf(peers[to] ?? row)
    show(rows.indexOf(row), at)
    update.mutate(
      { id, names: row.names, pictureFileId: row.pictureFileId, updatedAt: row.updatedAt, position: to + 1 },
      { onError: takeBack },
    )
  }
  return { rows, move, query }
}
