import { z } from 'zod'
import type { JobKind } from '@brigade/contract/job/job.model.ts'
import { DeviceKind } from '@brigade/contract/product/product.model.ts'
import { tableImport } from '../../job/table-import.ts'
import type { CachedDb } from '../../platform/caches.ts'
import { knownZone } from '../../platform/zone/zones.ts'
import type { DeviceList } from '../list/device.store.ts'
import { alikeRows } from './first-row.ts'
import { exportHeads, importHeads, uninstalledHeads, type ImportColumn } from './device-columns.ts'
import { validateDevices, noteRows, type Passed, type Sheet } from './validate-devices.ts'
import { putDevices } from './put-devices.ts'
import { rowReader } from './read-device-row.ts'

const OfKind = z.object({ kind: DeviceKind })
type OfKind = z.output<typeof OfKind>

/**
 * Valid rows are added or updated. The file may use either list's word for the owner of a device, because a table of one may
 * be imported into the other.
 */
const importOf = (kinds: Readonly<{ check: JobKind; import: JobKind }>, installed: boolean) =>
  tableImport<OfKind, ImportColumn, Passed>({
    kinds,
    access: ({ kind }) => `${kind}:import`,
    params: OfKind,
    columns: () => ({
      heads: installed ? importHeads : uninstalledHeads,
      otherHeads: { organisation: installed ? uninstalledHeads.organisation : importHeads.organisation },
      ignored: { ...importHeads, ...exportHeads },
      needed: ['sn'],
      others: ['installedAt', 'warrantyDays'],
    }),
    open: async (work, { head, at, rowOf }, { kind }) => {
      const { caller, clock, settings } = work
      const list: DeviceList = { kind, installed }
      const zone = await zoneOf(work, String(head[at.get('installedAt') ?? -1]))
      const sheet: Sheet = { at, read: rowReader(zone ?? work.timeZone), rowOf }
      return {
        read: (db, rows) => validateDevices(db, work, list, sheet, rows),
        note: (rows) => noteRows(sheet, rows),
        write: async (trx, passed, { isDry }) => ({
          ...(isDry
            ? planned(passed)
            : await putDevices(trx, passed, { list, caller, at: clock.now(), secretKey: settings.secretKey })),
          erased: erasedBy(passed),
          alike: alikeRows(rowOf, passed),
        }),
      }
    },
  })

export const deviceImport = importOf({ check: 'device.check-import', import: 'device.import' }, true)
export const uninstalledImport = importOf(
  { check: 'device.check-uninstalled-import', import: 'device.import-uninstalled' },
  false,
)

/** An export names the time zone of its times in the header: `Installed at (Europe/Berlin)`. */
const zoneOf = (cached: CachedDb, head: string): Promise<string | null> =>
  knownZone(cached, /\(([A-Za-z][\w+-]*(?:\/[\w+-]+)*)\)\s*$/.exec(head)?.[1] ?? null)

const planned = (passed: readonly Readonly<{ known: unknown }>[]) => {
  const added = passed.filter(({ known }) => known === undefined).length
  return { added, updated: passed.length - added }
}

const erasable = [
  'mac',
  'factoryArea',
  'note',
  'province',
  'city',
  'region',
  'address',
  'channelType',
  'channelId',
  'warrantyDays',
] as const
/** The number of stored values that the rows erase. */
const erasedBy = (passed: readonly Passed[]): number =>
  passed.reduce((sum, { known, device }) => {
    const isErased = (field: (typeof erasable)[number]) =>
      known !== undefined && (known[field] ?? '') !== '' && (device[field] ?? '') === ''
    return sum + erasable.filter(isErased).length
  }, 0)
