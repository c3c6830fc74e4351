import { taskLimits } from '@brigade/contract/firmware/reach.model.ts'
import type { ListedDevices } from '@brigade/contract/firmware/upgrade-device.model.ts'
import { firmwareText } from '@brigade/contract/firmware/firmware.text.ts'
import { tableMediaTypes } from '@brigade/contract/job/job.model.ts'
import { formatText } from '@brigade/contract/text.ts'
import { listFaultWords } from '@brigade/contract/firmware/upgrade-words.ts'
import { chunks } from '@brigade/contract/chunks.ts'
import { faultOf, textColumns } from '../../platform/excel/damaged-cells.ts'
import { matchHead, scoreOf } from '../../platform/excel/match-head.ts'
import { readTable } from '../../platform/excel/read-table.ts'
import { writeTable } from '../../platform/excel/write-table.ts'
import { transaction } from '../../platform/db/transaction.ts'
import type { Ctx, FileAnswer, Upload } from '../../platform/http/context.ts'
import { refuse } from '../../platform/refusal.ts'
import { requireFirmwareStaff } from '../model/change-models.ts'
import { findBySerial, findList, insertList, type BadRow } from './list.store.ts'

const columnSn = { en: firmwareText['firmware.columnSn'].en, zh: firmwareText['firmware.columnSn'].zh }
const columnRow = { en: firmwareText['firmware.columnRow'].en, zh: firmwareText['firmware.columnRow'].zh }
const columnReason = { en: firmwareText['firmware.columnReason'].en, zh: firmwareText['firmware.columnReason'].zh }
/** No serial number is longer. */
const maxCharacters = 64
const atOnce = 10_000

type Given = Readonly<{ row: number; sn: string; isChanged: boolean }>

/** Reads a list of serial numbers for a task and keeps the devices with these numbers. Every other row is returned with its reason. */
export async function readList(ctx: Ctx, { upload }: { upload: Upload }): Promise<ListedDevices> {
  await requireFirmwareStaff(ctx)
  const { db, caller, clock } = ctx
  const given = await serialsIn(upload)
  const { deviceIds, bad } = await validateGiven(ctx, given)
  const name = upload.name.slice(0, 120)
  const listId = await transaction(db, (trx) =>
    insertList(trx, { name, accountId: caller.accountId, bad, deviceIds, at: clock.now() }),
  )
  const countOf = (why: BadRow['why']) => bad.filter((row) => row.why === why).length
  return {
    listId,
    name,
    found: deviceIds.length,
    unknown: countOf('unknown'),
    repeated: countOf('repeated'),
    unreadable: countOf('empty') + countOf('too-long') + countOf('changed'),
    bad: bad.slice(0, taskLimits.badShown),
  }
}

/** The column SN, or the first one without a head. */
async function serialsIn(upload: Upload): Promise<readonly Given[]> {
  const limits = { maxBytes: taskLimits.listBytes, maxRows: taskLimits.listed }
  const given: Given[] = []
  let at: number | undefined
  for await (const row of readTable(upload.bytes, limits, scoreOf({ sn: columnSn }))) {
    const { cells } = row
    if (at === undefined) {
      const head = matchHead(cells, { sn: columnSn }).at.get('sn')
      at = head ?? 0
      if (head !== undefined) continue
    }
    const isChanged = faultOf(row, at, textColumns(at)) !== undefined
    given.push({ row: row.row, sn: String(cells[at] ?? '').trim(), isChanged })
  }
  // The reader accepts one row more, because the first row of most tables is the header.
  if (given.length > taskLimits.listed) refuse('job.tooManyRows', { max: taskLimits.listed })
  return given.length === 0 ? refuse('firmware.emptyList') : given
}

async function validateGiven({ db, caller }: Ctx, given: readonly Given[]) {
  const bad: BadRow[] = []
  const seen = new Map<string, number>()
  const sound: Given[] = []
  for (const one of given) {
    const { row, sn, isChanged } = one
    if (isChanged) bad.push({ row, sn: sn.slice(0, maxCharacters), why: 'changed' })
    else if (sn === '' || sn.includes('\0') || !sn.isWellFormed()) bad.push({ row, sn: '', why: 'empty' })
    else if (sn.length > maxCharacters) bad.push({ row, sn: sn.slice(0, maxCharacters), why: 'too-long' })
    else if (seen.has(sn)) bad.push({ row, sn, why: 'repeated' })
    else {
      seen.set(sn, row)
      sound.push(one)
    }
  }
  const deviceIds: string[] = []
  for (const some of chunks(sound, atOnce)) {
    const known = await findBySerial(
      db,
      caller,
      some.map(({ sn }) => sn),
    )
    for (const { row, sn } of some) {
      const id = known.get(sn)
      if (id === undefined) bad.push({ row, sn, why: 'unknown' })
      else deviceIds.push(id)
    }
  }
  return { deviceIds, bad: bad.toSorted((a, b) => a.row - b.row) }
}

/** The rows that were left out, as a table to be corrected. */
export async function downloadBadRows(ctx: Ctx, { query }: { query: { listId: string } }): Promise<FileAnswer> {
  await requireFirmwareStaff(ctx)
  const { db, caller, locale, timeZone } = ctx
  const list = await findList(db, query.listId)
  if (list === undefined || list.accountId !== caller.accountId) return refuse('firmware.unknownList')
  const body = writeTable<BadRow>(
    'xlsx',
    [
      { head: columnSn, type: 'text', value: ({ sn }) => sn },
      { head: columnRow, type: 'number', value: ({ row }) => row },
      { head: columnReason, type: 'text', value: ({ why }) => listFaultWords[why][locale] },
    ],
    list.bad,
    { locale, timeZone },
  )
  return {
    body,
    mediaType: tableMediaTypes.xlsx,
    fileName: `${formatText(firmwareText['firmware.devices'], locale)}-x.xlsx`,
  }
}

/** A head and two examples. */
export async function downloadTemplate({ locale, timeZone }: Ctx): Promise<FileAnswer> {
  const examples = ['BX1025030318', 'BX1025030319']
  const body = writeTable('xlsx', [{ head: columnSn, type: 'text', value: (sn: string) => sn }], examples, {
    locale,
    timeZone,
  })
  return {
    body,
    mediaType: tableMediaTypes.xlsx,
    fileName: `${formatText(firmwareText['firmware.devices'], locale)}.xlsx`,
  }
}
