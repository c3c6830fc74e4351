import type { Db, Transaction } from '../../../platform/db/database.ts'
import { nextVersion } from '../../../platform/db/next-version.ts'
import { sql } from 'kysely'
import { renameOpen } from '../fault-code.store.ts'
import type { ReadCode } from './validate-codes.ts'

/** Products by their key. */
export async function listProductKeys(db: Db): Promise<ReadonlyMap<string, string>> {
  const rows = await db.selectFrom('product').select(['id', 'productKey']).execute()
  return new Map(rows.map(({ id, productKey }) => [productKey, id]))
}

/** The number of new rows, and of existing ones; without a time nothing is written. */
export async function putCodes(
  trx: Transaction,
  rows: readonly ReadCode[],
  at: number | undefined,
): Promise<{ added: number; updated: number }> {
  const known = await listKnown(trx, rows)
  let added = 0
  const written: string[] = []
  for (const { productId, identifier, code, severity, category, words } of rows) {
    const isKnown = known.has(JSON.stringify([productId, identifier, code]))
    if (!isKnown) added += 1
    if (at === undefined) continue
    const { name = '', enName = '' } = words
    const columns = { severity, category, ...words }
    const { id } = await trx
      .insertInto('faultCode')
      .values({
        productId,
        identifier,
        code,
        name,
        enName,
        ...columns,
        imageFileId: null,
        endsWhen: null,
        updatedAt: new Date(at).toISOString(),
      })
      .onConflict((conflict) =>
        conflict
          .columns(['productId', 'identifier', 'code'])
          .doUpdateSet({ ...columns, updatedAt: nextVersion('faultCode', at) }),
      )
      .returning('id')
      .executeTakeFirstOrThrow()
    written.push(id)
  }
  if (written.length > 0) await renameOpen(trx, written)
  return { added, updated: rows.length - added }
}

async function listKnown(trx: Transaction, rows: readonly ReadCode[]): Promise<ReadonlySet<string>> {
  const { rows: known } = await sql<{ productId: string; identifier: string; code: string }>`
    select c.product_id::text as product_id, c.identifier, c.code
    from unnest(${rows.map(({ productId }) => productId)}::bigint[], ${rows.map(({ identifier }) => identifier)}::text[],
      ${rows.map(({ code }) => code)}::text[]) as w (product_id, identifier, code)
    join fault_code c on c.product_id = w.product_id and c.identifier = w.identifier and c.code = w.code`.execute(trx)
  return new Set(known.map(({ productId, identifier, code }) => JSON.stringify([productId, identifier, code])))
}
