import type { DataScope } from '../../customer/data-scope.ts'
import type { RefusedTableRow } from '../../job/table-import.ts'
import type { Transaction } from '../../platform/db/database.ts'
import { textRef } from '../../platform/refusal.ts'
import { seal } from '../../platform/secret/secret-box.ts'
import { endStrayed } from '../topology/own-line.ts'
import { insertDevices } from '../record/device-registration.store.ts'
import type { DeviceList } from '../list/device.store.ts'
import { newDeviceSecret } from '../credentials/device-credentials.ts'
import { descriptionChanged, standingWords } from '../record/device-words.ts'
import type { WrittenChange } from '../changes/device-change.store.ts'
import { fieldsChanged, writeChanges } from '../changes/write-change.ts'
import { overwriteDevices } from './import.store.ts'
import type { ImportColumn } from './device-columns.ts'
import type { Passed } from './validate-devices.ts'

type Putting = Readonly<{
  list: DeviceList
  caller: DataScope & Readonly<{ accountId: string }>
  at: number
  secretKey: Buffer
}>
type Put = Readonly<{ refused: readonly RefusedTableRow<ImportColumn>[]; added: number; updated: number }>

/**
 * Adds new devices with generated secrets, and updates existing ones; a row without changes leaves the device
 * untouched, including its version.
 */
export async function putDevices(trx: Transaction, rows: readonly Passed[], putting: Putting): Promise<Put> {
  const { at, caller } = putting
  const inWords = await standingWords(
    trx,
    rows.flatMap(({ device, known }) => (known === undefined ? [device] : [device, known])),
  )
  const ids = await addAll(trx, rows, putting)
  const fresh = rows.filter(({ known }) => known === undefined)
  // Another transaction has registered the same number since the check.
  const late = fresh.filter(({ sn }) => !ids.has(sn))
  const changes: WrittenChange[] = []
  const written = { at, accountId: caller.accountId }
  for (const { sn, productName, device } of fresh) {
    const deviceId = ids.get(sn)
    if (deviceId === undefined) continue
    const fields = [
      ...fieldsChanged({}, { sn, product: productName }),
      ...descriptionChanged(nothing, device),
      ...fieldsChanged({}, inWords(device)),
    ]
    changes.push({ deviceId, ...written, action: 'imported', fields })
  }
  const changed = rows.flatMap((row) => {
    const { known, device } = row
    if (known === undefined) return []
    const fields = [...descriptionChanged(known, device), ...fieldsChanged(inWords(known), inWords(device))]
    const isInstalling = !known.installed && device.installed
    if (fields.length === 0 && !isInstalling) return []
    changes.push({ deviceId: known.id, ...written, action: isInstalling ? 'installed' : 'updated', fields })
    return [device]
  })
  await overwriteDevices(trx, changed, at)
  await endStrayed(
    trx,
    changed.map(({ id }) => id),
    at,
  )
  await writeChanges(trx, changes)
  return {
    refused: late.map(({ row }) => ({ row, reasons: [{ column: 'sn', why: textRef('device.snTaken', undefined) }] })),
    added: fresh.length - late.length,
    updated: rows.length - fresh.length,
  }
}

const nothing = { name: '', mac: '', factoryArea: '', note: '' }

function addAll(trx: Transaction, rows: readonly Passed[], { list, at, secretKey }: Putting) {
  return insertDevices(
    trx,
    rows.flatMap(({ sn, productId, device, known }) => {
      if (known !== undefined) return []
      const { id: _id, area: _area, installedAt, ...rest } = device
      const secret = seal(secretKey, newDeviceSecret())
      const installed = installedAt === null ? null : Date.parse(installedAt)
      return [{ ...rest, sn, kind: list.kind, productId, secret, installedAt: installed, createdAt: at }]
    }),
  )
}
