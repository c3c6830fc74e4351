import type { Kysely, Transaction as KyselyTransaction } from 'kysely'

/**
 * Every table of the product, in camelCase. Each domain's `*.tables.ts` adds its own:
 * `declare module '../platform/db/database.ts' { interface Database { recipe: RecipeTable } }`
 */
// oxlint-disable-next-line typescript/no-empty-object-type -- filled by declaration merging
export interface Database {}

export type Db = Kysely<Database>

/** What a statement inside `transaction` runs on. It is a `Db` too: a store function takes either. */
export type Transaction = KyselyTransaction<Database>
