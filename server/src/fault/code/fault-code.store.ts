import type {
  FaultCodeDraft,
  FaultCodeRow,
  FaultCodeSearch,
  UndescribedCode,
} from '@brigade/contract/fault/code.model.ts'
import { faultLimits } from '@brigade/contract/fault/record.model.ts'
import type { DeviceKind, EnumOption } from '@brigade/contract/product/product.model.ts'
import type { Page } from '@brigade/contract/paging.ts'
import { dayMs } from '@brigade/contract/time.ts'
import { sql, type Insertable } from 'kysely'
import { within, type DataScope } from '../../customer/data-scope.ts'
import type { Database, Db } from '../../platform/db/database.ts'
import { nextVersion } from '../../platform/db/next-version.ts'
import { readPage } from '../../platform/db/page.ts'
import { isLike } from '../../platform/db/search.ts'
import { monthOf } from '../fault-month.ts'

/** Lists products of a new version of the program whose codes are not seeded yet. */
export async function listProductsWithoutCodes(
  db: Db,
): Promise<{ id: string; kind: 'oven' | 'cooler'; productKey: string }[]> {
  return db
    .selectFrom('product')
    .innerJoin('productSeed', 'productSeed.productKey', 'product.productKey')
    .where('product.nodeType', '=', 'direct')
    .where(sql<boolean>`not exists (select from fault_code_seeded s where s.product_id = product.id)`)
    .select(['product.id', 'product.kind', 'product.productKey'])
    .orderBy('product.id')
    .execute()
}

