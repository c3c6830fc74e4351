import type { TaskStatus } from '@brigade/contract/firmware/task.rules.ts'
import { iso, minuteMs } from '@brigade/contract/time.ts'
import { demoTrial, demoVersions, upgradedVersionOf } from '../../device/demo/demo-devices.seed.ts'
import type { Transaction } from '../../platform/db/database.ts'
import type { FileStore } from '../../platform/files/file-store.ts'
import { spellingOf } from '../../system/area/spell-name.ts'
import { writeReach } from '../reach/reach.store.ts'
import { digestDevices, digestTask } from '../row/digest.store.ts'
import { insertTaskEvent } from '../row/task-event.store.ts'
import { insertTask } from '../task/task.store.ts'
import { insertPastDevices, writePast, type PastDevice, type UpgradedDevice } from './demo-firmware.store.ts'

export const fileBytes = 400_000

type Person = Readonly<{ id: string; organisationId: string }>
export type Seeding = Readonly<{ files: FileStore; engineer: Person; approver: Person; now: number }>

type TaskSeed = Readonly<{
  /** The devices of a task for specified devices. */
  deviceIds?: string[]
  name: string
  description: string
  modelId: string
  versionId: string
  sources: string[]
  status: TaskStatus
  createdMs: number
  ratePerMinute: number
  rejectReason?: string
}>

const usualPlan = { allowDowngrade: false, allowUnknown: false, allowArchived: false }

async function addTask(trx: Transaction, { engineer, approver }: Seeding, seed: TaskSeed): Promise<string> {
  const { name, description, modelId, versionId, sources, deviceIds = [], status, createdMs } = seed
  const at = new Date(createdMs).toISOString()
  return insertTask(trx, {
    name,
    description,
    type: deviceIds.length === 0 ? 'version' : 'device',
    status,
    modelId,
    versionIds: [versionId],
    sources,
    listId: null,
    deviceIds,
    conditions: '[]',
    plan: JSON.stringify(planOf(seed)),
    approverId: approver.id,
    startAt: null,
    endAt: null,
    creatorId: engineer.id,
    editorIds: [engineer.id],
    digest: null,
    deviceDigest: null,
    approvedDigest: null,
    approvedBy: null,
    approvedAt: null,
    rejectReason: seed.rejectReason ?? '',
    startedBy: null,
    startedAt: null,
    endedAt: null,
    tokensAt: null,
    leaseUntil: null,
    spelling: spellingOf(name),
    createdAt: at,
    updatedAt: at,
  })
}

const planOf = ({ ratePerMinute, deviceIds = [] }: Pick<TaskSeed, 'ratePerMinute' | 'deviceIds'>) => ({
  ...usualPlan,
  ratePerMinute,
  allowUnknown: deviceIds.length > 0,
})

/** Returns the digests of a submitted task over the devices that it has by now. */
async function digestsOf(
  trx: Transaction,
  taskId: string,
  seed: Pick<TaskSeed, 'versionId' | 'ratePerMinute' | 'deviceIds'>,
) {
  const deviceDigest = await digestDevices(trx, taskId)
  const digest = await digestTask(
    trx,
    { versionIds: [seed.versionId], conditions: [], plan: planOf(seed) },
    deviceDigest,
  )
  return { digest, deviceDigest }
}

const presentAt = (devices: readonly UpgradedDevice[], ms: number) =>
  devices.filter(({ activatedMs }) => activatedMs !== null && activatedMs < ms)

/**
 * The result of a past upgrade for the devices that were there: it succeeded for those that have the version now, and failed for the
 * others.
 */
export function pastOf(devices: readonly UpgradedDevice[], startedMs: number): PastDevice[] {
  const reasons = ['download', 'rolled-back', 'silent'] as const
  let failures = 0
  return presentAt(devices, startedMs).map(({ id: deviceId, sn }, index) => {
    const isFailed = upgradedVersionOf(sn) === demoVersions.before
    const offeredMs = startedMs + index * 4 * minuteMs
    return {
      deviceId,
      state: isFailed ? 'failed' : 'succeeded',
      reason: isFailed ? (reasons[failures++ % reasons.length] ?? 'download') : null,
      from: demoVersions.before,
      offeredMs,
      endedMs: offeredMs + (4 + ((index * 7) % 9)) * minuteMs,
      tries: isFailed ? 3 : index % 5 === 0 ? 1 : 0,
    }
  })
}

