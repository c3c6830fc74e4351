import { channelTypes, type ChannelType } from '@brigade/contract/customer/organisation.model.ts'
import { Mac, Sn, deviceLimits, maxWarrantyDays } from '@brigade/contract/device/record/record.model.ts'
import { readTexts, type Reason } from '../../job/table-import.ts'
import { erases } from '../../platform/excel/given-cell.ts'
import type { TableCell } from '../../platform/excel/table.ts'
import { instantAt, zoneOffset } from '../../platform/excel/zone-time.ts'
import { numberIn } from '../../platform/excel/number-text.ts'
import { textRef } from '../../platform/refusal.ts'
import { placeFinder } from '../../system/area/find-place.ts'
import { readPlace } from '../../system/area/read-place.ts'
import { channelTypeWords, type ImportColumn } from './device-columns.ts'

/**
 * A row after reading, with areas by their codes; customer and channel are still the written texts, and `erases` lists
 * the values that the row erases.
 */
export type ReadRow = Readonly<{
  texts: Readonly<Record<ImportColumn, string>>
  channelType: ChannelType | null
  /** Epoch ms; null if there is none. */
  installedAt: number | null
  warrantyDays: number | null
  reasons: readonly Reason<ImportColumn>[]
}>

export type RowReader = (cells: readonly TableCell[], at: ReadonlyMap<ImportColumn, number>) => ReadRow

/**
 * Reads rows with all their reasons, not just the first. Times in a table have no zone: they are in the wall clock of
 * its person.
 */
export function rowReader(timeZone: string): RowReader {
  const find = placeFinder()
  const offset = zoneOffset(timeZone)
  return (cells, at) => {
    const { texts, reasons, refuse } = readTexts({ at }, cells, emptyTexts, (column) => ({
      max: longest[column] ?? 130,
      isText: column === 'note',
      isRequired: column === 'sn',
      isKept: kept.has(column),
    }))
    if (texts.sn !== '' && !Sn.safeParse(texts.sn).success) refuse('sn', textRef('device.sn', undefined))
    const mac = Mac.safeParse(texts.mac)
    if (mac.success) texts.mac = mac.data
    else if (texts.mac !== erases) refuse('mac', textRef('device.mac', undefined))
    readPlace(texts, find, refuse)
    const channelType = channelTypeOf(texts.channelType)
    if (channelType === undefined) refuse('channelType', textRef('device.wrongChannelType', undefined))
    const installedAt = timeOf(texts.installedAt, offset)
    if (installedAt === undefined && texts.installedAt !== erases)
      refuse('installedAt', textRef('device.wrongTime', undefined))
    const days = daysOf(texts.warrantyDays)
    if (days === 'ambiguous') refuse('warrantyDays', textRef('job.ambiguousNumber', { text: texts.warrantyDays }))
    if (days === undefined) refuse('warrantyDays', textRef('device.wrongDays', { max: maxWarrantyDays }))
    return {
      texts,
      channelType: channelType ?? null,
      installedAt: installedAt ?? null,
      warrantyDays: typeof days === 'number' ? days : null,
      reasons,
    }
  }
}

/** Null for an empty cell and one that erases, undefined for text that is not a number of days. */
function daysOf(written: string): number | null | 'ambiguous' | undefined {
  if (written === '' || written === erases) return null
  const days = numberIn(written)
  if (typeof days !== 'number') return days
  return Number.isInteger(days) && days >= 0 && days <= maxWarrantyDays ? days : undefined
}

const channelTypeByWord = new Map(
  channelTypes.flatMap((type) =>
    [type, channelTypeWords[type].en, channelTypeWords[type].zh].map((word) => [word.toLowerCase(), type] as const),
  ),
)

/** Required fields of a device, which an import cannot erase. */
const kept: ReadonlySet<ImportColumn> = new Set(['sn', 'name', 'productKey', 'organisation', 'installedAt'])

/** Null for an empty cell and one that erases, undefined for an invalid one. */
const channelTypeOf = (written: string): ChannelType | null | undefined =>
  written === '' || written === erases ? null : channelTypeByWord.get(written.toLowerCase())

const timeForm =
  /^(\d{4})[-/.年](\d{1,2})[-/.月](\d{1,2})日?(?:[T\s]+(\d{1,2}):(\d{2})(?::(\d{2})(?:\.\d+)?)?)?\s*(Z|[+-](?:0\d|1[0-4]):[0-5]\d)?$/

/** A day or a time as people and spreadsheets write it; null for an empty cell, undefined for an invalid one. */
function timeOf(written: string, offset: (at: number) => number): number | null | undefined {
  if (written === '') return null
  const parts = timeForm.exec(written)
  if (parts === null) return undefined
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = parts
    .slice(1, 7)
    .map((part) => Number(part ?? 0))
  const wall = Date.UTC(year, month - 1, day, hour, minute, second)
  const back = new Date(wall)
  const isReal =
    back.getUTCMonth() === month - 1 && back.getUTCDate() === day && hour < 24 && minute < 60 && second < 60
  if (!isReal || year < 2000 || year > 2100) return undefined
  // An hour that comes twice is exported with its offset.
  if (parts[7] !== undefined) return wall - offsetIn(parts[7])
  return instantAt(offset, wall)
}

/** `Z`, or `+02:00`, in ms. */
function offsetIn(written: string): number {
  if (written === 'Z') return 0
  const minutes = Number(written.slice(1, 3)) * 60 + Number(written.slice(4))
  return (written.startsWith('-') ? -1 : 1) * minutes * 60_000
}

const longest: Readonly<Partial<Record<ImportColumn, number>>> = deviceLimits
const emptyTexts: Readonly<Record<ImportColumn, string>> = {
  sn: '',
  name: '',
  productKey: '',
  mac: '',
  organisation: '',
  province: '',
  city: '',
  region: '',
  place: '',
  address: '',
  channelType: '',
  channel: '',
  installedAt: '',
  warrantyDays: '',
  factoryArea: '',
  note: '',
}