export async function insertFaultCodes(db: Db, rows: readonly Insertable<Database['faultCode']>[]): Promise<void> {
  if (rows.length === 0) return
  await db
    .insertInto('faultCode')
    .values(rows)
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

export async function markSeeded(db: Db, productIds: readonly string[]): Promise<void> {
  if (productIds.length === 0) return
  await db
    .insertInto('faultCodeSeeded')
    .values(productIds.map((productId) => ({ productId })))
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

type Filters = Omit<FaultCodeSearch, 'pageNum' | 'pageSize'>

function codesOf(db: Db, search: Filters) {
  let query = db.selectFrom('faultCode').innerJoin('product', 'product.id', 'faultCode.productId')
  if (search.keyword) {
    const words = sql`case when fault_code.code = '' then fault_code.identifier else fault_code.code end || ' ' || fault_code.name || ' ' || fault_code.en_name`
    query = query.where(isLike(sql`search_fold(${words})`, search.keyword))
  }
  if (search.kind !== undefined) query = query.where('product.kind', '=', search.kind)
  if (search.seriesId !== undefined) query = query.where('product.seriesId', '=', search.seriesId)
  if (search.productId !== undefined) query = query.where('faultCode.productId', '=', search.productId)
  if (search.severity !== undefined) query = query.where('faultCode.severity', '=', search.severity)
  if (search.category !== undefined) query = query.where('faultCode.category', '=', search.category)
  return query
}

const shownColumns = [
  'faultCode.id',
  'faultCode.productId',
  'product.name as productName',
  'product.enName as productEnName',
  'product.kind',
  'product.productKey',
  'faultCode.identifier',
  'faultCode.code',
  'faultCode.severity',
  'faultCode.category',
  'faultCode.name',
  'faultCode.enName',
  'faultCode.reason',
  'faultCode.enReason',
  'faultCode.remedy',
  'faultCode.enRemedy',
  'faultCode.imageFileId',
  'faultCode.partNumber',
  'faultCode.endsWhen',
  'faultCode.updatedAt',
] as const

const orderedCodes = (db: Db, search: Filters) => {
  const direction = search.sort === '-code' ? 'desc' : 'asc'
  return (
    codesOf(db, search)
      .select(shownColumns)
      // An entry without a code is named by its event.
      .orderBy(sql`fault_code.code = ''`)
      .orderBy('faultCode.code', direction)
      .orderBy('faultCode.identifier', direction)
      .orderBy('faultCode.id', direction)
  )
}
type Stored = Awaited<ReturnType<ReturnType<typeof orderedCodes>['execute']>>[number]

const shownOf = ({
  productId,
  productName,
  productEnName,
  kind,
  name,
  enName,
  reason,
  enReason,
  remedy,
  enRemedy,
  ...row
}: Stored): FaultCodeRow & { productKey: string } => ({
  ...row,
  product: { id: productId, name: { en: productEnName, zh: productName }, kind },
  name: { en: enName, zh: name },
  reason: { en: enReason, zh: reason },
  remedy: { en: enRemedy, zh: remedy },
})

export async function findCodePage(db: Db, search: FaultCodeSearch): Promise<Page<FaultCodeRow>> {
  const { list, ...page } = await readPage(db, search, {
    ordered: orderedCodes(db, search),
    counted: codesOf(db, search).select('faultCode.id'),
  })
  return { ...page, list: list.map((row) => withoutKey(shownOf(row))) }
}
const withoutKey = ({ productKey: _key, ...row }: FaultCodeRow & { productKey: string }): FaultCodeRow => row

/** All codes of a search, with the key of their product. */
export const findAllCodes = async (db: Db, search: Filters) =>
  (await orderedCodes(db, search).execute()).map((row) => shownOf(row))

type Undescribed = Omit<UndescribedCode, 'product'> &
  Readonly<{ id: string; name: string; enName: string; kind: DeviceKind }>

/**
 * Codes without a description, of the open records within the scope and of the closed ones that were raised in the last
 * 30 days: older ones would read every partition whenever the page opens.
 */
export async function listUndescribedCodes(db: Db, scope: DataScope, now: number): Promise<UndescribedCode[]> {
  const from = new Date(now - faultLimits.listedDays * dayMs).toISOString()
  // Alarms that the server detects have names of their own.
  const counted = (table: 'faultOpen' | 'faultRecord') => sql`
    select f.product_id, f.type, f.identifier, f.code, count(*) as n, max(f.last_at) as last_at from ${sql.table(table)} f
    where f.organisation_id in (${within(db, scope)}) and (f.alert_type is null or f.alert_type in ('device', 'threshold'))`
  const { rows } = await sql<Undescribed>`
    select p.id::text as id, p.name, p.en_name, p.kind, f.type, f.identifier, f.code, sum(f.n)::int as records, max(f.last_at) as last_at
    from (${counted('faultOpen')} group by 1, 2, 3, 4 union all
      ${counted('faultRecord')} and f.month >= ${monthOf(from)}::date and f.raised_at >= ${from}::timestamptz group by 1, 2, 3, 4) f
    join product p on p.id = f.product_id
    where not exists (select from fault_code c where c.product_id = f.product_id and c.identifier = f.identifier and c.code = f.code)
    group by p.id, f.type, f.identifier, f.code order by records desc, p.id, f.identifier, f.code limit 200`.execute(db)
  return rows.map(({ id, name, enName, kind, ...row }) => ({
    ...row,
    product: { id, name: { en: enName, zh: name }, kind },
  }))
}

export async function isProductThere(db: Db, id: string): Promise<boolean> {
  return (await db.selectFrom('product').select('id').where('id', '=', id).executeTakeFirst()) !== undefined
}

const columnsOf = ({ name, reason, remedy, endsWhen, id: _id, updatedAt: _version, ...draft }: FaultCodeDraft) => ({
  ...draft,
  endsWhen: endsWhen === null ? null : JSON.stringify(endsWhen),
  name: name.zh,
  enName: name.en,
  reason: reason.zh,
  enReason: reason.en,
  remedy: remedy.zh,
  enRemedy: remedy.en,
})

/** Undefined if the product has this code already. */
export async function insertCode(db: Db, draft: FaultCodeDraft, at: number): Promise<string | undefined> {
  const row = await db
    .insertInto('faultCode')
    .values({ ...columnsOf(draft), updatedAt: new Date(at).toISOString() })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()
  return row?.id
}

type Version = Readonly<{ id: string; updatedAt: string; at: number }>

/** False if it has another version by now. The product and the event identify a code, so they stay. */
export async function updateCode(db: Db, draft: FaultCodeDraft, { id, updatedAt, at }: Version): Promise<boolean> {
  const { productId: _product, identifier: _event, code: _code, ...columns } = columnsOf(draft)
  const row = await db
    .updateTable('faultCode')
    .set({ ...columns, updatedAt: nextVersion('faultCode', at) })
    .where('id', '=', id)
    .where('updatedAt', '=', updatedAt)
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

export async function isCodeThere(db: Db, id: string): Promise<boolean> {
  return (await db.selectFrom('faultCode').select('id').where('id', '=', id).executeTakeFirst()) !== undefined
}

/** Updates the search text of open records of these codes. Closed ones keep the words of their time. */
export async function renameOpen(db: Db, codeIds: readonly string[]): Promise<void> {
  await sql`
    update fault_open o
    set search = concat_ws(' ', d.sn, case when o.code = '' then o.identifier else o.code end, c.name, c.en_name)
    from fault_code c, device d
    where c.id = any(${codeIds}::bigint[]) and o.product_id = c.product_id and o.identifier = c.identifier and o.code = c.code
      and d.id = o.device_id`.execute(db)
}

/** Returns the number of deleted codes. */
export async function deleteCodes(db: Db, ids: readonly string[]): Promise<number> {
  const gone = await db.deleteFrom('faultCode').where('id', 'in', ids).returning('id').execute()
  return gone.length
}

/** Each described code of a kind once, with the name from the oldest product. */
export async function listCodeOptions(db: Db, kind: DeviceKind): Promise<EnumOption[]> {
  const rows = await db
    .selectFrom('faultCode')
    .innerJoin('product', 'product.id', 'faultCode.productId')
    .where('product.kind', '=', kind)
    .where('faultCode.code', '<>', '')
    .distinctOn('faultCode.code')
    .select(['faultCode.code', 'faultCode.name', 'faultCode.enName'])
    .orderBy('faultCode.code')
    .orderBy('faultCode.productId')
    .execute()
  return rows.map(({ code, name, enName }) => ({ value: code, name: { en: enName, zh: name } }))
}
