import type { Kysely, Transaction as KyselyTransaction } from 'kysely'

/**
 * Every table of the product, in camelCase. Each domain's `*.tables.ts` adds its own:
 * `declare module '../platform/db/database.ts' { interface Database { recipe: RecipeTable } }`
 */
// oxlint-disable-next-line typescript/no-empty-object-type -- filled by declaration merging
export interface Database {}

export type Db = Kysely<Database>

/** The handle for statements inside `transaction`. It is a `Db` too: a store function accepts either. */
export type Transaction = KyselyTransaction<Database>
