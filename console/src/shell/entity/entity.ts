import type { Endpoint, JsonReply } from '@brigade/contract/endpoint.ts'
import type { Locale } from '@brigade/contract/locale.ts'
import type { TextEntry, TextTable } from '@brigade/contract/text.ts'
import type { z } from 'zod'
import { wordsIn, type WordsOf } from '../../platform/locale.ts'
import type { Column, TablePage, TableSearch } from '../../ui/data-table/column.ts'
import type { Filter } from '../../ui/search-form/filter.ts'
import type { ListEndpoint } from '../use-list.ts'
import type { Act } from '../acts/act.ts'
import type { EntityWords } from './entity-words.ts'
import type { FieldRow, FormOf } from './field.ts'

/** A write of the contract: what it takes, and what it answers. */
type Write<In, Reply> = Endpoint<z.ZodType, z.ZodType<unknown, In>, JsonReply<z.ZodType<Reply>>, 'json'>
/** One whose input was checked by its own schema a moment before. */
type CheckedWrite<Reply> = Endpoint<z.ZodType, z.ZodType, JsonReply<z.ZodType<Reply>>, 'json'>
export type ListOf<R, T> = ListEndpoint<TablePage<R>> & { query: z.ZodType<T> }

/** An edit begins from a version, and is refused if somebody else has saved meanwhile. */
type Versioned = { id: string; updatedAt: string }
/** Its body; both are null where one call saves new ones too. */
type VersionedBody = { id: string | null; updatedAt: string | null }
/** The form's version of an input: a choice that is not made yet is undefined, and a number is a text while it is typed. */
type Typed<In> = { [K in keyof In]?: Typing<In[K]> | undefined }
type Typing<T> = T extends number
  ? T | string
  : T extends readonly unknown[]
    ? T
    : T extends object
      ? { [P in keyof T]: T[P] extends number ? T[P] | string : T[P] }
      : T
type Only<V, In> = { [K in Exclude<keyof V, keyof In>]: never }

type ListAt<W> = { w: W; locale: Locale }
/** `edit` opens the sheet, where the person may edit. */
type ColumnsAt<R, W> = ListAt<W> & { edit: ((row: R) => void) | undefined }
export type FieldsAt<D, V extends object, W> = ListAt<W> & {
  /** The edited record; null for a new one. */
  row: D | null
  /** The version that somebody else has saved meanwhile, while that is shown. */
  now: D | null
  form: FormOf<V>
}

type Removal<R, In, W> = {
  call: Write<In, unknown>
  body: (rows: readonly R[]) => In
  /** A row that cannot be removed now says why. */
  whyNot?: (row: R, w: W) => string | undefined
  /** Several can be removed at once. */
  many?: boolean
}

/** R: a row of its list, T: the query of that list, D: what is edited, V: what the form holds, M: what adding answers. */
type Declared<W extends TextTable & EntityWords, R, T extends TableSearch, D, V extends object, In, Up, M, Gone> = {
  /** Its list remembers columns and filters under this name, and what is typed is kept under it. */
  name: string
  words: W
  /** The words of the contract's rules and refusals. */
  refusals: TextTable
  /** Only the platform's staff may change it, whatever role another account has. */
  isPlatforms?: boolean
  list: ListOf<R, T>
  /** The schemas of its calls, which read the address and check the form: in the browser a call has none. */
  schemas: { search: z.ZodType<T>; add: z.ZodType<unknown, In>; update: z.ZodType<unknown, Up> }
  filters: (at: ListAt<WordsOf<W>>) => readonly Filter<keyof T & string>[]
  columns: (at: ColumnsAt<R, WordsOf<W>>) => readonly Column<R>[]
  rowName: (row: R, locale: Locale) => string
  /** Rows that can be edited or removed by somebody with the right to; absent: all. */
  isOwn?: (row: R) => boolean
  /** A row that cannot be edited now says why. */
  whyNotEdited?: (row: R, w: WordsOf<W>) => string | undefined
  add: Write<In, M>
  /** Its button: the right to `add`, and the screen that has it. */
  addAct: Act
  /** Takes less than `add` where something is fixed from the beginning. */
  update: Write<Up, unknown>
  /** The edited record in its present state. */
  read: (id: string) => Promise<D | undefined>
  /** The row of the list is all that is edited, and the sheet opens with it. Otherwise it is read first. */
  edits?: (row: R) => D
  /** The refusal that somebody else has saved meanwhile. */
  clash: string
  typed: (row: D | null) => V
  /** Converts the typed values to the request. `id` and `updatedAt` are added to an edit. */
  body?: (typed: V, row: D | null) => object
  typedName: (typed: V, locale: Locale) => string
  /** In their order; `false` is no field. */
  fields: (at: FieldsAt<D, V, WordsOf<W>>) => readonly (FieldRow<V> | false)[]
  /** Pixels. */
  width?: number
  remove?: Removal<R, Gone, WordsOf<W>>
}

