import type { Option, OptionGroup } from '../field/select-field.tsx'

/** A filter of a list. `name`s are keys of the list's query: a misspelt one does not compile. */
export type Filter<K extends string> =
  | { kind: 'text'; name: K; label: string; placeholder?: string; maxLength?: number }
  | {
      kind: 'select'
      name: K
      label: string
      options: readonly (Option | OptionGroup)[]
      placeholder?: string
      searchable?: boolean
      onSearch?: (typed: string) => void
    }
  /** Whole days of the viewer's zone, sent as two instants: spec 2, default names startTime and endTime. */
  | { kind: 'date-range'; from: K; to: K; label: string; placeholder?: string }

/** What is in the fields, as it stands in the address. */
export type Draft = Readonly<Record<string, string | undefined>>

/** What a search changes: the names of filters, undefined for none. */
export type SearchPatch<S> = { [K in keyof S]?: string | number | undefined }

export const namesOf = <K extends string>(filter: Filter<K>): readonly K[] =>
  filter.kind === 'date-range' ? [filter.from, filter.to] : [filter.name]

export const keyOf = <K extends string>(filter: Filter<K>): string => namesOf(filter).join('-')

/** The filters' part of a query, as text. */
export function draftOf<K extends string>(filters: readonly Filter<K>[], search: object): Draft {
  const values = new Map(Object.entries(search))
  return Object.fromEntries(
    filters.flatMap(namesOf).map((name) => {
      const value: unknown = values.get(name)
      return [name, value === undefined || value === null || value === '' ? undefined : String(value)]
    }),
  )
}

/** Whether any filter is set: an empty list then offers to clear them. */
export const isFiltered = <K extends string>(filters: readonly Filter<K>[], search: object): boolean =>
  Object.values(draftOf(filters, search)).some((value) => value !== undefined)
