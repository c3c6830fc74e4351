import type { Endpoint, JsonReply } from '@brigade/contract/endpoint.ts'
import { keepPreviousData, useQuery, type UseQueryResult } from '@tanstack/react-query'
import type { z } from 'zod'
import { ask } from '../platform/query.ts'
import type { Peeking, TablePage, TableSearch } from '../ui/data-table/column.ts'
import { setChips, type Chip } from '../ui/search-form/chip.ts'
import { isFiltered, namesOf, without, type Filter, type SearchPatch } from '../ui/search-form/filter.ts'
import { useCounted, useListSearch, type Counted } from './use-list-search.ts'
import { usePeeking } from './use-peeking.ts'

/** A read that answers a page of rows. */
export type ListEndpoint<P> = Endpoint<z.ZodType, z.ZodType, JsonReply<z.ZodType<P>>, 'none'>

type List<T, P> = {
  search: T
  change: (patch: SearchPatch<T>) => void
  query: UseQueryResult<P>
  /** For `SearchForm`. */
  form: {
    name: string
    filters: readonly Filter<keyof T & string>[]
    chips: readonly Chip<keyof T & string>[]
    search: T
    onSearch: (patch: SearchPatch<T>) => void
  }
  /** For `DataTable`. */
  table: {
    name: string
    query: UseQueryResult<P>
    search: T
    onSearch: (patch: SearchPatch<T>) => void
    onClearFilters: (() => void) | undefined
    counted: Counted | undefined
    peeking: Peeking
  }
}

/**
 * A list with filters: its query is in the address, and its rows are read with it. The columns, the page size and the opened filters are
 * remembered under `name`. `chips`: filters in the address without a field.
 */
export function useList<T extends TableSearch, P extends TablePage<unknown>>(
  endpoint: ListEndpoint<P>,
  schema: z.ZodType<T>,
  name: string,
  filters: readonly Filter<keyof T & string>[],
  chips: readonly Chip<keyof T & string>[] = [],
): List<T, P> {
  const [search, change] = useListSearch(schema, name)
  const query = useQuery({
    ...ask(endpoint, search, { quiet: true }),
    placeholderData: keepPreviousData,
  })
  const counted = useCounted()
  const peeking = usePeeking()
  const clear = (): void => {
    const names = [...filters.flatMap(namesOf), ...chips.flatMap((chip) => chip.names)]
    change({ ...without<T>(names), pageNum: undefined })
  }
  return {
    search,
    change,
    query,
    form: { name, filters, chips, search, onSearch: change },
    table: {
      name,
      query,
      search,
      onSearch: change,
      onClearFilters: isFiltered(filters, search) || setChips(chips, search).length > 0 ? clear : undefined,
      counted,
      peeking,
    },
  }
}
