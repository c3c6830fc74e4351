import { sql } from 'kysely'
import type { ChannelType } from '@brigade/contract/customer/organisation.model.ts'
import type { DeviceKind } from '@brigade/contract/product/product.model.ts'
import { within, type DataScope } from '../../customer/data-scope.ts'
import type { Db } from '../../platform/db/database.ts'
import { recordColumns } from '../record-columns.ts'
import { spellingOf } from '../../system/area/spell-name.ts'

export async function listProductsByKey(db: Db, keys: readonly string[]) {
  if (keys.length === 0) return []
  return db
    .selectFrom('product')
    .where('productKey', 'in', keys)
    .select(['id', 'productKey', 'name', 'kind', 'enabled'])
    .execute()
}

/**
 * Organisations within the scope by the names they are written with, "A / B" meaning B under A; locked until the
 * transaction ends, so that none is deleted.
 */
export async function listNamed(
  db: Db,
  scope: DataScope,
  names: readonly string[],
  { onlyChannels }: { onlyChannels: boolean },
): Promise<{ written: string; id: string }[]> {
  if (names.length === 0) return []
  const kinds = onlyChannels ? ['distributor', 'agent'] : ['platform', 'distributor', 'agent', 'customer']
  const { rows } = await sql<{ written: string; id: string }>`
    with wanted as (
      select written, lower(written) as whole, lower(trim(substring(written from '^(.*) /'))) as above,
        lower(trim(substring(written from '.* / (.*)$'))) as below
      from unnest(${names}::text[]) as given (written))
    select wanted.written, o.id
    from wanted
    join organisation o on lower(o.name) in (wanted.whole, wanted.below) and o.kind = any(${kinds}::text[])
    left join organisation parent on parent.id = o.parent_id and parent.id in (${within(db, scope)})
    where o.id in (${within(db, scope)})
      and (lower(o.name) = wanted.whole or lower(parent.name) = wanted.above)
    for key share of o`.execute(db)
  return rows
}

/** Devices of any organisation with one of these serial numbers; those within the scope and of the kind are locked. */
export async function lockBySn(db: Db, scope: DataScope, kind: DeviceKind, sns: readonly string[]) {
  if (sns.length === 0) return []
  await sql`
    select from device d join device_state i on i.device_id = d.id
    where d.sn = any(${sns}::text[]) and i.kind = ${kind} and i.organisation_id in (${within(db, scope)})
    order by d.id for update of d, i`.execute(db)
  return db
    .selectFrom('device')
    .innerJoin('deviceState', 'deviceState.deviceId', 'device.id')
    .leftJoin('organisation as channel', 'channel.id', 'device.channelId')
    .where(sql<boolean>`device.sn = any(${sns}::text[])`)
    .select([
      ...recordColumns,
      'channel.name as channelName',
      'device.warrantyDays',
      'deviceState.productId',
      'deviceState.organisationId',
      'deviceState.installed',
      'deviceState.kind',
    ])
    .select((is) => is('deviceState.organisationId', 'in', within(db, scope)).as('isSeen'))
    .execute()
}
export type KnownDevice = Awaited<ReturnType<typeof lockBySn>>[number]

/** A complete device after an import. Times are ISO. */
export type ImportedDevice = Readonly<{
  id: string
  name: string
  mac: string
  factoryArea: string
  note: string
  province: string
  city: string
  region: string
  place: string
  address: string
  area: number | null
  channelType: ChannelType | null
  channelId: string | null
  installedAt: string | null
  warrantyDays: number | null
  organisationId: string
  installed: boolean
}>

/** Updates many devices, in one statement each for the wide and the narrow rows. `at` is epoch ms. */
export async function overwriteDevices(db: Db, devices: readonly ImportedDevice[], at: number): Promise<void> {
  if (devices.length === 0) return
  const column = (name: keyof ImportedDevice) => devices.map((device) => device[name])
  const now = new Date(at).toISOString()
  await sql`
    update device d
    set name = g.name, spelling = g.spelling, mac = g.mac, factory_area = g.factory_area, note = g.note, province = g.province, city = g.city,
      region = g.region, place = g.place, address = g.address, channel_type = g.channel_type, channel_id = g.channel_id,
      installed_at = g.installed_at, warranty_days = g.warranty_days,
      warranty_until = g.installed_at + g.warranty_days * interval '24 hours',
      updated_at = greatest(${now}::timestamptz, coalesce(d.updated_at, d.created_at) + interval '1 millisecond')
    from unnest(${column('id')}::bigint[], ${column('name')}::text[],
      ${devices.map(({ name }) => spellingOf(name))}::text[], ${column('mac')}::text[], ${column('factoryArea')}::text[],
      ${column('note')}::text[], ${column('province')}::text[], ${column('city')}::text[], ${column('region')}::text[],
      ${column('place')}::text[], ${column('address')}::text[], ${column('channelType')}::text[], ${column('channelId')}::bigint[],
      ${column('installedAt')}::timestamptz[], ${column('warrantyDays')}::int[])
      as g (id, name, spelling, mac, factory_area, note, province, city, region, place, address, channel_type, channel_id, installed_at, warranty_days)
    where d.id = g.id`.execute(db)
  await sql`
    update device_state i set area = g.area, organisation_id = g.organisation_id, installed = g.installed
    from unnest(${column('id')}::bigint[], ${column('area')}::int[], ${column('organisationId')}::bigint[], ${column('installed')}::boolean[])
      as g (id, area, organisation_id, installed)
    where i.device_id = g.id
      and (i.area, i.organisation_id, i.installed) is distinct from (g.area, g.organisation_id, g.installed)`.execute(
    db,
  )
}
