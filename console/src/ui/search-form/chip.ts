import type { CascadeSource } from '../field/cascade/cascade-source.ts'
import { textsOf, type Draft } from './filter.ts'

/** A part of a list's query that has no field in the form: it is shown while the address has it, and can be removed. */
export type Chip<K extends string> = Readonly<{
  label: string
  /** Keys of the list's query that belong together, such as the two ends of a span. */
  names: readonly K[]
  /** The values in words. Undefined: the value of the first name is an id that `source` names. */
  text: (values: Draft) => string | undefined
  source?: CascadeSource
}>

/** The chips that have something to show. */
export const setChips = <K extends string>(chips: readonly Chip<K>[], search: object): readonly Chip<K>[] =>
  chips.filter(({ names }) => Object.values(textsOf(names, search)).some((value) => value !== undefined))
