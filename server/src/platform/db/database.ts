import type { ColumnType, GeneratedAlways, Kysely, SelectType, Transaction as KyselyTransaction } from 'kysely'
import type { Schema } from './schema.gen.ts'

/**
 * Every table of the product, in camelCase. Each domain's `*.tables.ts` adds its own, and thereby owns them:
 * `declare module '../platform/db/database.ts' { interface Database { recipe: Table<'recipe', { stages: Stage[] }> } }`
 */
// oxlint-disable-next-line typescript/no-empty-object-type -- filled by declaration merging
export interface Database {}

/**
 * A table of the schema. `Narrowed` adds what the schema does not know of a column: the type of its JSON, or its
 * possible texts. Whether it may be null and whether an insert may leave it out stay as in the schema, unless a whole
 * `ColumnType` is given. A `spelling` (how a name is read) must be named by each insert, although it has a default.
 */
export type Table<Name extends keyof Schema, Narrowed extends NarrowingOf<Schema[Name], Narrowed> = object> = {
  [Column in keyof Schema[Name]]: Column extends 'spelling'
    ? string
    : Column extends keyof Narrowed
      ? NarrowedColumn<Schema[Name][Column], Narrowed[Column]>
      : Schema[Name][Column]
}

/**
 * Only columns of the table, each with the schema's type or a narrower one. It does not check the items of an array.
 */
type NarrowingOf<Columns, Narrowed> = {
  [Column in keyof Narrowed]: Column extends keyof Columns ? NarrowerThan<SelectType<Columns[Column]>> : never
}
type NarrowerThan<T> =
  | T
  | ColumnType<unknown, unknown, unknown>
  | (T extends readonly unknown[] ? readonly unknown[] : never)

/** A table that only triggers write. */
export type TriggerTable<Name extends keyof Schema> = {
  [Column in keyof Schema[Name]]: GeneratedAlways<SelectType<Schema[Name][Column]>>
}

type NarrowedColumn<Column, T> = [T] extends [ColumnType<unknown, unknown, unknown>]
  ? T
  : [Column] extends [ColumnType<infer Selected, infer Inserted, infer Updated>]
    ? unknown extends Selected
      ? ColumnType<T | Extract<Inserted, null>, Inserted, Updated>
      : ColumnType<T | Extract<Selected, null>, T | Extract<Inserted, null | undefined>, T | Extract<Updated, null>>
    : T | Extract<Column, null>

export type Db = Kysely<Database>

/** The handle for statements inside `transaction`. It is a `Db` too: a store function accepts either. */
export type Transaction = KyselyTransaction<Database>
