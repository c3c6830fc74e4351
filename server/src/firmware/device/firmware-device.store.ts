import type { z } from 'zod'
import type { FirmwareDeviceExport } from '@brigade/contract/firmware/upgrade-device.model.ts'
import { sql, type RawBuilder } from 'kysely'
import { within, type DataScope } from '../../customer/data-scope.ts'
import type { Db } from '../../platform/db/database.ts'
import { countRows, offsetOf } from '../../platform/db/page.ts'
import { isLike } from '../../platform/db/search.ts'

type Filters = z.output<typeof FirmwareDeviceExport>
type Search = Filters & Readonly<{ sort?: string | undefined; pageNum: number; pageSize: number }>

function matching(db: Db, scope: DataScope, filters: Filters): RawBuilder<unknown> {
  const { keyword, modelId, productId, module, version, online, customerId, channelType, channelId } = filters
  const hasVersion = sql`exists (select from device_module m where m.device_id = s.device_id
    ${module ? sql`and m.module = ${module}` : sql``} ${version ? sql`and m.version = ${version}` : sql``})`
  return sql.join(
    [
      sql`s.organisation_id in (${within(db, scope)})`,
      ...(keyword ? [isLike(sql`d.search`, keyword)] : []),
      ...(modelId === undefined
        ? []
        : [sql`s.product_id in (select product_id from firmware_model_product where model_id = ${modelId}::bigint)`]),
      ...(productId === undefined ? [] : [sql`s.product_id = ${productId}::bigint`]),
      ...(module || version ? [hasVersion] : []),
      ...(online === undefined ? [] : [sql`s.online = ${online}`]),
      ...(customerId === undefined ? [] : [sql`s.organisation_id in (${within(db, { organisationId: customerId })})`]),
      ...(channelType === undefined ? [] : [sql`s.channel_type = ${channelType}`]),
      ...(channelId === undefined ? [] : [sql`s.channel_id = ${channelId}::bigint`]),
    ],
    sql` and `,
  )
}

export type FirmwareDevice = Readonly<{
  deviceId: string
  sn: string
  name: string
  kind: 'oven' | 'cooler'
  productId: string
  product: { en: string; zh: string }
  organisation: string
  online: boolean
  modules: { module: string; version: string; reportedAt: string }[]
}>

const columns = sql`d.id::text as device_id, d.sn, d.name, s.kind, p.id::text as product_id, json_build_object('en', p.en_name, 'zh', p.name) as product,
  o.name as organisation, s.online, (select coalesce(json_agg(json_build_object('module', m.module, 'version', m.version,
    'reportedAt', to_char(m.reported_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')) order by m.module), '[]')
    from device_module m where m.device_id = d.id) as modules`
const joined = sql`device_state s join device d on d.id = s.device_id join product p on p.id = s.product_id
  join organisation o on o.id = s.organisation_id`

export async function findFirmwareDevices(db: Db, scope: DataScope, search: Search) {
  const where = matching(db, scope, search)
  const isDescending = search.sort === undefined || search.sort.startsWith('-')
  const direction = isDescending ? sql`desc` : sql`asc`
  const order = search.sort?.endsWith('sn')
    ? sql`d.sn ${direction}`
    : sql`s.created_at ${direction}, s.device_id ${direction}`
  const [{ rows }, count] = await Promise.all([
    sql<FirmwareDevice>`select ${columns} from ${joined} where ${where} order by ${order}
      limit ${search.pageSize} offset ${offsetOf(search)}`.execute(db),
    countRows(db, { limit: (most: number) => sql`select s.device_id from ${joined} where ${where} limit ${most}` }),
  ])
  return { rows, ...count }
}

/** The next rows of an export, after the last device of the previous ones. */
export async function listFirmwareDevices(
  db: Db,
  scope: DataScope,
  filters: Filters,
  { after, most }: Readonly<{ after: string; most: number }>,
): Promise<readonly FirmwareDevice[]> {
  const { rows } = await sql<FirmwareDevice>`select ${columns} from ${joined}
    where ${matching(db, scope, filters)} and s.device_id > ${after}::bigint order by s.device_id limit ${most}`.execute(
    db,
  )
  return rows
}

export async function findFirmwareDevice(db: Db, scope: DataScope, id: string) {
  const { rows } = await sql<FirmwareDevice & { isUnit: boolean }>`select ${columns},
      exists (select from device_gateway g where g.device_id = d.id and g.unit is not null) as is_unit
    from ${joined} where d.id = ${id}::bigint and s.organisation_id in (${within(db, scope)})`.execute(db)
  return rows[0]
}

/** Models that a product belongs to, with their current versions. */
export async function listModelsOf(db: Db, productId: string) {
  const { rows } = await sql<{
    id: string
    name: string
    type: 'single' | 'double'
    module: string
    versions: {
      versionId: string
      module: string
      number: string
      reportedAs: string
      alias: string
      enabled: boolean
    }[]
  }>`
    select m.id::text, m.name, m.type, m.module, (select coalesce(json_agg(json_build_object('versionId', v.id::text, 'module', v.module,
        'number', v.number, 'reportedAs', v.reported_as, 'alias', v.alias, 'enabled', v.enabled)), '[]')
      from firmware_version v where v.model_id = m.id and v.archived_at is null) as versions
    from firmware_model m join firmware_model_product mp on mp.model_id = m.id where mp.product_id = ${productId}::bigint
    order by m.id`.execute(db)
  return rows
}
