import { pageSizes } from '@brigade/contract/paging.ts'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useCallback, useMemo, useState } from 'react'
import { z } from 'zod'
import { changeTableHabits, tableHabitsNow } from '../platform/habits/table-habits.ts'
import { useReading } from '../platform/address/misread-address.ts'
import { urlSearch } from '../platform/address/url-search.ts'

/** These parameters do not change which rows match. */
const leavesRows: ReadonlySet<string> = new Set(['pageNum', 'pageSize', 'sort', 'id', 'view', 'group'])
/**
 * Statistics link to a list with the count of its rows and the time of counting. The count is valid only for the filters of the
 * link.
 */
const Counted = z.object({ counted: z.coerce.number(), countedAt: z.iso.datetime({ offset: true }) })
export type Counted = z.output<typeof Counted>

export function useCounted(): Counted | undefined {
  const raw: Record<string, unknown> = useSearch({ strict: false })
  return useMemo(() => Counted.safeParse(raw).data, [raw])
}

/** A patch changes parameters of the address; undefined removes one. */
type Patch<S extends z.ZodType<object>> = { [K in keyof z.output<S>]?: unknown }

/**
 * A screen's query in the address, and a function that changes it: filters, page, size and sort, so that reload, back and a link sent to a
 * colleague show the same rows. `list` is the name of its table: an address without a page size gets the one that the person chose there
 * last.
 */
export function useListSearch<S extends z.ZodType<object>>(
  schema: S,
  list?: string,
): [z.output<S>, (patch: Patch<S>, how?: { replaces: boolean }) => void] {
  const raw: Record<string, unknown> = useSearch({ strict: false })
  const navigate = useNavigate()
  // The page size is read once when the screen opens, so that a choice in another tab does not change the rows in this
  // one.
  const [chosenSize, setChosenSize] = useState(() => (list === undefined ? undefined : tableHabitsNow(list).pageSize))
  const [search, reading] = useMemo(() => {
    const read = urlSearch(schema)(chosenSize === undefined ? raw : { pageSize: chosenSize, ...raw })
    return [read.search, { understood: read.understood, wrong: read.wrong, isList: list !== undefined }] as const
  }, [schema, raw, chosenSize, list])
  useReading(reading)
  const change = useCallback(
    (patch: Patch<S>, { replaces } = { replaces: false }) => {
      const size = 'pageSize' in patch ? pageSizes.find((one) => one === patch.pageSize) : undefined
      if (list !== undefined && size !== undefined && size !== chosenSize) {
        changeTableHabits(list, { pageSize: size })
        setChosenSize(size)
      }
      void navigate({
        to: '.',
        replace: replaces,
        search: (before: Record<string, unknown>): Record<string, unknown> => ({
          ...(chosenSize === undefined ? {} : { pageSize: chosenSize }),
          ...before,
          ...(Object.keys(patch).every((key) => leavesRows.has(key))
            ? {}
            : { counted: undefined, countedAt: undefined }),
          // Other rows: the one that was shown beside them may not be among them. What replaces the address is no choice of other rows.
          ...(replaces ? {} : { peek: undefined }),
          ...patch,
        }),
      })
    },
    [navigate, list, chosenSize],
  )
  return [search, change]
}
