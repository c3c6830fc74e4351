import type {
  FirmwareModelChange,
  FirmwareModelDraft,
  FirmwareModelSearch,
} from '@brigade/contract/firmware/firmware.model.ts'
import { firmwareModelSorts } from '@brigade/contract/firmware/firmware.model.ts'
import { iso } from '@brigade/contract/time.ts'
import { sql } from 'kysely'
import { within, type DataScope } from '../../customer/data-scope.ts'
import type { Db, Transaction } from '../../platform/db/database.ts'
import { nextVersion } from '../../platform/db/next-version.ts'
import { orderOf, readPage } from '../../platform/db/page.ts'
import { byName, contains } from '../../platform/db/search.ts'
import { spellingOf } from '../../system/area/spell-name.ts'

const columns = [
  'firmwareModel.id',
  'firmwareModel.name',
  'firmwareModel.code',
  'firmwareModel.type',
  'firmwareModel.hardwareModel',
  'firmwareModel.module',
  'firmwareModel.digest',
  'firmwareModel.floor',
  'firmwareModel.needConfirm',
  'firmwareModel.remark',
  'firmwareModel.createdAt',
  'firmwareModel.updatedAt',
] as const

export async function findModelIds(db: Db, search: FirmwareModelSearch) {
  let found = db.selectFrom('firmwareModel')
  if (search.keyword) found = found.where(await contains(db, 'firmwareModel', search.keyword))
  if (search.type !== undefined) found = found.where('type', '=', search.type)
  if (search.productId !== undefined)
    found = found.where(
      'id',
      'in',
      db.selectFrom('firmwareModelProduct').select('modelId').where('productId', '=', search.productId),
    )
  const { column, direction } = orderOf(search.sort, firmwareModelSorts)
  const counted = found.select('id')
  return readPage(db, search, {
    ordered: counted
      .orderBy(column === 'name' ? byName('firmwareModel') : sql.ref(column), direction)
      .orderBy('id', direction),
    counted,
  })
}

/** Models with the data of their list; devices are counted within the scope. */
export async function listModels(db: Db, scope: DataScope, ids: readonly string[]) {
  if (ids.length === 0) return []
  const rows = await db
    .selectFrom('firmwareModel')
    .leftJoin('account', 'account.id', 'firmwareModel.creatorId')
    .where('firmwareModel.id', 'in', ids)
    .select([
      ...columns,
      'account.id as creatorId',
      'account.name as creatorName',
      sql<number>`(select count(*)::int from firmware_model_product mp join device_state s on s.product_id = mp.product_id
        where mp.model_id = firmware_model.id and s.organisation_id in (${within(db, scope)}))`.as('devices'),
      sql<boolean>`(exists (select from firmware_version v where v.model_id = firmware_model.id)
        or exists (select from upgrade_task t where t.model_id = firmware_model.id))`.as('inUse'),
      sql<{ id: string; name: { en: string; zh: string }; kind: 'oven' | 'cooler' }[]>`(
        select coalesce(json_agg(json_build_object('id', p.id::text, 'name', json_build_object('en', p.en_name, 'zh', p.name),
          'kind', p.kind) order by p.id), '[]') from firmware_model_product mp join product p on p.id = mp.product_id
        where mp.model_id = firmware_model.id)`.as('products'),
      sql<{ module: string; id: string; number: string; reportedAs: string; alias: string; enabled: boolean }[]>`(
        select coalesce(json_agg(json_build_object('module', v.module, 'id', v.id::text, 'number', v.number,
          'reportedAs', v.reported_as, 'alias', v.alias, 'enabled', v.enabled)), '[]')
        from firmware_version v where v.model_id = firmware_model.id and v.archived_at is null)`.as('versions'),
    ])
    .execute()
  const byId = new Map(rows.map((row) => [row.id, row]))
  return ids.flatMap((id) => byId.get(id) ?? [])
}
export type StoredModel = Awaited<ReturnType<typeof listModels>>[number]

/** Locked until the transaction ends. */
export async function lockModel(trx: Transaction, id: string) {
  return trx.selectFrom('firmwareModel').where('id', '=', id).select(columns).forUpdate().executeTakeFirst()
}
export async function findModel(db: Db, id: string) {
  return db.selectFrom('firmwareModel').where('id', '=', id).select(columns).executeTakeFirst()
}

export async function isModelInUse(db: Db, id: string): Promise<Readonly<{ hasVersions: boolean; hasTasks: boolean }>> {
  const { rows } = await sql<{ hasVersions: boolean; hasTasks: boolean }>`
    select exists (select from firmware_version where model_id = ${id}::bigint) as has_versions,
      exists (select from upgrade_task where model_id = ${id}::bigint) as has_tasks`.execute(db)
  return rows[0] ?? { hasVersions: false, hasTasks: false }
}

