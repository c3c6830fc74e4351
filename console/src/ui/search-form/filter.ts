import type { CascadeSource } from '../field/cascade/cascade-source.ts'
import type { Option, OptionGroup } from '../field/select-options.ts'

type Common = { label: string; placeholder?: string }

/** A filter of a list. `name`s are keys of the list's query: a misspelt one does not compile. */
export type Filter<K extends string> =
  | (Common & { kind: 'text'; name: K; maxLength?: number })
  /** `others`: values that an address may hold and that are not offered here; they are shown by their words. */
  | (Common & {
      kind: 'select'
      name: K
      options: readonly (Option | OptionGroup)[]
      others?: readonly Option[]
      searchable?: boolean
    })
  /** Chooses one of very many by part of its name: `optionSource`. */
  | (Common & { kind: 'remote-select'; name: K; source: CascadeSource })
  /** A path through levels: each sends its own value, and any may be the last. */
  | (Common & { kind: 'cascader'; names: readonly K[]; source: CascadeSource })
  /** Whole days of the viewer's zone, sent as two instants: spec 2, default names startTime and endTime. */
  | (Common & { kind: 'date-range'; from: K; to: K })
  /** One day, sent as YYYY-MM-DD. */
  | (Common & { kind: 'date'; name: K })
  /** Sent as YYYY. */
  | (Common & { kind: 'year'; name: K })

type YesNoWords = Readonly<{ label: string; any: string; yes: string; no: string }>

/** A select of words of the contract: its label, what it shows while none is chosen, and what it offers. */
export const choiceOf = <const K extends string, V extends string>(
  name: K,
  [label, any]: readonly [label: string, any: string],
  values: readonly V[],
  wordOf: (value: V) => string,
) =>
  ({
    kind: 'select',
    name,
    label,
    placeholder: any,
    options: values.map((value) => ({ value, label: wordOf(value) })),
  }) satisfies Filter<K>

/** A select of the two values of a boolean in a query. */
export const yesNo = <const K extends string>(name: K, { label, any, yes, no }: YesNoWords) =>
  ({
    kind: 'select',
    name,
    label,
    placeholder: any,
    options: [
      { value: 'true', label: yes },
      { value: 'false', label: no },
    ],
  }) satisfies Filter<K>

/** The options of a select, including the value in the address, which filters the list even if it is not offered. */
export function optionsWith(
  { options, others = [] }: Readonly<{ options: readonly (Option | OptionGroup)[]; others?: readonly Option[] }>,
  value: string | undefined,
): readonly (Option | OptionGroup)[] {
  const offered = options.flatMap((option) => ('items' in option ? option.items : [option]))
  if (value === undefined || offered.some((option) => option.value === value)) return options
  return [...options, others.find((option) => option.value === value) ?? { value, label: value }]
}

/** The draft holds the values of the fields in the form that the address uses. */
export type Draft = Readonly<Record<string, string | undefined>>

/** A search changes these filters; undefined removes one. */
export type SearchPatch<S> = { [K in keyof S]?: string | number | undefined }

export function namesOf<K extends string>(filter: Filter<K>): readonly K[] {
  if (filter.kind === 'date-range') return [filter.from, filter.to]
  return filter.kind === 'cascader' ? filter.names : [filter.name]
}

export const keyOf = <K extends string>(filter: Filter<K>): string => namesOf(filter).join('-')

/** The values of these names in a query, as text; undefined for unset ones. */
export function textsOf(names: readonly string[], search: object): Draft {
  const values = new Map<string, unknown>(Object.entries(search))
  return Object.fromEntries(
    names.map((name) => {
      const value = values.get(name)
      return [name, value === undefined || value === null || value === '' ? undefined : String(value)]
    }),
  )
}

/** The filters' part of a query, as text. */
export const draftOf = <K extends string>(filters: readonly Filter<K>[], search: object): Draft =>
  textsOf(filters.flatMap(namesOf), search)

/** The change that removes these names from a query. */
export function without<S extends object>(names: readonly (keyof S & string)[]): SearchPatch<S> {
  const patch: SearchPatch<S> = {}
  for (const key of names) patch[key] = undefined
  return patch
}

/** Whether any filter is set: an empty list then offers to clear them. */
export const isFiltered = <K extends string>(filters: readonly Filter<K>[], search: object): boolean =>
  Object.values(draftOf(filters, search)).some((value) => value !== undefined)

/**
 * Converts between the path of a cascader and the values of its names, with '' for a level that the address leaves out;
 * a shorter path empties the names below it.
 */
export function pathOf(names: readonly string[], draft: Draft): readonly string[] {
  const values = names.map((name) => draft[name] ?? '')
  return values.slice(0, values.findLastIndex((value) => value !== '') + 1)
}
export const draftOfPath = (names: readonly string[], path: readonly string[]): Draft =>
  Object.fromEntries(names.map((name, level) => [name, path[level]]))
