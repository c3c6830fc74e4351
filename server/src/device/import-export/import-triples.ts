import { z } from 'zod'
import { DeviceSecret, Sn } from '@brigade/contract/device/record/record.model.ts'
import { DeviceKind } from '@brigade/contract/product/product.model.ts'
import { momentOf } from '../../customer/carried/carried-state.ts'
import { refusalsOfSales } from '../../customer/carried/require-carried.ts'
import { listOrganisationNames } from '../../customer/organisation.store.ts'
import { findOwnJob } from '../../job/job.store.ts'
import type { Work } from '../../job/long-work.ts'
import {
  cellText,
  tableImport,
  type ReadRows,
  type Reason,
  type RefusedTableRow,
  type Sheet,
} from '../../job/table-import.ts'
import type { Db, Transaction } from '../../platform/db/database.ts'
import type { TableRow } from '../../platform/excel/table.ts'
import type { Ctx } from '../../platform/http/context.ts'
import { refuse, textRef, type TextRef } from '../../platform/refusal.ts'
import { open, seal } from '../../platform/secret/secret-box.ts'
import { requirePassword } from '../../session/require-password.ts'
import { insertDevices } from '../record/device-registration.store.ts'
import { newDeviceSecret } from '../credentials/device-credentials.ts'
import { overwriteSecrets } from '../credentials/device-secret.store.ts'
import { notifyConnectors } from '../device-notice.ts'
import { fieldsChanged, writeChanges } from '../changes/write-change.ts'
import { alikeRows, firstRowOf } from './first-row.ts'
import { listProductsByKey } from './import.store.ts'
import { lockTriples, type KnownTriple } from './triple.store.ts'

type Column = 'productKey' | 'deviceName' | 'deviceSecret'
const heads = {
  productKey: { en: 'ProductKey', zh: 'ProductKey' },
  deviceName: { en: 'DeviceName', zh: 'DeviceName' },
  deviceSecret: { en: 'DeviceSecret', zh: 'DeviceSecret' },
} as const

const OfKind = z.object({ kind: DeviceKind })
type OfKind = z.output<typeof OfKind>

/** Registers devices with the secrets in the file; an existing device gets the file's secret. */
export const tripleImport = tableImport<OfKind, Column, Passed>({
  kinds: { check: 'device.check-triples', import: 'device.import-triples' },
  access: ({ kind }) => `${kind}:secret`,
  params: OfKind,
  endsInput: true,
  // Refused rows are stored for correction, but without the secret, because they are not encrypted.
  columns: () => ({ heads, needed: ['productKey', 'deviceName'], hidden: ['deviceSecret'] }),
  open: (work, sheet, { kind }) => ({
    read: (db, rows) => validateTriples(db, work, kind, sheet, rows),
    note: (rows) => {
      for (const each of rows) firstRowOf(sheet.rowOf, textsOf(sheet, each).deviceName, each.row)
    },
    write: async (trx, passed, { isDry }) => {
      if (!isDry) await put(trx, work, kind, passed)
      const added = passed.filter(({ known }) => known === undefined).length
      return { added, updated: passed.length - added, alike: alikeRows(sheet.rowOf, passed) }
    },
  }),
})

/** The file has to be the caller's own before the password is checked. */
export async function startTripleImport(
  ctx: Ctx,
  kind: DeviceKind,
  { checkedJobId, password }: { checkedJobId: string; password: string },
): Promise<{ jobId: string }> {
  const checked = await findOwnJob(ctx.db, ctx.caller, checkedJobId)
  if (checked === undefined) return refuse('job.unknown')
  await requirePassword(ctx, password)
  return tripleImport.startImport(ctx, { kind }, checkedJobId)
}

type TripleSheet = Sheet<Column>
type Passed = Readonly<{
  row: TableRow
  sn: string
  productId: string
  productName: string
  secret: string
  known: KnownTriple | undefined
}>

const textsOf = ({ at }: TripleSheet, { cells }: TableRow): Record<Column, string> => ({
  productKey: cellText(cells, at.get('productKey')),
  deviceName: cellText(cells, at.get('deviceName')),
  deviceSecret: cellText(cells, at.get('deviceSecret')),
})