export async function listKnownProducts(db: Db, ids: readonly string[]): Promise<ReadonlySet<string>> {
  const rows = await db.selectFrom('product').select('id').where('id', 'in', ids).execute()
  return new Set(rows.map(({ id }) => id))
}

/** Locked until the transaction ends, so that of two models that claim products at once one sees the other. */
export async function lockProducts(trx: Transaction, ids: readonly string[]): Promise<void> {
  await trx.selectFrom('product').select('id').where('id', 'in', ids).orderBy('id').forNoKeyUpdate().execute()
}

/** The products of a stored model, with the fields that decide which of their devices it is for. */
export async function findClaim(db: Db, id: string) {
  const rows = await db.selectFrom('firmwareModelProduct').select('productId').where('modelId', '=', id).execute()
  return new Set(rows.map(({ productId }) => productId))
}

/** The other models that have firmware for some of the same devices: of one product and hardware, of which an empty one is any. */
export async function findClaims(
  db: Db,
  {
    id,
    productIds,
    hardwareModel,
  }: Readonly<{ id: string | null; productIds: readonly string[]; hardwareModel: string }>,
) {
  let found = db
    .selectFrom('firmwareModelProduct')
    .innerJoin('firmwareModel', 'firmwareModel.id', 'firmwareModelProduct.modelId')
    .where('productId', 'in', productIds)
    .select(['productId', 'firmwareModel.name', 'firmwareModel.type', 'firmwareModel.module'])
    .orderBy('firmwareModel.id')
  if (id !== null) found = found.where('firmwareModel.id', '<>', id)
  if (hardwareModel !== '') found = found.where('hardwareModel', 'in', ['', hardwareModel])
  return found.execute()
}

type Writing = Readonly<{ creatorId: string; at: number }>
export async function insertModel(
  trx: Transaction,
  { productIds, ...fields }: FirmwareModelDraft,
  { creatorId, at }: Writing,
): Promise<string> {
  const { id } = await trx
    .insertInto('firmwareModel')
    .values({ ...fields, spelling: spellingOf(fields.name), creatorId, createdAt: iso(at), updatedAt: iso(at) })
    .returning('id')
    .executeTakeFirstOrThrow()
  await writeProducts(trx, id, productIds)
  return id
}

export async function writeModel(
  trx: Transaction,
  { id, productIds, updatedAt: _updatedAt, ...fields }: FirmwareModelChange,
  at: number,
): Promise<void> {
  await trx
    .updateTable('firmwareModel')
    .set({ ...fields, spelling: spellingOf(fields.name), updatedAt: nextVersion('firmwareModel', at) })
    .where('id', '=', id)
    .execute()
  await writeProducts(trx, id, productIds)
}

async function writeProducts(trx: Transaction, modelId: string, productIds: readonly string[]): Promise<void> {
  await trx.deleteFrom('firmwareModelProduct').where('modelId', '=', modelId).execute()
  await trx
    .insertInto('firmwareModelProduct')
    .values(productIds.map((productId) => ({ modelId, productId })))
    .execute()
}

export async function deleteModel(trx: Transaction, id: string): Promise<void> {
  await trx.deleteFrom('firmwareModel').where('id', '=', id).execute()
}

type Share = Readonly<{
  module: string
  version: string | null
  knownId: string | null
  number: string | null
  alias: string | null
  isCurrent: boolean | null
  devices: number
  online: number
}>

/** Devices of a model within the scope by the version that they report of each of these modules; those of a module add up to all. */
export async function countShares(
  db: Db,
  scope: DataScope,
  { modelId, modules }: Readonly<{ modelId: string; modules: readonly string[] }>,
): Promise<readonly Share[]> {
  const { rows } = await sql<Share>`
    select shares.module, shares.version, v.id::text as known_id, v.number, v.alias, v.archived_at is null as is_current,
      shares.devices, shares.online
    from (
      select wanted.module, m.version, count(*)::int as devices, (count(*) filter (where s.online))::int as online
      from firmware_model_product mp join device_state s on s.product_id = mp.product_id
        cross join unnest(${modules}::text[]) as wanted (module)
        left join device_module m on m.device_id = s.device_id and m.module = wanted.module
      where mp.model_id = ${modelId}::bigint and s.organisation_id in (${within(db, scope)})
      group by wanted.module, m.version) as shares
    left join lateral (select v.* from firmware_version v where v.model_id = ${modelId}::bigint and v.module = shares.module
      and version_order(v.reported_as, shares.version) = 0 order by v.archived_at desc nulls first limit 1) v on true
    order by shares.module, version_parts(shares.version) desc nulls last, shares.version`.execute(db)
  return rows
}
