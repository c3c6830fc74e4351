import { z } from 'zod'
import { DeviceSecret, Sn } from '@brigade/contract/device/record/record.model.ts'
import { DeviceKind } from '@brigade/contract/product/product.model.ts'
import { momentOf } from '../../customer/carried/carried-state.ts'
import { refusalsOfSales } from '../../customer/carried/require-carried.ts'
import { listOrganisationNames } from '../../customer/organisation.store.ts'
import { readColumnsOf } from '../../platform/excel/damaged-cells.ts'
import { processInBatches, readColumns } from '../../job/process-in-batches.ts'
import { findOwnJob } from '../../job/job.store.ts'
import { longWork, type LongWork, type RefusedRow, type Work } from '../../job/long-work.ts'
import { startJob } from '../../job/start-job.ts'
import type { Transaction } from '../../platform/db/database.ts'
import type { TableRow } from '../../platform/excel/table.ts'
import type { Ctx, Upload } from '../../platform/http/context.ts'
import { refuse, textRef, type TextRef } from '../../platform/refusal.ts'
import { open, seal } from '../../platform/secret/secret-box.ts'
import { requirePassword } from '../../session/require-password.ts'
import { insertDevices } from '../record/device-registration.store.ts'
import { newDeviceSecret } from '../credentials/device-credentials.ts'
import { overwriteSecrets } from '../credentials/device-secret.store.ts'
import { notifyConnectors } from '../device-notice.ts'
import { fieldsChanged, writeChanges } from '../changes/write-change.ts'
import { alikeRows, firstRowOf, type FirstRows } from './first-row.ts'
import { listProductsByKey } from './import.store.ts'
import { lockTriples, type KnownTriple } from './triple.store.ts'

const columns = ['productKey', 'deviceName', 'deviceSecret'] as const
type Column = (typeof columns)[number]
const heads = {
  productKey: { en: 'ProductKey', zh: 'ProductKey' },
  deviceName: { en: 'DeviceName', zh: 'DeviceName' },
  deviceSecret: { en: 'DeviceSecret', zh: 'DeviceSecret' },
} as const

const OfKind = z.object({ kind: DeviceKind })
type OfKind = z.output<typeof OfKind>

const workOf = (kind: 'device.check-triples' | 'device.import-triples', isDry: boolean): LongWork<OfKind> =>
  longWork({
    kind,
    access: (params: OfKind) => `${params.kind}:secret`,
    params: OfKind,
    endsInput: !isDry,
    run: (work, params) => importFile(work, params.kind, isDry),
  })

/** Registers devices with the secrets in the file; an existing device gets the file's secret. */
export const checkTriples = workOf('device.check-triples', true)
export const importTriples = workOf('device.import-triples', false)

export const startTripleCheck = (ctx: Ctx, kind: DeviceKind, upload: Upload): Promise<{ jobId: string }> =>
  startJob(ctx, checkTriples, { kind }, { fileName: upload.name, input: upload })

/** The file has to be the caller's own before the password is checked. */
export async function startTripleImport(
  ctx: Ctx,
  kind: DeviceKind,
  { checkedJobId, password }: { checkedJobId: string; password: string },
): Promise<{ jobId: string }> {
  const checked = await findOwnJob(ctx.db, ctx.caller, checkedJobId)
  if (checked === undefined) return refuse('job.unknown')
  await requirePassword(ctx, password)
  const input = { ofJob: checkedJobId, kind: checkTriples.kind }
  return startJob(ctx, importTriples, { kind }, { fileName: checked.fileName, input })
}

type Sheet = Readonly<{ at: ReadonlyMap<Column, number>; rowOf: FirstRows }>
type Reason = Readonly<{ column: Column; why: TextRef }>
type Passed = Readonly<{
  row: TableRow
  sn: string
  productId: string
  productName: string
  secret: string
  known: KnownTriple | undefined
}>
type Validated = Readonly<{
  passed: readonly Passed[]
  refused: readonly Readonly<{ row: TableRow; reasons: readonly Reason[] }>[]
}>

const textsOf = ({ at }: Sheet, { cells }: TableRow): Record<Column, string> => ({
  productKey: String(cells[at.get('productKey') ?? -1] ?? '').trim(),
  deviceName: String(cells[at.get('deviceName') ?? -1] ?? '').trim(),
  deviceSecret: String(cells[at.get('deviceSecret') ?? -1] ?? '').trim(),
})

async function importFile(work: Work, kind: DeviceKind, isDry: boolean): Promise<void> {
  const { head, at, total, score } = await readColumns(work, heads)
  const missing = (['productKey', 'deviceName'] as const).filter((column) => !at.has(column))
  if (missing.length > 0)
    refuse('job.missingColumns', { columns: missing.map((column) => heads[column].en).join(', ') })
  const sheet: Sheet = { at, rowOf: new Map() }
  const note = (rows: readonly TableRow[]) => {
    for (const each of rows) firstRowOf(sheet.rowOf, textsOf(sheet, each).deviceName, each.row)
  }
  const secretAt = at.get('deviceSecret')
  const columns = { ...readColumnsOf(at), hidden: new Set(secretAt === undefined ? [] : [secretAt]) }
  await processInBatches(work, { head, total, columns, score }, note, async (trx, rows) => {
    const { passed, refused } = await validateTriples(trx, work, kind, sheet, rows)
    if (!isDry) await put(trx, work, kind, passed)
    const added = passed.filter(({ known }) => known === undefined).length
    const updated = passed.length - added
    return {
      refused: refusedRows(refused, sheet, head),
      failed: refused.length,
      added,
      updated,
      alike: alikeRows(sheet.rowOf, passed),
    }
  })
}

async function validateTriples(
  trx: Transaction,
  work: Work,
  kind: DeviceKind,
  sheet: Sheet,
  rows: readonly TableRow[],
): Promise<Validated> {
  const { caller } = work
  const read = rows.map((row) => ({ row, texts: textsOf(sheet, row) }))
  const sound = (texts: string[]) => [...new Set(texts.filter((text) => text !== '' && !text.includes('\0')))]
  const products = await listProductsByKey(trx, sound(read.map(({ texts }) => texts.productKey)))
  const productOf = new Map(products.map((product) => [product.productKey, product]))
  const known = await lockTriples(trx, caller, kind, sound(read.map(({ texts }) => texts.deviceName)))
  const knownOf = new Map(known.map((device) => [device.sn, device]))
  const whyNot = await refusalsOfStock(trx, work, products)
  const passed: Passed[] = []
  const refused: { row: TableRow; reasons: Reason[] }[] = []
  for (const { row, texts } of read) {
    const reasons: Reason[] = []
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
  trx: Transaction,
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

/** Refused rows are stored for correction, but without the secret, because they are not encrypted. */
const refusedRows = (refused: Validated['refused'], { at }: Sheet, head: TableRow['cells']): RefusedRow[] =>
  refused.flatMap(({ row: { row, cells }, reasons }) => {
    const open = cells.map((cell, index) => (index === at.get('deviceSecret') ? '' : cell))
    return reasons.map(({ column, why }) => {
      const name = String(head[at.get(column) ?? -1] ?? heads[column].en)
      return { row, cells: open, column: name, why }
    })
  })
