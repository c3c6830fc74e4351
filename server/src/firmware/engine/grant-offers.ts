import { isFulfilled, type Condition } from '@brigade/contract/firmware/reach.model.ts'
import { refill } from '@brigade/contract/firmware/task.rules.ts'
import { afterEvent } from '@brigade/contract/firmware/upgrade.rules.ts'
import { minuteMs } from '@brigade/contract/time.ts'
import { insertFirmwareMessages } from '../../device/firmware/exchange.store.ts'
import type { Transaction } from '../../platform/db/database.ts'
import type { Platform } from '../../platform/http/context.ts'
import { seal } from '../../platform/secret/secret-box.ts'
import { writeChanged } from '../row/apply-events.ts'
import { digestTask } from '../row/digest.store.ts'
import { lockGate } from '../row/gate.store.ts'
import { informOf, referenceOf, writeUpgrades, type Changed, type UpgradeRow } from '../row/upgrade-row.store.ts'
import { deviceUrlOf } from '../../platform/device-door/device-url.ts'
import { hashOf } from '../../platform/secret/token.ts'
import {
  countSlots,
  listCurrent,
  listGateways,
  listOfferedVersions,
  listReported,
  lockCandidates,
  findGateTask,
  writeTokens,
  type GateTask,
  type OfferedVersion,
} from './grant.store.ts'
import { defaultModule } from '@brigade/contract/firmware/firmware.model.ts'
import { createHmac } from 'node:crypto'

/** Pause before a device with a false condition is checked again. */
const conditionPauseMs = minuteMs
/** The most offers of one look, so that the lock of the gate is held only briefly. */
const maxConcurrent = 200

type Engine = Pick<Platform, 'clock' | 'settings'>
export type Question = Readonly<{ kind: 'get' | 'request'; questionId: string }>
type Grant = Readonly<{
  taskId: string
  /** These alone. */
  deviceIds?: readonly string[]
  /** This alone. */
  module?: string
  /** The question of a device that asked: the offer is its answer. */
  question?: Question
}>
/** `isShort`: more would have passed than there were slots, or turns. */
export type Granted = Readonly<{ offered: number; isShort: boolean }>
const none: Granted = { offered: 0, isShort: false }

/**
 * Makes offers to as many devices of a task as the gate allows (firmware.md, Gate). The lock of its one row guards the
 * cap of the installation and the rate of each task, whatever the number of workers.
 */
export async function grantOffers(trx: Transaction, engine: Engine, grant: Grant): Promise<Granted> {
  const { clock, settings } = engine
  await lockGate(trx)
  const now = clock.now()
  const task = await findGateTask(trx, grant.taskId)
  if (task === undefined || task.status !== 'START' || !(await isApproved(trx, task))) return none
  const free = task.needConfirm
    ? maxConcurrent
    : settings.upgradesAtOnce - (await countSlots(trx, settings.upgradesAtOnce))
  const tokens = tokensOf(task, now)
  const turns = Math.min(free, Math.floor(tokens), maxConcurrent)
  if (turns <= 0) return { offered: 0, isShort: true }
  const candidates = await lockCandidates(trx, {
    taskId: task.id,
    now,
    most: jittered(turns, grant),
    deviceIds: grant.deviceIds,
    module: grant.module,
  })
  const behind = await withoutArrived(trx, candidates, now)
  const passing = await withoutCrowds(trx, await withTrueConditions(trx, task.conditions, behind, now))
  await offer(trx, engine, passing, { now, question: grant.question })
  if (passing.length > 0) await writeTokens(trx, task.id, tokens - passing.length, now)
  return { offered: passing.length, isShort: candidates.length > 0 }
}

/** Each offer checks the approved content; its devices are checked before the task begins. */
async function isApproved(trx: Transaction, task: GateTask): Promise<boolean> {
  const { approvedDigest, deviceDigest } = task
  if (approvedDigest === null || deviceDigest === null) return false
  return approvedDigest.equals(await digestTask(trx, task, deviceDigest))
}

const tokensOf = ({ tokens, tokensAt, plan }: GateTask, now: number): number =>
  tokensAt === null ? 1 : refill({ tokens, at: Date.parse(tokensAt) }, plan.ratePerMinute, now)

/** Offers do not go out in a beat. */
const jittered = (turns: number, { deviceIds }: Grant): number =>
  deviceIds === undefined && turns > 2 ? Math.ceil(turns * (0.5 + Math.random() / 2)) : turns

/**
 * Devices that reached the target, or a higher version, since the task was approved are skipped: an offer would be no
 * upgrade, or a downgrade that nobody approved.
 */
async function withoutArrived(
  trx: Transaction,
  rows: readonly UpgradeRow[],
  now: number,
): Promise<readonly UpgradeRow[]> {
  if (rows.length === 0) return rows
  const current = await listCurrent(trx, rows)
  const arrived = rows.flatMap((row): Changed[] => {
    const version = current.get(`${row.key.deviceId} ${row.module}`)
    const after = version === undefined ? undefined : afterEvent(row.upgrade, informOf(row, version), now)
    return after === undefined ? [] : [{ row, after }]
  })
  await writeChanged(trx, arrived, now)
  return rows.filter((row) => !arrived.some((change) => change.row === row))
}

