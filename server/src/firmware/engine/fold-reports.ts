import { defaultModule } from '@brigade/contract/firmware/firmware.model.ts'
import { afterEvent, isLive, type UpgradeEvent } from '@brigade/contract/firmware/upgrade.rules.ts'
import {
  insertFirmwareMessages,
  takeFirmwareReports,
  type FirmwareReport,
} from '../../device/firmware/exchange.store.ts'
import type { Transaction } from '../../platform/db/database.ts'
import { transaction } from '../../platform/db/transaction.ts'
import type { Platform } from '../../platform/http/context.ts'
import { lockGate } from '../row/gate.store.ts'
import { holdOfDevices } from '../row/held-rows.store.ts'
import { writeChanged } from '../row/apply-events.ts'
import { informOf, referenceOf, type Changed, type UpgradeRow } from '../row/upgrade-row.store.ts'
import { grantOffers, sendOffers } from './grant-offers.ts'
import { noteAnswered } from './task-life.store.ts'

const maxConcurrent = 500

type Engine = Pick<Platform, 'db' | 'clock' | 'settings'>

/** Applies the messages of devices in their order; returns how many there were. */
export async function foldReports({ db, clock, settings }: Engine): Promise<number> {
  return transaction(db, async (trx) => {
    const reports = await takeFirmwareReports(trx, maxConcurrent)
    if (reports.length === 0) return 0
    // The gate is locked before any row, everywhere: two transactions that hold one and want the other would wait for
    // ever.
    await lockGate(trx)
    const deviceIds = [...new Set(reports.map(({ deviceId }) => deviceId))]
    const rows = await holdOfDevices(trx, deviceIds)
    const folding = foldingOf(rows)
    for (const report of reports) folding.take(report)
    const now = clock.now()
    await writeChanged(trx, folding.changed(), now)
    const informed = reports.filter(({ kind }) => kind === 'inform')
    await noteAnswered(trx, [...new Set(informed.map(({ deviceId }) => deviceId))], now)
    await sendOffers(trx, settings, folding.again(), now)
    await answerQuestions(trx, { clock, settings }, { reports, rows: folding.rows() })
    await wake(trx, { clock, settings }, { reports, rows: folding.rows() })
    return reports.length
  })
}

type Place = { row: UpgradeRow; after: UpgradeRow['upgrade']; offeredOn: string; isAgain: boolean }

/** Rows as they become, message by message. */
function foldingOf(rows: readonly UpgradeRow[]) {
  const places = rows.map((row): Place => ({ row, after: row.upgrade, offeredOn: row.offeredOn, isAgain: false }))
  const byDevice = Map.groupBy(places, ({ row }) => row.key.deviceId)

  function apply(place: Place, event: UpgradeEvent, at: number): void {
    const after = afterEvent(place.after, event, at)
    if (after === undefined) return
    place.after = after
    if (event.kind === 'online') place.isAgain = true
  }

  function take(report: FirmwareReport): void {
    const at = Date.parse(report.at)
    for (const place of placesOf(byDevice.get(report.deviceId) ?? [], report)) {
      const event = eventOf(place, report)
      if (event !== undefined) apply(place, event, at)
      if (event?.kind === 'published') place.offeredOn = report.connection
    }
  }

  return {
    take,
    changed: (): Changed[] =>
      places
        .filter(({ row, after, offeredOn }) => after !== row.upgrade || offeredOn !== row.offeredOn)
        .map(({ row, after, offeredOn }) => ({ row, after, offeredOn })),
    /** The rows with an offer that is sent again. */
    again: (): UpgradeRow[] =>
      places
        .filter(({ isAgain, after }) => isAgain && after.state === 'offering')
        .map(({ row, offeredOn }) => ({ ...row, offeredOn, answers: null, questionId: '' })),
    rows: (): UpgradeRow[] => places.map(({ row, after, offeredOn }) => ({ ...row, upgrade: after, offeredOn })),
  }
}

/** The rows that a message is about. */
function placesOf(places: readonly Place[], { kind, module, reference }: FirmwareReport): readonly Place[] {
  if (kind === 'published') return places.filter(({ row }) => referenceOf(row) === reference)
  if (kind === 'online' || kind === 'deleted') return places
  if (kind === 'inform') return places.filter(({ row }) => row.module === (module || defaultModule))
  if (kind !== 'progress') return []
  // Progress names its module only if the firmware sets it: otherwise it belongs to the module in progress.
  const live = places.filter(({ after }) => isLive(after.state))
  if (module !== '') return live.filter(({ row }) => row.module === module)
  const inWork = live.filter(({ after }) => after.state !== 'waiting')
  const [one] = inWork.length > 0 ? inWork : live.filter(({ after }) => after.tokenUntil !== null)
  return one === undefined ? [] : [one]
}

function eventOf({ row }: Place, { kind, step, version }: FirmwareReport): UpgradeEvent | undefined {
  switch (kind) {
    case 'published':
      return { kind: 'published' }
    case 'online':
      return { kind: 'online' }
    case 'deleted':
      return { kind: 'device-deleted' }
    case 'progress':
      return step === null ? undefined : { kind: 'progress', step }
    case 'inform':
      return informOf(row, version)
    default:
      return undefined
  }
}

type Folded = Readonly<{ reports: readonly FirmwareReport[]; rows: readonly UpgradeRow[] }>
type Granting = Pick<Platform, 'clock' | 'settings'>

/**
 * Answers the question of a device with what the gate grants, or with an answer that there is nothing. A device that
 * asks several times at once gets the same offer each time.
 */
async function answerQuestions(trx: Transaction, engine: Granting, { reports, rows }: Folded): Promise<void> {
  const granted = new Set<string>()
  for (const { deviceId, kind, questionId, module } of reports) {
    if (kind !== 'get' && kind !== 'request') continue
    const known = granted.has(deviceId)
      ? await holdOfDevices(trx, [deviceId])
      : rows.filter(({ key }) => key.deviceId === deviceId)
    const own = known.filter(({ module: of }) => module === '' || of === module)
    const out = own.find(
      ({ upgrade }) => upgrade.state === 'offering' || upgrade.state === 'offered' || upgrade.state === 'downloading',
    )
    if (out !== undefined) {
      // It has an offer: the same one again, as the answer.
      await sendOffers(trx, engine.settings, [{ ...out, answers: kind, questionId, offeredOn: '' }], engine.clock.now())
      continue
    }
    const waiting = own.find(({ upgrade }) => upgrade.state === 'waiting')
    if (waiting !== undefined) {
      const { taskId } = waiting.key
      const offering = { taskId, deviceIds: [deviceId], module, question: { kind, questionId } }
      const { offered } = await grantOffers(trx, engine, offering)
      if (offered > 0) {
        granted.add(deviceId)
        continue
      }
    }
    await insertFirmwareMessages(trx, [
      { deviceId, kind, questionId, content: null, at: new Date(engine.clock.now()).toISOString() },
    ])
  }
}

/** Devices that came online, or reported their version, do not wait for the next round. */
async function wake(trx: Transaction, engine: Granting, { reports, rows }: Folded): Promise<void> {
  const reporting = new Set(
    reports.filter(({ kind }) => kind === 'online' || kind === 'inform').map(({ deviceId }) => deviceId),
  )
  const waiting = rows.filter(({ key, upgrade }) => reporting.has(key.deviceId) && upgrade.state === 'waiting')
  for (const [taskId, own] of Map.groupBy(waiting, ({ key }) => key.taskId))
    await grantOffers(trx, engine, { taskId, deviceIds: own.map(({ key }) => key.deviceId) })
}
