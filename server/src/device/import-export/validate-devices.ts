import type { DeviceKind } from '@brigade/contract/product/product.model.ts'
import type { Db } from '../../platform/db/database.ts'
import { afterImport, erases } from '../../platform/excel/given-cell.ts'
import type { TableRow } from '../../platform/excel/table.ts'
import { momentOf } from '../../customer/carried/carried-state.ts'
import { refusalsOfSales, type Sale } from '../../customer/carried/require-carried.ts'
import type { DataScope } from '../../customer/data-scope.ts'
import { listOrganisationNames } from '../../customer/organisation.store.ts'
import type { Work } from '../../job/long-work.ts'
import type { ReadRows, Reason, RefusedTableRow } from '../../job/table-import.ts'
import { textRef, type TextRef } from '../../platform/refusal.ts'
import { zoneAfterImport } from '../../system/area/zone-after-import.ts'
import { nowhere } from '../record/nowhere.ts'
import { firstRowOf, type FirstRows } from './first-row.ts'
import { areaOf, placeOf } from '../record/device-registration.store.ts'
import type { DeviceList } from '../list/device.store.ts'
import type { ImportColumn } from './device-columns.ts'
import { listNamed, listProductsByKey, lockBySn, type ImportedDevice, type KnownDevice } from './import.store.ts'
import type { ReadRow, RowReader } from './read-device-row.ts'

/** The state of one file during its import. */
export type Sheet = Readonly<{
  at: ReadonlyMap<ImportColumn, number>
  read: RowReader
  /** The first row of each serial number. */
  rowOf: FirstRows
}>

/** An accepted row. `known` is the stored device, if there is one, and `device` what the import writes. */
export type Passed = Readonly<{
  row: TableRow
  sn: string
  productId: string
  productName: string
  device: ImportedDevice
  known: KnownDevice | undefined
}>
type Refused = RefusedTableRow<ImportColumn>
type Validated = ReadRows<ImportColumn, Passed>

/** Records the serial numbers of rows without validating them. */
export function noteRows(sheet: Sheet, rows: readonly TableRow[]): void {
  for (const { row, cells } of rows) firstRowOf(sheet.rowOf, sheet.read(cells, sheet.at).texts.sn, row)
}

/** The import, and the stored rows that its rows refer to. */
type Found = Readonly<{
  scope: DataScope
  list: DeviceList
  products: ReadonlyMap<string, Readonly<{ id: string; name: string; kind: DeviceKind; enabled: boolean }>>
  organisations: ReadonlyMap<string, readonly string[]>
  channels: ReadonlyMap<string, readonly string[]>
  known: ReadonlyMap<string, KnownDevice>
}>

export async function validateDevices(
  db: Db,
  work: Pick<Work, 'caller' | 'clock' | 'settings'>,
  list: DeviceList,
  sheet: Sheet,
  rows: readonly TableRow[],
): Promise<Validated> {
  const scope = work.caller
  const read = rows.map((row) => ({ row, ...sheet.read(row.cells, sheet.at) }))
  const written = (column: ImportColumn) => [
    ...new Set(read.map(({ texts }) => texts[column]).filter((text) => text !== '' && !text.includes('\0'))),
  ]
  const products = await listProductsByKey(db, written('productKey'))
  const organisations = await listNamed(db, scope, written('organisation'), { onlyChannels: false })
  const channels = await listNamed(db, scope, written('channel'), { onlyChannels: true })
  const known = await lockBySn(db, scope, list.kind, written('sn'))
  const found: Found = {
    scope,
    list,
    products: new Map(products.map((product) => [product.productKey, product])),
    organisations: idsByName(organisations),
    channels: idsByName(channels),
    known: new Map(known.map((device) => [device.sn, device])),
  }
  const passed: Passed[] = []
  const refused: Refused[] = []
  for (const each of read) {
    const first = firstRowOf(sheet.rowOf, each.texts.sn, each.row.row)
    const reasons: Reason<ImportColumn>[] = [...each.reasons]
    if (each.texts.sn !== '' && first !== each.row.row)
      reasons.push({ column: 'sn', why: textRef('device.snTwiceInFile', { row: first }) })
    const result = validateRow(found, each, reasons)
    if (reasons.length > 0) refused.push({ row: each.row, reasons })
    else if (result !== undefined) passed.push({ row: each.row, sn: each.texts.sn, ...result })
  }
  return withoutUncarried(db, work, { passed, refused })
}

