import { randomUUID } from 'node:crypto'
import { defaultModule } from '@brigade/contract/firmware/firmware.model.ts'
import { hourMs, minuteMs } from '@brigade/contract/time.ts'
import { announce } from '../../message/announce/announce.ts'
import {
  areFirmwareReports,
  insertFirmwareMessages,
  insertFirmwareReport,
  removeOldFirmwareMessages,
} from '../../device/firmware/exchange.store.ts'
import { recordFirmware } from '../../device/firmware/firmware.store.ts'
import type { Db, Transaction } from '../../platform/db/database.ts'
import { transaction } from '../../platform/db/transaction.ts'
import { warnOfPort } from '../../platform/device-door/device-url.ts'
import type { Platform } from '../../platform/http/context.ts'
import type { Running } from '../../platform/program/domain.ts'
import { applyEvent } from '../row/apply-events.ts'
import { digestDevices, digestTask } from '../row/digest.store.ts'
import { lockGate } from '../row/gate.store.ts'
import { holdGone, holdOverdue, holdWaiting } from '../row/held-rows.store.ts'
import { insertTaskEvent } from '../row/task-event.store.ts'
import { notifyUpgrades, upgradeMoved } from '../row/upgrade-row.store.ts'
import { countAlone } from '../task/approve-task.ts'
import { foldReports } from './fold-reports.ts'
import { grantOffers } from './grant-offers.ts'
import { findPlatformId, listOnline } from './engine.store.ts'
import {
  areTasksToCareFor,
  beginDevices,
  countLive,
  countResults,
  holdTask,
  leaseTasks,
  listAnsweredVersions,
  releaseLeases,
  takeUnanswered,
  holdCared,
  voidApproval,
  writeStatus,
  type CaredTask,
} from './task-life.store.ts'
import { isWithin } from '../../platform/budget/budgets.ts'

const foldBusyMs = 250
/** The delay of the look after a report. */
const reportedMs = 100
const tickBusyMs = 1000
/** The interval at which all waiting devices are checked; a device that sends a message is checked at once. */
const lookEveryMs = 10_000
const dueAtOnce = 500
/** The interval of the search for devices that were silent for a day. */
const askEveryMs = minuteMs

/** A worker remembers this of its tasks, only to look less often. */
type Looked = { at: number; isShort: boolean }
type Engine = Pick<Platform, 'db' | 'clock' | 'settings' | 'log'>

/**
 * The engine of upgrades, in each worker. Every state is a row: any number of workers, stopped or killed at any point, do what a single one
 * would do. One worker at a time applies the messages of devices in their order; the worker with the lease of a task runs it.
 */
export function startEngine(platform: Platform): Running {
  const { queues, db, clock } = platform
  warnOfPort(platform)
  const owner = randomUUID()
  const looked = new Map<string, Looked>()
  let requestedAt = 0
  const folding = queues.watch({
    name: 'firmware-reports',
    waits: areFirmwareReports,
    wokenBy: { device: reportedMs },
    busyMs: foldBusyMs,
    work: async () => {
      while ((await foldReports(platform)) > 0);
    },
    onErrorMessage: 'Firmware reports of devices could not be applied yet',
  })
  const look = async () => {
    await tick(platform, owner, looked)
    if (isWithin(requestedAt, clock.now(), askEveryMs)) return
    requestedAt = clock.now()
    await requestMissingVersions(platform)
  }
  const ticking = queues.watch({
    name: 'upgrade-tasks',
    waits: (now) => (isWithin(requestedAt, clock.now(), askEveryMs) ? areTasksToCareFor(now) : true),
    wokenBy: { [upgradeMoved]: tickBusyMs },
    busyMs: tickBusyMs,
    work: look,
    onErrorMessage: 'Upgrade tasks could not be looked at yet',
  })
  return {
    stop: async () => {
      await folding.stop()
      await ticking.stop()
      await releaseLeases(db, owner).catch(() => undefined)
    },
  }
}

async function tick(engine: Engine, owner: string, looked: Map<string, Looked>): Promise<void> {
  await endOverdue(engine)
  await countAlone(engine, findPlatformId)
  const tasks = await leaseTasks(engine.db, owner)
  for (const id of looked.keys()) if (!tasks.some((task) => task.id === id)) looked.delete(id)
  for (const task of tasks) {
    const own = looked.get(task.id) ?? { at: 0, isShort: false }
    looked.set(task.id, own)
    await careFor(engine, task, own)
  }
}

async function careFor(engine: Engine, task: CaredTask, looked: Looked): Promise<void> {
  const now = engine.clock.now()
  if (task.status === 'ENABLE' && task.startAt !== null && Date.parse(task.startAt) > now) return
  if (!(await isApproved(engine, task))) return
  if (task.status === 'ENABLE') await begin(engine, task)
  const isOver = task.endAt !== null && Date.parse(task.endAt) <= now
  if (isOver) await expire(engine, task)
  else if (looked.isShort || !isWithin(looked.at, now, lookEveryMs)) {
    const { isShort } = await transaction(engine.db, (trx) => grantOffers(trx, engine, { taskId: task.id }))
    looked.isShort = isShort
    looked.at = now
  }
  await finish(engine, task)
}

