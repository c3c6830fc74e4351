import type { DeviceKind } from '@brigade/contract/product/product.model.ts'
import type { Db } from '../../platform/db/database.ts'
import type { TableRow } from '../../platform/excel/table.ts'
import type { DataScope } from '../../customer/data-scope.ts'
import { said, type Said } from '../../platform/refusal.ts'
import { nowhere } from '../record/nowhere.ts'
import { firstRowOf, type FirstRows } from './first-row.ts'
import { areaOf, placeOf } from '../record/device-registration.store.ts'
import type { DeviceList } from '../list/device.store.ts'
import type { ImportColumn } from './device-columns.ts'
import { listNamed, listProductsByKey, lockBySn, type ImportedDevice, type KnownDevice } from './import.store.ts'
import type { ReadRow, Reason, RowReader } from './read-device-row.ts'

/** What is known of one file while it is gone through. */
export type Sheet = Readonly<{
  at: ReadonlyMap<ImportColumn, number>
  read: RowReader
  /** The row that first had a serial number. */
  rowOf: FirstRows
}>

/** A row that passed. `known` is the device that is there already, `device` what becomes of it; without, it is new. */
export type Passed = Readonly<{
  row: TableRow
  sn: string
  productId: string
  productName: string
  device: ImportedDevice
  known: KnownDevice | undefined
}>
export type Refused = Readonly<{ row: TableRow; reasons: readonly Reason[] }>
export type Judged = Readonly<{ passed: readonly Passed[]; refused: readonly Refused[] }>

/** Remembers which serial numbers rows have, without judging them. */
export function noteRows(sheet: Sheet, rows: readonly TableRow[]): void {
  for (const { row, cells } of rows) firstRowOf(sheet.rowOf, sheet.read(cells, sheet.at).texts.sn, row)
}

type Found = Readonly<{
  products: ReadonlyMap<string, Readonly<{ id: string; name: string; kind: DeviceKind; enabled: boolean }>>
  organisations: ReadonlyMap<string, readonly string[]>
  channels: ReadonlyMap<string, readonly string[]>
  known: ReadonlyMap<string, KnownDevice>
}>

/** What would come of rows. Changes nothing; asked twice about the same rows it answers the same. */
export async function judgeDevices(
  db: Db,
  scope: DataScope,
  list: DeviceList,
  sheet: Sheet,
  rows: readonly TableRow[],
): Promise<Judged> {
  const read = rows.map((row) => ({ row, ...sheet.read(row.cells, sheet.at) }))
  const written = (column: ImportColumn) => [
    ...new Set(read.map(({ texts }) => texts[column]).filter((text) => text !== '' && !text.includes('\0'))),
  ]
  const products = await listProductsByKey(db, written('productKey'))
  const organisations = await listNamed(db, scope, written('organisation'), { onlyChannels: false })
  const channels = await listNamed(db, scope, written('channel'), { onlyChannels: true })
  const known = await lockBySn(db, scope, list.kind, written('sn'))
  const found: Found = {
    products: new Map(products.map((product) => [product.productKey, product])),
    organisations: idsByName(organisations),
    channels: idsByName(channels),
    known: new Map(known.map((device) => [device.sn, device])),
  }
  const passed: Passed[] = []
  const refused: Refused[] = []
  for (const each of read) {
    const first = firstRowOf(sheet.rowOf, each.texts.sn, each.row.row)
    const reasons: Reason[] = [...each.reasons]
    if (each.texts.sn !== '' && first !== each.row.row)
      reasons.push({ column: 'sn', why: said('device.snTwiceInFile', { row: first }) })
    const result = becoming(scope, list, sheet, found, each, reasons)
    if (reasons.length > 0) refused.push({ row: each.row, reasons })
    else if (result !== undefined) passed.push({ row: each.row, sn: each.texts.sn, ...result })
  }
  return { passed, refused }
}

const idsByName = (rows: readonly { written: string; id: string }[]): ReadonlyMap<string, readonly string[]> =>
  new Map([...Map.groupBy(rows, ({ written }) => written)].map(([name, same]) => [name, same.map(({ id }) => id)]))