/** Evaluates the conditions on reported values now; a device with a false condition lets others pass. */
async function withTrueConditions(
  trx: Transaction,
  conditions: readonly Condition[],
  rows: readonly UpgradeRow[],
  now: number,
): Promise<readonly UpgradeRow[]> {
  const ofProperties = conditions.filter((condition) => condition.kind === 'property')
  if (ofProperties.length === 0 || rows.length === 0) return rows
  const reported = await listReported(
    trx,
    rows.map(({ key }) => key.deviceId),
    [...new Set(ofProperties.map(({ identifier }) => identifier))],
  )
  const isTrue = ({ key }: UpgradeRow) =>
    ofProperties.every((condition) => isFulfilled(condition, reported.get(key.deviceId)?.[condition.identifier]))
  const held = rows.filter((row) => !isTrue(row))
  await writeUpgrades(
    trx,
    held.map((row) => ({ row, after: { ...row.upgrade, reason: 'condition', dueAt: now + conditionPauseMs } })),
    now,
  )
  return rows.filter(isTrue)
}

/** One device of each gateway. */
async function withoutCrowds(trx: Transaction, rows: readonly UpgradeRow[]): Promise<readonly UpgradeRow[]> {
  if (rows.length < 2) return rows
  const gateways = await listGateways(
    trx,
    rows.map(({ key }) => key.deviceId),
  )
  const taken = new Set<string>()
  return rows.filter(({ key }) => {
    const gateway = gateways.get(key.deviceId)
    if (gateway === undefined) return true
    if (taken.has(gateway)) return false
    taken.add(gateway)
    return true
  })
}

type Offering = Readonly<{ now: number; question?: Question | undefined }>

async function offer(
  trx: Transaction,
  { settings }: Engine,
  rows: readonly UpgradeRow[],
  { now, question }: Offering,
): Promise<void> {
  const changed = rows.flatMap((row): Changed[] => {
    const after = afterEvent(row.upgrade, { kind: 'granted' }, now)
    if (after === undefined) return []
    const isKept = row.upgrade.tokenUntil !== null && row.upgrade.tokenUntil === after.tokenUntil
    const tokenTurn = isKept ? row.tokenTurn : row.tokenTurn + 1
    const tokenHash = hashOf(tokenOf(settings.secretKey, row, tokenTurn))
    return [
      {
        row,
        after,
        tokenHash,
        tokenTurn,
        offeredOn: '',
        answers: question?.kind ?? null,
        questionId: question?.questionId ?? '',
      },
    ]
  })
  await writeUpgrades(trx, changed, now)
  await sendOffers(
    trx,
    settings,
    changed.map(({ row, tokenTurn = row.tokenTurn }) => ({ ...row, tokenTurn, ...answerOf(question), offeredOn: '' })),
    now,
  )
}
const answerOf = (question: Question | undefined) => ({
  answers: question?.kind ?? null,
  questionId: question?.questionId ?? '',
})

/** Passes offers to connectors; a repeated offer is the same one. */
export async function sendOffers(
  trx: Transaction,
  settings: Engine['settings'],
  rows: readonly UpgradeRow[],
  now: number,
): Promise<void> {
  const versions = await listOfferedVersions(trx, [...new Set(rows.map(({ versionId }) => versionId))])
  const base = deviceUrlOf(settings)
  await insertFirmwareMessages(
    trx,
    rows.flatMap((row) => {
      const version = versions.get(row.versionId)
      if (version === undefined) return []
      const url = `${base}/ota/${tokenOf(settings.secretKey, row, row.tokenTurn)}`
      return [
        {
          deviceId: row.key.deviceId,
          kind: row.answers ?? ('upgrade' as const),
          questionId: row.questionId,
          content: seal(settings.secretKey, JSON.stringify(offerData(version, url))),
          reference: referenceOf(row),
          notOver: row.offeredOn,
          at: new Date(now).toISOString(),
        },
      ]
    }),
  )
}

/**
 * The data of an offer (alink.md 2.4). Digests are lower-case hex, as C SDKs compare them; `signMethod` is spelled as version 4
 * reads it. Nothing more: the whole packet has to fit a buffer of 1,000 bytes.
 */
const offerData = ({ module, reportedAs, bytes, md5, sha256, digest }: OfferedVersion, url: string) => ({
  size: bytes,
  version: reportedAs,
  url,
  md5,
  sign: digest === 'Md5' ? md5 : sha256,
  signMethod: digest,
  ...(module === defaultModule ? {} : { module }),
})

/**
 * The last part of a file's address: 43 unguessable characters. They are derived from the secret key whenever the
 * same offer is sent again, so that no process and no table keeps them.
 */
const tokenOf = (secretKey: Buffer, { key }: Pick<UpgradeRow, 'key'>, turn: number): string =>
  createHmac('sha256', secretKey)
    .update(`firmware address ${key.taskId} ${key.deviceId} ${key.place} ${turn}`)
    .digest('base64url')