/** The trial of the newest version: it succeeded for two ovens, then one went back to its old version. */
export function trialOf(devices: readonly UpgradedDevice[], startedMs: number): PastDevice[] {
  const { succeeded, failed, waiting } = demoTrial
  const bySn = new Map(presentAt(devices, startedMs).map((device) => [device.sn, device]))
  return [...succeeded, failed, ...waiting].flatMap((sn, index): PastDevice[] => {
    const device = bySn.get(sn)
    if (device === undefined) return []
    const offeredMs = startedMs + index * 3 * minuteMs
    const row = { deviceId: device.id, from: upgradedVersionOf(sn), tries: 0 }
    if (waiting.some((one) => one === sn))
      return [{ ...row, state: 'waiting', reason: null, offeredMs: null, endedMs: null, waitsMs: startedMs }]
    if (sn === failed)
      return [
        { ...row, state: 'failed', reason: 'rolled-back', offeredMs, endedMs: offeredMs + 31 * minuteMs, tries: 3 },
      ]
    return [{ ...row, state: 'succeeded', reason: null, offeredMs, endedMs: offeredMs + (9 + index) * minuteMs }]
  })
}

type Ran = Omit<TaskSeed, 'status' | 'createdMs'> & Readonly<{ createdMs: number; startedMs: number }>

/** A task that was approved and ran: to its end, or until somebody stopped it. */
export async function addPast(
  trx: Transaction,
  seeding: Seeding,
  seed: Ran,
  devices: readonly PastDevice[],
): Promise<void> {
  // An installation without devices has no past.
  if (devices.length === 0) return
  const { engineer, approver } = seeding
  const isStopped = devices.some(({ state }) => state === 'waiting')
  const taskId = await addTask(trx, seeding, { ...seed, status: isStopped ? 'DISABLE' : 'FINISH' })
  const { createdMs, startedMs } = seed
  const endedMs = Math.max(...devices.map(({ endedMs: ended }) => ended ?? startedMs))
  const approvedMs = createdMs + 50 * minuteMs
  // The history is shown in the order of its rows: the devices' events are between the start and the end of the task.
  for (const [kind, accountId, at] of [
    ['created', engineer.id, createdMs],
    ['submitted', engineer.id, createdMs + 2 * minuteMs],
    ['approved', approver.id, approvedMs],
    ['started', engineer.id, startedMs - minuteMs],
    ['begun', null, startedMs],
  ] as const)
    await insertTaskEvent(trx, { taskId, kind, accountId, at })
  await insertPastDevices(trx, { taskId, versionId: seed.versionId, bytes: fileBytes }, devices)
  const stoppedMs = endedMs + 14 * minuteMs
  const last = isStopped
    ? ({ kind: 'stopped', accountId: approver.id, at: stoppedMs } as const)
    : ({ kind: 'finished', accountId: null, at: endedMs } as const)
  await insertTaskEvent(trx, { taskId, ...last })
  const digests = await digestsOf(trx, taskId, seed)
  await writePast(trx, taskId, {
    ...digests,
    approvedDigest: digests.digest,
    approvedBy: approver.id,
    approvedAt: iso(approvedMs),
    startedBy: engineer.id,
    startedAt: iso(startedMs),
    endedAt: isStopped ? null : iso(endedMs),
    updatedAt: iso(last.at),
  })
}

/**
 * A task that waits for its approval, for people who try the demo, or that was rejected. Its devices have reported
 * nothing yet, so their versions are unknown.
 */
export async function addSubmitted(trx: Transaction, seeding: Seeding, seed: TaskSeed): Promise<void> {
  const { engineer, approver } = seeding
  const { createdMs, rejectReason = '' } = seed
  const taskId = await addTask(trx, seeding, seed)
  const submittedMs = createdMs + 6 * minuteMs
  const reach = {
    type: 'device' as const,
    modelId: seed.modelId,
    hardwareModel: '',
    targets: [{ versionId: seed.versionId, module: 'default', reportedAs: demoVersions.newest }],
    sources: [],
    listId: null,
    deviceIds: seed.deviceIds ?? [],
    conditions: [],
    plan: planOf(seed),
    taskId,
  }
  await writeReach(trx, engineer, reach, { taskId, needConfirm: false, at: submittedMs })
  await insertTaskEvent(trx, { taskId, kind: 'created', accountId: engineer.id, at: createdMs })
  await insertTaskEvent(trx, { taskId, kind: 'submitted', accountId: engineer.id, at: submittedMs })
  const rejectedMs = submittedMs + 55 * minuteMs
  if (rejectReason !== '')
    await insertTaskEvent(trx, {
      taskId,
      kind: 'rejected',
      accountId: approver.id,
      text: rejectReason,
      at: rejectedMs,
    })
  const updatedMs = rejectReason === '' ? submittedMs : rejectedMs
  await writePast(trx, taskId, {
    ...(await digestsOf(trx, taskId, seed)),
    updatedAt: new Date(updatedMs).toISOString(),
  })
}
