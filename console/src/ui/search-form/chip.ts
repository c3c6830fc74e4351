import type { CascadeSource } from '../field/cascade/cascade-source.ts'
import { textsOf, type Draft } from './filter.ts'

/** A part of a list's query: it is shown while the address has it, and can be removed. */
export type Chip<K extends string> = Readonly<{
  label: string
  /** Keys of the list's query that belong together, such as the two ends of a span. */
  names: readonly K[]
  /** The values in words. Undefined: they are ids of a path that `source` names. */
  text: (values: Draft) => string | undefined
  source?: CascadeSource
  /** By default it is shown for any value. */
  isShown?: (values: Draft) => boolean
}>

/** The chips that have something to show. */
export const setChips = <K extends string>(chips: readonly Chip<K>[], search: object): readonly Chip<K>[] =>
  chips.filter(({ names, isShown = hasValue }) => isShown(textsOf(names, search)))

const hasValue = (values: Draft): boolean => Object.values(values).some((value) => value !== undefined)
