import type { SavedFilter } from '@brigade/contract/session/preference.model.ts'
import { sessionApi } from '@brigade/contract/session/session.endpoints.ts'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { call } from '../call.ts'
import { ask } from '../query.ts'

export type { SavedFilter } from '@brigade/contract/session/preference.model.ts'

/** Filters and order of a list, as in its address. */
export type SavedQuery = Readonly<Record<string, string>>

/**
 * The person's saved filters of a list, and the functions that change them. Nobody else changes them, so they are
 * rarely read again.
 */
export function useSavedFilters(list: string) {
  const client = useQueryClient()
  const request = ask(sessionApi.savedFilters, { list }, { quiet: true })
  const { data, error, refetch } = useQuery({ ...request, staleTime: 60_000 })
  const onSuccess = () => client.invalidateQueries({ queryKey: request.queryKey })
  const save = useMutation({
    mutationFn: (filter: { name: string; query: SavedQuery }) =>
      call(sessionApi.saveFilter, { list, name: filter.name, query: { ...filter.query } }, { quiet: true }),
    onSuccess,
  })
  const remove = useMutation({
    mutationFn: ({ id }: SavedFilter) => call(sessionApi.removeFilter, { id }),
    onSuccess,
  })
  return { filters: data, error, refetch: () => void refetch(), save, remove }
}

/** A saved filter contains every parameter of a list's query except the page. */
export function savedQueryOf(search: object): SavedQuery {
  const entries = Object.entries<unknown>({ ...search }).filter(
    ([key, value]) => key !== 'pageNum' && key !== 'pageSize' && value !== undefined && value !== null && value !== '',
  )
  return Object.fromEntries(entries.map(([key, value]) => [key, String(value)]))
}

export function isSameQuery(one: SavedQuery, other: SavedQuery): boolean {
  const keys = Object.keys(one)
  return keys.length === Object.keys(other).length && keys.every((key) => one[key] === other[key])
}
