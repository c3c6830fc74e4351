import { useEffect } from 'react'
import type { TableQuery, TableSearch } from './column.ts'

/** A change of the list's query; `replaces`: the way back does not lead to what it was before. */
export type TurnTable = (patch: Partial<TableSearch>, how?: { replaces: boolean }) => void

/**
 * A page past the end (an old address, the last row deleted) is replaced by the last existing page. Returns true until that has loaded,
 * because an empty page says nothing about the list.
 */
export function useLastPage({ data, isPlaceholderData }: TableQuery<unknown>, onSearch: TurnTable): boolean {
  const page = data === undefined ? undefined : lastPage(data)
  const isPast = page !== undefined
  useEffect(() => {
    if (page !== undefined && !isPlaceholderData) onSearch({ pageNum: page }, { replaces: true })
    // `onSearch` may be another function each time; the page alone decides.
    // oxlint-disable-next-line react/exhaustive-deps -- once a page
  }, [page, isPlaceholderData])
  return isPast
}

type Counted = { list: readonly unknown[]; total: number; pageNum: number; pageSize: number }

/**
 * Returns the page to show instead of one without rows; undefined means to stay. It always precedes the current page, even if
 * the total changed meanwhile.
 */
export function lastPage({ list, total, pageNum, pageSize }: Counted): number | undefined {
  if (list.length > 0 || pageNum === 1) return undefined
  return Math.max(1, Math.min(pageNum - 1, Math.ceil(total / pageSize)))
}
