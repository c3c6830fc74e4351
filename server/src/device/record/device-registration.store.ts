import { chunks } from '@brigade/contract/chunks.ts'
import { sql } from 'kysely'
import type { ChannelType } from '@brigade/contract/customer/organisation.model.ts'
import type { DeviceKind } from '@brigade/contract/product/product.model.ts'
import type { Db } from '../../platform/db/database.ts'
import { transaction } from '../../platform/db/transaction.ts'
import { placeWords } from '../../system/area/address-in.ts'
import { spellingOf } from '../../system/area/spell-name.ts'

/**
 * A device as entered, installed if it has a place. `secret` is sealed; times are epoch ms. Its node type is the
 * product's.
 */
export type DeviceDraft = Readonly<{
  productId: string
  kind: DeviceKind
  organisationId: string
  sn: string
  name: string
  mac: string
  secret: Buffer
  installed: boolean
  /** National codes. */
  province?: string
  city?: string
  region?: string
  /** The place in words; by default the Chinese names of the codes. */
  place?: string
  address?: string
  channelType?: ChannelType | null
  /** The distributor or agent it was sold through. */
  channelId?: string | null
  installedAt?: number | null
  /** Counted from the day of installation; null if unknown. */
  warrantyDays?: number | null
  factoryArea?: string
  note?: string
  createdAt: number
}>

const rowsAtOnce = 500
const instant = (ms: number): string => new Date(ms).toISOString()

/** Inserts devices; existing serial numbers are left unchanged. Returns the ids of the new ones by serial number. */
export async function insertDevices(db: Db, drafts: readonly DeviceDraft[]): Promise<ReadonlyMap<string, string>> {
  const ids = new Map<string, string>()
  for (const some of chunks(drafts, rowsAtOnce)) {
    for (const { sn, id } of await transaction(db, (trx) => insertSome(trx, some))) ids.set(sn, id)
  }
  return ids
}

/** Inserts from arrays, so that the text of the statement is the same for any number of them. */
async function insertSome(db: Db, drafts: readonly DeviceDraft[]): Promise<{ id: string; sn: string }[]> {
  const column = <T>(value: (draft: DeviceDraft) => T) => drafts.map(value)
  const given = sql`unnest(
      ${column(({ sn }) => sn)}::text[], ${column(({ name }) => name)}::text[], ${column(({ name }) => spellingOf(name))}::text[],
      ${column(({ mac }) => mac)}::text[],
      ${column(({ productId }) => productId)}::bigint[], ${column(({ kind }) => kind)}::text[],
      ${column(({ organisationId }) => organisationId)}::bigint[], ${column(({ installed }) => installed)}::boolean[],
      ${column(({ secret }) => secret.toString('hex'))}::text[],
      ${column(({ province }) => province ?? '')}::text[], ${column(({ city }) => city ?? '')}::text[],
      ${column(({ region }) => region ?? '')}::text[], ${column(placeOf)}::text[],
      ${column(({ address }) => address ?? '')}::text[], ${column(areaOf)}::int[],
      ${column(({ channelType }) => channelType ?? null)}::text[], ${column(({ channelId }) => channelId ?? null)}::bigint[],
      ${column(({ installedAt }) => (typeof installedAt === 'number' ? instant(installedAt) : null))}::timestamptz[],
      ${column(({ warrantyDays }) => warrantyDays ?? null)}::int[],
      ${column(({ factoryArea }) => factoryArea ?? '')}::text[], ${column(({ note }) => note ?? '')}::text[],
      ${column(({ createdAt }) => instant(createdAt))}::timestamptz[]
    ) with ordinality as given (sn, name, spelling, mac, product_id, kind, organisation_id, installed, secret, province, city, region, place,
      address, area, channel_type, channel_id, installed_at, warranty_days, factory_area, note, created_at, at)`
  const { rows } = await sql<{ id: string; sn: string }>`
    with given as materialized (select * from ${given}),
    made as (
      insert into device (product_id, sn, name, spelling, mac, node_type, device_secret, province, city, region, place, address, channel_type,
        channel_id, installed_at, warranty_days, warranty_until, factory_area, note, created_at)
      select g.product_id, g.sn, g.name, g.spelling, g.mac, p.node_type, decode(g.secret, 'hex'), g.province, g.city, g.region, g.place, g.address,
        g.channel_type, g.channel_id, g.installed_at, g.warranty_days,
        g.installed_at + g.warranty_days * interval '24 hours', g.factory_area, g.note, g.created_at
      from given g join product p on p.id = g.product_id
      order by g.at
      on conflict (sn) do nothing
      returning id, sn, node_type
    ),
    indexed as (
      insert into device_state (device_id, product_id, organisation_id, kind, installed, created_at, area, channel_type, channel_id, node_type)
      select made.id, g.product_id, g.organisation_id, g.kind, g.installed, g.created_at, g.area, g.channel_type, g.channel_id, made.node_type
      from made join given g on g.sn = made.sn
    )
    select id, sn from made`.execute(db)
  return rows
}

type Placed = Pick<DeviceDraft, 'province' | 'city' | 'region' | 'place'>

const codeOf = ({ province, city, region }: Placed): string => region || city || province || ''

/** The narrowest code of a place; null abroad and if none is given. */
export const areaOf = (placed: Placed): number | null => Number(codeOf(placed)) || null

/**
 * The place in words: as given, else the Chinese names of its codes. Beijing has the same name as province and city.
 */
export const placeOf = (placed: Placed): string => placed.place || placeWords(codeOf(placed))

/** A device's credentials for connecting, by serial number; the secret is sealed. */
export async function listCredentials(db: Db, sns: readonly string[]) {
  if (sns.length === 0) return []
  return db
    .selectFrom('device')
    .innerJoin('deviceState', 'deviceState.deviceId', 'device.id')
    .innerJoin('product', 'product.id', 'device.productId')
    .where('device.sn', 'in', sns)
    .select(['device.sn', 'device.deviceSecret', 'product.productKey', 'deviceState.kind'])
    .orderBy('device.sn')
    .execute()
}
