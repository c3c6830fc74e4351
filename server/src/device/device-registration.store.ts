import type { ChannelType } from '@brigade/contract/customer/organisation.model.ts'
import type { DeviceKind } from '@brigade/contract/product/product.model.ts'
import type { Db } from '../platform/db/database.ts'
import { transaction } from '../platform/db/transaction.ts'
import { areaNames } from '../system/area/areas.ts'

/** A device as it is entered, installed where it has a place. `secret` is sealed; times are epoch ms. */
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
  /** In words; left out: the Chinese names of the codes. */
  place?: string
  address?: string
  channelType?: ChannelType | null
  /** The distributor or agent it was sold through. */
  channelId?: string | null
  installedAt?: number | null
  /** From the day it was installed; null: not registered. */
  warrantyDays?: number | null
  createdAt: number
}>

const dayMs = 86_400_000
const rowsAtOnce = 500
const instant = (ms: number): string => new Date(ms).toISOString()

/** Enters devices; those whose serial number is taken are left as they are. Answers the ids of the new ones by serial number. */
export async function insertDevices(db: Db, drafts: readonly DeviceDraft[]): Promise<ReadonlyMap<string, string>> {
  const ids = new Map<string, string>()
  for (let from = 0; from < drafts.length; from += rowsAtOnce) {
    const some = drafts.slice(from, from + rowsAtOnce)
    for (const { sn, id } of await transaction(db, (trx) => insertSome(trx, some))) ids.set(sn, id)
  }
  return ids
}

async function insertSome(db: Db, drafts: readonly DeviceDraft[]): Promise<{ id: string; sn: string }[]> {
  const made = await db
    .insertInto('device')
    .values(drafts.map(deviceOf))
    .onConflict((conflict) => conflict.column('sn').doNothing())
    .returning(['id', 'sn'])
    .execute()
  if (made.length === 0) return made
  const draftOf = new Map(drafts.map((draft) => [draft.sn, draft]))
  const entries = made.flatMap(({ id, sn }) => {
    const draft = draftOf.get(sn)
    if (draft === undefined) return []
    const { productId, organisationId, kind, installed, createdAt } = draft
    const place = { area: areaOf(draft), ...channelOf(draft) }
    return [{ deviceId: id, productId, organisationId, kind, installed, createdAt: instant(createdAt), ...place }]
  })
  await db.insertInto('deviceIndex').values(entries).execute()
  await db
    .insertInto('deviceShadow')
    .values(made.map(({ id }) => ({ deviceId: id })))
    .execute()
  return made
}

const codeOf = ({ province, city, region }: DeviceDraft): string => region || city || province || ''
const areaOf = (draft: DeviceDraft): number | null => Number(codeOf(draft)) || null
const channelOf = ({ channelType = null, channelId = null }: DeviceDraft) => ({ channelType, channelId })

/** Of Beijing the province and the city have one name. */
const wordsOf = (code: string): string => [...new Set(areaNames(code, 'zh'))].join('')

function deviceOf(draft: DeviceDraft) {
  const { installedAt = null, warrantyDays = null } = draft
  return {
    productId: draft.productId,
    sn: draft.sn,
    name: draft.name,
    mac: draft.mac,
    deviceSecret: draft.secret,
    province: draft.province ?? '',
    city: draft.city ?? '',
    region: draft.region ?? '',
    place: draft.place ?? wordsOf(codeOf(draft)),
    ...channelOf(draft),
    address: draft.address ?? '',
    installedAt: installedAt === null ? null : instant(installedAt),
    warrantyDays,
    warrantyUntil: installedAt === null || warrantyDays === null ? null : instant(installedAt + warrantyDays * dayMs),
    createdAt: instant(draft.createdAt),
  }
}

/** What a device needs to connect, by serial number; the secret is sealed. */
export async function listCredentials(db: Db, sns: readonly string[]) {
  if (sns.length === 0) return []
  return db
    .selectFrom('device')
    .innerJoin('deviceIndex', 'deviceIndex.deviceId', 'device.id')
    .innerJoin('product', 'product.id', 'device.productId')
    .where('device.sn', 'in', sns)
    .select(['device.sn', 'device.deviceSecret', 'product.productKey', 'deviceIndex.kind'])
    .orderBy('device.sn')
    .execute()
}