/** Refuses rows that would sell a model to an organisation that does not carry it. A device that stays where it is passes. */
async function withoutUncarried(
  db: Db,
  work: Pick<Work, 'clock' | 'settings'>,
  { passed, refused }: Validated,
): Promise<Validated> {
  const isSale = ({ known, device }: Passed) => known?.organisationId !== device.organisationId
  const sold = passed.filter(isSale)
  const named = await listOrganisationNames(db, [...new Set(sold.map(({ device }) => device.organisationId))])
  const names = new Map(named.map(({ id, name }) => [id, name]))
  const saleOf = ({ productId, device: { organisationId } }: Passed): Sale => ({
    productId,
    organisationId,
    organisation: names.get(organisationId) ?? '',
  })
  const distinct = new Map(sold.map((row) => [`${row.device.organisationId} ${row.productId}`, saleOf(row)]))
  const whyNot = await refusalsOfSales(db, [...distinct.values()], momentOf(work))
  const fault = (row: Passed) => (isSale(row) ? whyNot(saleOf(row)) : undefined)
  return {
    passed: passed.filter((row) => fault(row) === undefined),
    refused: [
      ...refused,
      ...passed.flatMap((row) => {
        const why = fault(row)
        return why === undefined ? [] : [{ row: row.row, reasons: [{ column: 'organisation' as const, why }] }]
      }),
    ],
  }
}

const idsByName = (rows: readonly { written: string; id: string }[]): ReadonlyMap<string, readonly string[]> =>
  new Map([...Map.groupBy(rows, ({ written }) => written)].map(([name, same]) => [name, same.map(({ id }) => id)]))

/**
 * The device after the import of a row; reasons against it are added to `reasons`. An empty cell changes nothing, like
 * a missing column.
 */
function validateRow(
  found: Found,
  row: ReadRow,
  reasons: Reason<ImportColumn>[],
): Omit<Passed, 'row' | 'sn'> | undefined {
  const { list } = found
  const { kind, installed } = list
  const { texts } = row
  const refuse = (column: ImportColumn, why: TextRef) => void reasons.push({ column, why })
  const known = found.known.get(texts.sn)
  // An uninstalled device may enter the device list: an import is how stock is installed by the thousand.
  const isOpen = known === undefined || (known.isSeen && known.kind === kind && (installed || !known.installed))
  if (!isOpen) {
    refuse('sn', textRef('device.otherDevice', undefined))
    return undefined
  }
  const needs = (column: ImportColumn) => {
    if (texts[column] === '' && known === undefined) refuse(column, textRef('field.required', undefined))
    return texts[column]
  }
  const product = found.products.get(needs('productKey'))
  if (texts.productKey !== '') {
    if (product === undefined || product.kind !== kind)
      refuse('productKey', textRef('device.unknownProduct', undefined))
    else if (known !== undefined && known.productId !== product.id)
      refuse('productKey', textRef('device.otherProduct', undefined))
    else if (known === undefined && !product.enabled) refuse('productKey', textRef('device.productDisabled', undefined))
  }
  const organisationId = ownerOf(found, texts.organisation, known, refuse)
  const name = needs('name') || (known?.name ?? '')
  const given = (column: ImportColumn, before: string | undefined) => afterImport(texts[column], before ?? '')
  const described = {
    name,
    mac: given('mac', known?.mac),
    factoryArea: given('factoryArea', known?.factoryArea),
    note: given('note', known?.note),
  }
  if (installed && (known?.installedAt ?? null) === null && row.installedAt === null && texts.installedAt === '')
    refuse('installedAt', textRef('field.required', undefined))
  const standing = installed ? standingOf(found, row, known, refuse) : keptOf(known)
  if (reasons.length > 0) return undefined
  return {
    productId: product?.id ?? known?.productId ?? '',
    productName: product?.name ?? '',
    known,
    device: { id: known?.id ?? '', ...described, ...standing, organisationId, installed },
  }
}