/** What becomes of one device; says into `reasons` what stands in the way. What the file has no column for stays as it is. */
function becoming(
  scope: DataScope,
  { kind, installed }: DeviceList,
  { at }: Sheet,
  found: Found,
  row: ReadRow,
  reasons: Reason[],
): Omit<Passed, 'row' | 'sn'> | undefined {
  const { texts } = row
  const refuse = (column: ImportColumn, why: Said) => void reasons.push({ column, why })
  const known = found.known.get(texts.sn)
  // An uninstalled one may come into the device list: that is how stock is installed by the thousand.
  const isOpen = known === undefined || (known.isSeen && known.kind === kind && (installed || !known.installed))
  if (!isOpen) {
    refuse('sn', said('device.otherDevice', undefined))
    return undefined
  }
  const needs = (column: ImportColumn) => {
    if (texts[column] === '' && known === undefined) refuse(column, said('field.required', undefined))
    return texts[column]
  }
  const product = found.products.get(needs('productKey'))
  if (texts.productKey !== '') {
    if (product === undefined || product.kind !== kind) refuse('productKey', said('device.unknownProduct', undefined))
    else if (known !== undefined && known.productId !== product.id)
      refuse('productKey', said('device.otherProduct', undefined))
    else if (known === undefined && !product.enabled) refuse('productKey', said('device.productDisabled', undefined))
  }
  const organisationId = ownerOf(scope, installed, found, texts.organisation, known, refuse)
  const name = needs('name') || (known?.name ?? '')
  const given = (column: ImportColumn, before: string | undefined) => (at.has(column) ? texts[column] : (before ?? ''))
  const described = {
    name,
    mac: given('mac', known?.mac),
    factoryArea: given('factoryArea', known?.factoryArea),
    note: given('note', known?.note),
  }
  if (installed && (known?.installedAt ?? null) === null && row.installedAt === null && texts.installedAt === '')
    refuse('installedAt', said('field.required', undefined))
  const standing = installed ? standingOf(at, found, row, known, refuse) : keptOf(known)
  if (reasons.length > 0) return undefined
  return {
    productId: product?.id ?? known?.productId ?? '',
    productName: product?.name ?? '',
    known,
    device: { id: known?.id ?? '', ...described, ...standing, organisationId, installed },
  }
}

/** What an uninstalled device has of it stays: how it was sold. */
function keptOf(known: KnownDevice | undefined) {
  if (known === undefined) return { ...nowhere(), area: null }
  const { province, city, region, place, address, channelType, channelId, installedAt, warrantyDays } = known
  const zone = { province, city, region, place, area: areaOf(known) }
  return { ...zone, address, channelType, channelId, installedAt, warrantyDays }
}

/** Whose it becomes. A new one of the stock is by itself the caller's own; an installed one moves by a transfer alone. */
function ownerOf(
  scope: DataScope,
  installed: boolean,
  found: Found,
  written: string,
  known: KnownDevice | undefined,
  refuse: (column: ImportColumn, why: Said) => void,
): string {
  if (written === '') {
    if (known !== undefined) return known.organisationId
    if (installed) refuse('organisation', said('field.required', undefined))
    return scope.organisationId
  }
  const [one, another] = found.organisations.get(written) ?? []
  if (one === undefined) refuse('organisation', said('customer.unknownOrganisation', undefined))
  else if (another !== undefined) refuse('organisation', said('device.ambiguousOrganisation', undefined))
  else if (known !== undefined && known.installed === installed && known.organisationId !== one)
    refuse('organisation', said('device.movesByTransfer', undefined))
  return one ?? ''
}

function standingOf(
  at: Sheet['at'],
  found: Found,
  { texts, channelType, installedAt, warrantyDays }: ReadRow,
  known: KnownDevice | undefined,
  refuse: (column: ImportColumn, why: Said) => void,
) {
  // A zone is one thing, whichever of its levels there are, the place in words among them.
  const hasZone = (['province', 'city', 'region', 'place'] as const).some((column) => at.has(column))
  const zone = hasZone || known === undefined ? texts : known
  const { province, city, region } = zone
  const place = province === '' ? zone.place : placeOf({ province, city, region })
  const keptAt = known?.installedAt ?? null
  const isSameSecond =
    keptAt !== null && installedAt !== null && Math.floor(Date.parse(keptAt) / 1000) === Math.floor(installedAt / 1000)
  return {
    province,
    city,
    region,
    place,
    area: areaOf({ province, city, region }),
    address: at.has('address') ? texts.address : (known?.address ?? ''),
    channelType: at.has('channelType') ? channelType : (known?.channelType ?? null),
    channelId: at.has('channel') ? channelOf(found, texts.channel, known, refuse) : (known?.channelId ?? null),
    // A table knows no milliseconds.
    installedAt: installedAt === null || isSameSecond ? keptAt : new Date(installedAt).toISOString(),
    warrantyDays: at.has('warrantyDays') ? warrantyDays : (known?.warrantyDays ?? null),
  }
}

/** The channel that a device has already may be one that the caller does not see. */
function channelOf(
  found: Found,
  written: string,
  known: KnownDevice | undefined,
  refuse: (column: ImportColumn, why: Said) => void,
): string | null {
  if (written === '') return null
  if (known?.channelName?.toLowerCase() === written.toLowerCase()) return known.channelId
  const [one, another] = found.channels.get(written) ?? []
  if (one === undefined) refuse('channel', said('device.unknownChannel', undefined))
  else if (another !== undefined) refuse('channel', said('device.ambiguousChannel', undefined))
  return one ?? null
}