/** List, sheet and removal are made from this. */
export type Entity<R, T extends TableSearch, D extends Versioned, V extends object, M> = Readonly<{
  name: string
  words: TextTable & EntityWords
  refusals: TextTable
  isPlatforms: boolean
  list: ListOf<R, T>
  schemas: { search: z.ZodType<T>; add: z.ZodType; update: z.ZodType }
  filters: (locale: Locale) => readonly Filter<keyof T & string>[]
  columns: (locale: Locale, edit?: (row: R) => void) => readonly Column<R>[]
  rowName: (row: R, locale: Locale) => string
  isOwn: (row: R) => boolean
  whyNotEdited: (row: R, locale: Locale) => string | undefined
  add: CheckedWrite<M>
  addAct: Act
  update: CheckedWrite<unknown>
  read: (id: string) => Promise<D | undefined>
  edits: ((row: R) => D) | undefined
  clash: string
  typed: (row: D | null) => V
  body: (typed: V, row: D | null) => object
  typedName: (typed: V, locale: Locale) => string
  fields: (at: Omit<FieldsAt<D, V, unknown>, 'w'>) => readonly FieldRow<V>[]
  width: number | undefined
  remove:
    | {
        call: CheckedWrite<unknown>
        body: (rows: readonly R[]) => unknown
        whyNot: (row: R, locale: Locale) => string | undefined
        many: boolean
      }
    | undefined
}>

/**
 * Something that has a list, and a sheet in which it is added and edited: its calls, fields and words. List, sheet, unsaved work, clash,
 * toasts and removal follow from it (entity-list.tsx, entity-sheet.tsx, use-removal.tsx).
 */
export function entity<
  const W extends TextTable & EntityWords,
  R extends { id: string },
  T extends TableSearch,
  D extends Versioned,
  In extends object,
  Up extends VersionedBody,
  M,
  Gone,
  V extends Typed<In & Up> & Only<V, In & Up>,
>(declared: Declared<W, R, T, D, V, In, Up, M, Gone>): Entity<R, T, D, V, M> {
  const { words, filters, columns, fields, isOwn, whyNotEdited, body, remove, edits, width, ...same } = declared
  return {
    ...same,
    words,
    edits,
    width,
    isPlatforms: declared.isPlatforms ?? false,
    filters: (locale) => filters({ w: wordsIn(words, locale), locale }),
    columns: (locale, edit) => columns({ w: wordsIn(words, locale), locale, edit }),
    fields: (at) => fields({ ...at, w: wordsIn(words, at.locale) }).filter((row) => row !== false),
    isOwn: isOwn ?? always,
    whyNotEdited: (row, locale) => whyNotEdited?.(row, wordsIn(words, locale)),
    body: (typed, row) => ({
      ...(body === undefined ? typed : body(typed, row)),
      ...(row === null ? {} : { id: row.id, updatedAt: row.updatedAt }),
    }),
    remove: remove && {
      call: remove.call,
      body: remove.body,
      whyNot: (row, locale) => remove.whyNot?.(row, wordsIn(words, locale)),
      many: remove.many ?? false,
    },
  }
}

const always = (): boolean => true

/** One of the words that an entity has only if it has that part. */
export const sayIf = <P>(entry: TextEntry<P> | undefined, say: (entry: TextEntry<P>) => string): string =>
  entry === undefined ? '' : say(entry)
