import type { Db, Transaction } from '../../../platform/db/database.ts'
import { nextVersion } from '../../../platform/db/next-version.ts'
import { sql } from 'kysely'
import { renameOpen } from '../fault-code.store.ts'
import { wordColumns, type ReadCode, type WordColumn } from './validate-codes.ts'

/** Products by their key. */
export async function listProductKeys(db: Db): Promise<ReadonlyMap<string, string>> {
  const rows = await db.selectFrom('product').select(['id', 'productKey']).execute()
  return new Map(rows.map(({ id, productKey }) => [productKey, id]))
}

/** The number of new rows, of existing ones, and of words that are erased; without a time nothing is written. */
export async function putCodes(
  trx: Transaction,
  rows: readonly ReadCode[],
  at: number | undefined,
): Promise<{ added: number; updated: number; erased: number }> {
  const known = await listKnown(trx, rows)
  let added = 0
  let erased = 0
  const written: string[] = []
  for (const { productId, identifier, code, severity, category, words } of rows) {
    const before = known.get(JSON.stringify([productId, identifier, code]))
    if (before === undefined) added += 1
    else erased += wordColumns.filter((column) => words[column] === '' && before[column] !== '').length
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
  return { added, updated: rows.length - added, erased }
}

type KnownCode = Readonly<{ productId: string; identifier: string; code: string } & Record<WordColumn, string>>

async function listKnown(trx: Transaction, rows: readonly ReadCode[]): Promise<ReadonlyMap<string, KnownCode>> {
  const { rows: known } = await sql<KnownCode>`
    select c.product_id::text as product_id, c.identifier, c.code, c.en_name, c.name, c.en_reason, c.reason, c.en_remedy, c.remedy,
      c.part_number
    from unnest(${rows.map(({ productId }) => productId)}::bigint[], ${rows.map(({ identifier }) => identifier)}::text[],
      ${rows.map(({ code }) => code)}::text[]) as w (product_id, identifier, code)
    join fault_code c on c.product_id = w.product_id and c.identifier = w.identifier and c.code = w.code`.execute(trx)
  return new Map(known.map((row) => [JSON.stringify([row.productId, row.identifier, row.code]), row]))
}