/** Computes the digest of the approval again, whoever changed the task. A difference stops the task. */
async function isApproved({ db, clock }: Engine, task: CaredTask): Promise<boolean> {
  if (await isAsApproved(db, task)) return true
  await transaction(db, async (trx) => {
    await lockGate(trx)
    // A delayed worker judges the task in its present state: somebody may have changed and approved it again.
    const held = await holdCared(trx, task.id, task.status)
    if (held === undefined || (await isAsApproved(trx, held))) return
    await voidApproval(trx, task.id, clock.now())
    await insertTaskEvent(trx, { taskId: task.id, kind: 'approval-void', at: clock.now() })
    await notifyUpgrades(trx, [{ taskId: task.id, deviceId: '0' }])
  })
  return false
}

async function isAsApproved(db: Db, task: CaredTask): Promise<boolean> {
  const devices = task.startedAt === null ? await digestDevices(db, task.id) : task.deviceDigest
  const digest = devices === null ? null : await digestTask(db, task, devices)
  return digest !== null && task.approvedDigest !== null && digest.equals(task.approvedDigest)
}

async function begin({ db, clock }: Engine, { id }: CaredTask): Promise<void> {
  await transaction(db, async (trx) => {
    await lockGate(trx)
    if (!(await holdTask(trx, id, 'ENABLE'))) return
    await beginDevices(trx, id, clock.now())
    // One that was deleted while the task was being submitted was written down all the same.
    await applyEvent(trx, await holdGone(trx, id), () => ({ kind: 'device-deleted' }), clock.now())
    await writeStatus(trx, id, 'START', clock.now())
    await insertTaskEvent(trx, { taskId: id, kind: 'begun', at: clock.now() })
    await notifyUpgrades(trx, [{ taskId: id, deviceId: '0' }])
  })
}

async function expire({ db, clock }: Engine, { id }: CaredTask): Promise<void> {
  await transaction(db, async (trx) => {
    await lockGate(trx)
    if (!(await holdTask(trx, id, 'START'))) return
    const rows = await holdWaiting(trx, id, 5000)
    await applyEvent(trx, rows, () => ({ kind: 'end-time' }), clock.now())
  })
}

/** All devices have ended; at the end time waiting ones are skipped, so that none is in progress either. */
async function finish(engine: Engine, { id, name, creatorId }: CaredTask): Promise<void> {
  const { db, clock, settings } = engine
  if ((await countLive(db, id)).live > 0) return
  await transaction(db, async (trx) => {
    await lockGate(trx)
    if (!(await holdTask(trx, id, 'START')) || (await countLive(trx, id)).live > 0) return
    await writeStatus(trx, id, 'FINISH', clock.now())
    await insertTaskEvent(trx, { taskId: id, kind: 'finished', at: clock.now() })
    await notifyUpgrades(trx, [{ taskId: id, deviceId: '0' }])
    if (creatorId === null) return
    await announce({ db: trx, clock, settings }, 'firmware.finished', {
      params: { name, ...(await countResults(trx, id)) },
      organisationId: await findPlatformId(trx),
      accounts: [creatorId],
      opens: { kind: 'task', id },
    })
  })
}

/** Timed-out rows, of tasks of any status. */
async function endOverdue({ db, clock }: Engine): Promise<void> {
  const now = clock.now()
  await transaction(db, async (trx) => {
    const rows = await holdOverdue(trx, now, dueAtOnce)
    if (rows.length === 0) return
    const online = await listOnline(trx, [...new Set(rows.map(({ key }) => key.deviceId))])
    await applyEvent(trx, rows, ({ key }) => ({ kind: 'due', isOnline: online.has(key.deviceId) }), now)
  })
}

/** Asks a device for its version if it reported none for 24 hours. */
async function requestMissingVersions({ db, clock }: Engine): Promise<void> {
  const now = clock.now()
  await transaction(db, async (trx: Transaction) => {
    const unanswered = await takeUnanswered(trx, { now, most: 200 })
    await insertFirmwareMessages(
      trx,
      unanswered.map((deviceId) => ({
        deviceId,
        kind: 'ask' as const,
        content: null,
        at: new Date(now).toISOString(),
      })),
    )
    for (const { deviceId, version } of await listAnsweredVersions(trx, now)) {
      const report = { module: defaultModule, version }
      await recordFirmware(trx, deviceId, report, now)
      await insertFirmwareReport(trx, { deviceId, kind: 'inform', ...report, step: null }, now)
    }
  })
  await removeOldFirmwareMessages(db, now - hourMs)
}