/** The place and the sale of an uninstalled device stay as they are. */
function keptOf(known: KnownDevice | undefined) {
  if (known === undefined) return { ...nowhere(), area: null }
  const { province, city, region, place, address, channelType, channelId, installedAt, warrantyDays } = known
  const zone = { province, city, region, place, area: areaOf(known) }
  return { ...zone, address, channelType, channelId, installedAt, warrantyDays }
}

/** The organisation of a device. New stock belongs to the caller by default, and an installed device moves only by a transfer. */
function ownerOf(
  found: Found,
  written: string,
  known: KnownDevice | undefined,
  refuse: (column: ImportColumn, why: TextRef) => void,
): string {
  const {
    scope,
    list: { installed },
  } = found
  if (written === '') {
    if (known !== undefined) return known.organisationId
    if (installed) refuse('organisation', textRef('field.required', undefined))
    return scope.organisationId
  }
  const [one, another] = found.organisations.get(written) ?? []
  if (one === undefined) refuse('organisation', textRef('customer.unknownOrganisation', undefined))
  else if (another !== undefined) refuse('organisation', textRef('device.ambiguousOrganisation', undefined))
  else if (known !== undefined && known.installed === installed && known.organisationId !== one)
    refuse('organisation', textRef('device.movesByTransfer', undefined))
  return one ?? ''
}

/** The place and the sale of a device. */
function standingOf(
  found: Found,
  { texts, channelType, installedAt, warrantyDays }: ReadRow,
  known: KnownDevice | undefined,
  refuse: (column: ImportColumn, why: TextRef) => void,
) {
  const { province, city, region, place } = placeAfter(texts, known)
  const keptAt = known?.installedAt ?? null
  const isSameSecond =
    keptAt !== null && installedAt !== null && Math.floor(Date.parse(keptAt) / 1000) === Math.floor(installedAt / 1000)
  return {
    province,
    city,
    region,
    place,
    area: areaOf({ province, city, region }),
    address: afterImport(texts.address, known?.address ?? ''),
    channelType: texts.channelType === '' ? (known?.channelType ?? null) : channelType,
    channelId: texts.channel === '' ? (known?.channelId ?? null) : channelOf(found, texts.channel, known, refuse),
    // A table has no milliseconds.
    installedAt: installedAt === null || isSameSecond ? keptAt : new Date(installedAt).toISOString(),
    warrantyDays: texts.warrantyDays === '' ? (known?.warrantyDays ?? null) : warrantyDays,
  }
}

/** All levels of a place belong together: a device is within one of our zones, or at a place abroad in words. */
function placeAfter(written: ReadRow['texts'], known: KnownDevice | undefined) {
  const isAbroad = written.province === '' && written.place !== '' && written.place !== erases
  const before = known === undefined || isAbroad ? nobodysPlace : known
  const zone = zoneAfterImport(isAbroad ? nobodysPlace : written, before)
  if (zone.province !== '') return { ...zone, place: placeOf(zone) }
  return { ...zone, place: afterImport(written.place, before.province === '' ? before.place : '') }
}
const nobodysPlace = { province: '', city: '', region: '', place: '' }

/** The channel of a stored device may be outside the caller's scope. */
function channelOf(
  found: Found,
  written: string,
  known: KnownDevice | undefined,
  refuse: (column: ImportColumn, why: TextRef) => void,
): string | null {
  if (written === erases) return null
  if (known?.channelName?.toLowerCase() === written.toLowerCase()) return known.channelId
  const [one, another] = found.channels.get(written) ?? []
  if (one === undefined) refuse('channel', textRef('device.unknownChannel', undefined))
  else if (another !== undefined) refuse('channel', textRef('device.ambiguousChannel', undefined))
  return one ?? null
}