async function validateTriples(
  trx: Db,
  work: Work,
  kind: DeviceKind,
  sheet: TripleSheet,
  rows: readonly TableRow[],
): Promise<ReadRows<Column, Passed>> {
  const { caller } = work
  const read = rows.map((row) => ({ row, texts: textsOf(sheet, row) }))
  const sound = (texts: string[]) => [...new Set(texts.filter((text) => text !== '' && !text.includes('\0')))]
  const products = await listProductsByKey(trx, sound(read.map(({ texts }) => texts.productKey)))
  const productOf = new Map(products.map((product) => [product.productKey, product]))
  const known = await lockTriples(trx, caller, kind, sound(read.map(({ texts }) => texts.deviceName)))
  const knownOf = new Map(known.map((device) => [device.sn, device]))
  const whyNot = await refusalsOfStock(trx, work, products)
  const passed: Passed[] = []
  const refused: RefusedTableRow<Column>[] = []
  for (const { row, texts } of read) {
    const reasons: Reason<Column>[] = []
    const no = (column: Column, why: TextRef) => void reasons.push({ column, why })
    const { deviceName: sn, deviceSecret: secret } = texts
    const first = firstRowOf(sheet.rowOf, sn, row.row)
    if (!Sn.safeParse(sn).success) no('deviceName', textRef('device.sn', undefined))
    if (first !== row.row) no('deviceName', textRef('device.snTwiceInFile', { row: first }))
    if (secret !== '' && !DeviceSecret.safeParse(secret).success)
      no('deviceSecret', textRef('device.secret', undefined))
    const product = productOf.get(texts.productKey)
    const device = knownOf.get(sn)
    if (product === undefined || product.kind !== kind) no('productKey', textRef('device.unknownProduct', undefined))
    else if (device === undefined && !product.enabled) no('productKey', textRef('device.productDisabled', undefined))
    else if (device !== undefined && (!device.isSeen || device.kind !== kind))
      no('deviceName', textRef('device.otherDevice', undefined))
    else if (device !== undefined && device.productId !== product.id)
      no('productKey', textRef('device.otherProduct', undefined))
    const uncarried = product !== undefined && device === undefined ? whyNot(product.id) : undefined
    if (uncarried !== undefined) no('productKey', uncarried)
    if (reasons.length > 0 || product === undefined) refused.push({ row, reasons })
    else passed.push({ row, sn, productId: product.id, productName: product.name, secret, known: device })
  }
  return { passed, refused }
}

/** New devices become the stock of the caller's organisation, which has to carry their models. */
async function refusalsOfStock(
  trx: Db,
  work: Work,
  products: readonly { id: string }[],
): Promise<(productId: string) => TextRef | undefined> {
  const { organisationId } = work.caller
  const [own] = await listOrganisationNames(trx, [organisationId])
  const sales = products.map(({ id }) => ({ productId: id, organisationId, organisation: own?.name ?? '' }))
  const whyNot = await refusalsOfSales(trx, sales, momentOf(work))
  return (productId) => whyNot({ productId, organisationId })
}

async function put(trx: Transaction, work: Work, kind: DeviceKind, rows: readonly Passed[]): Promise<void> {
  const { caller, clock, settings } = work
  const at = clock.now()
  const ids = await insertDevices(
    trx,
    rows.flatMap(({ sn, productId, secret, known }) => {
      if (known !== undefined) return []
      const sealed = seal(settings.secretKey, secret === '' ? newDeviceSecret() : secret)
      const owner = { kind, organisationId: caller.organisationId, installed: false, createdAt: at }
      return [{ ...owner, sn, name: sn, mac: '', productId, secret: sealed }]
    }),
  )
  const changed = rows.flatMap(({ secret, known }) =>
    known === undefined || secret === '' || open(settings.secretKey, known.deviceSecret) === secret
      ? []
      : [{ id: known.id, secret: seal(settings.secretKey, secret) }],
  )
  await overwriteSecrets(trx, changed)
  const written = { at, accountId: caller.accountId }
  await writeChanges(trx, [
    ...rows.flatMap(({ sn, productName }) => {
      const deviceId = ids.get(sn)
      const fields = fieldsChanged({}, { sn, product: productName })
      return deviceId === undefined ? [] : [{ deviceId, ...written, action: 'imported' as const, fields }]
    }),
    ...changed.map(({ id }) => ({ deviceId: id, ...written, action: 'secret' as const, fields: [] })),
  ])
  if (changed.length > 0) await notifyConnectors(trx, { rekeyed: changed.map(({ id }) => id) })
}
