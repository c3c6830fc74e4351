import { createHash, randomBytes } from 'node:crypto'
import type { TaskStatus } from '@brigade/contract/firmware/task.rules.ts'
import { demoTrial, demoVersions, upgradedVersionOf } from '../../device/demo/demo-devices.seed.ts'
import { insertFile } from '../../file/file.store.ts'
import type { Transaction } from '../../platform/db/database.ts'
import { transaction } from '../../platform/db/transaction.ts'
import type { FileStore } from '../../platform/files/file-store.ts'
import { openFiles } from '../../platform/files/open-files.ts'
import { officeMs } from '../../platform/program/demo-days.ts'
import type { SeedOptions } from '../../platform/program/domain.ts'
import { insertModel } from '../model/model.store.ts'
import { digestDevices, digestTask } from '../row/digest.store.ts'
import { insertTaskEvent } from '../row/task-event.store.ts'
import { writeReach } from '../reach/reach.store.ts'
import { insertTask } from '../task/task.store.ts'
import { insertVersion } from '../version/version.store.ts'
import {
  findPeople,
  hasFirmware,
  insertPastDevices,
  listDemoProducts,
  listDevicesOf,
  writePast,
  type PastDevice,
  type UpgradedDevice,
} from './demo-firmware.store.ts'
import { spellingOf } from '../../system/area/spell-name.ts'

const minuteMs = 60_000
const fileBytes = 400_000

type Person = Readonly<{ id: string; organisationId: string }>
type Seeding = Readonly<{ files: FileStore; engineer: Person; approver: Person; now: number }>

/** A file that stays the same from run to run: what it is called is what it is made of. */
function contentOf(name: string): Buffer {
  const chunks: Buffer[] = []
  for (let at = 0; at < fileBytes / 32; at += 1) chunks.push(createHash('sha256').update(`${name} ${at}`).digest())
  return Buffer.concat(chunks)
}

type VersionSeed = Readonly<{
  module?: string
  number: string
  alias: string
  notes: string
  agoDays: number
  archivedDays?: number
}>

async function addVersions(
  trx: Transaction,
  { files, engineer, now }: Seeding,
  model: Readonly<{ id: string; name: string; prefix: string }>,
  versions: readonly VersionSeed[],
): Promise<ReadonlyMap<string, string>> {
  const ids = new Map<string, string>()
  for (const { module = 'default', number, alias, notes, agoDays, archivedDays } of versions) {
    const content = contentOf(
      module === 'default' ? `${model.prefix} ${number}` : `${model.prefix} ${module} ${number}`,
    )
    const fileId = randomBytes(16).toString('hex')
    const name = `${model.prefix}-${number}.bin`
    const sha256 = createHash('sha256').update(content).digest()
    const draft = {
      id: fileId,
      organisationId: engineer.organisationId,
      accountId: engineer.id,
      kind: 'firmware' as const,
      name,
      mediaType: 'application/octet-stream',
      bytes: content.length,
      sha256,
    }
    const madeMs = officeMs(now, agoDays, `${model.prefix} ${agoDays}`)
    await insertFile(trx, draft, madeMs)
    await files.put(fileId, content)
    const at = new Date(madeMs).toISOString()
    const id = await insertVersion(trx, {
      modelId: model.id,
      module,
      number,
      reportedAs: number,
      alias,
      notes,
      fileId,
      fileName: name,
      bytes: content.length,
      md5: createHash('md5').update(content).digest(),
      sha256,
      search: `${number} ${alias} ${model.name}`,
      creatorId: engineer.id,
      uploaderId: engineer.id,
      createdAt: at,
      updatedAt: at,
      archivedAt:
        archivedDays === undefined
          ? null
          : new Date(officeMs(now, archivedDays, `${model.prefix} ${archivedDays}`)).toISOString(),
      archiverId: archivedDays === undefined ? null : engineer.id,
    })
    ids.set(number, id)
  }
  return ids
}

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

/** What was submitted, by its digests, over the devices that the task has by now. */
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
function pastOf(devices: readonly UpgradedDevice[], startedMs: number): PastDevice[] {
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
function trialOf(devices: readonly UpgradedDevice[], startedMs: number): PastDevice[] {
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
async function addPast(trx: Transaction, seeding: Seeding, seed: Ran, devices: readonly PastDevice[]): Promise<void> {
  // An installation without devices has no past.
  if (devices.length === 0) return
  const { engineer, approver } = seeding
  const isStopped = devices.some(({ state }) => state === 'waiting')
  const taskId = await addTask(trx, seeding, { ...seed, status: isStopped ? 'DISABLE' : 'FINISH' })
  const { createdMs, startedMs } = seed
  const endedMs = Math.max(...devices.map(({ endedMs: ended }) => ended ?? startedMs))
  const iso = (at: number) => new Date(at).toISOString()
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
 * A task that waits for its approval, for people who try the demo, or that was rejected. Its devices have reported nothing yet, so their
 * versions are unknown.
 */
async function addSubmitted(trx: Transaction, seeding: Seeding, seed: TaskSeed): Promise<void> {
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

const made = (name: string, code: string, productIds: string[], remark: string) => ({
  name,
  code,
  type: 'single' as const,
  hardwareModel: '',
  module: '',
  productIds,
  digest: 'SHA256' as const,
  floor: '',
  needConfirm: false,
  remark,
})

/** Models, versions and tasks of the past weeks, and one that waits for somebody to approve it. */
export async function seedDemoFirmware({ db, settings, clock, log }: SeedOptions): Promise<void> {
  if (await hasFirmware(db)) return
  const [{ engineer, approver }, products] = await Promise.all([findPeople(db), listDemoProducts(db)])
  if (engineer === undefined || approver === undefined || products.ovens.length === 0) return
  const seeding = { files: openFiles({ settings, log }), engineer, approver, now: clock.now() }
  const { now } = seeding
  await transaction(db, async (trx) => {
    await seedOvens(trx, seeding, products.ovens)
    if (products.coolers.length > 0) await seedCoolers(trx, seeding, products.coolers)
    if (products.modems.length > 0) {
      const writing = { creatorId: engineer.id, at: officeMs(now, 200, 'DTU-4G') }
      const name = '4G DTU'
      const single = made(name, 'DTU-4G', products.modems, '冷库 Modbus 网关')
      const id = await insertModel(trx, { ...single, type: 'double', module: 'DTU' }, writing)
      await addVersions(trx, seeding, { id, name, prefix: 'dtu-4g' }, [
        { number: '02.01.00', alias: '出厂版本', notes: 'Factory version', agoDays: 190 },
        {
          module: 'DTU',
          number: '01.01.00',
          alias: '4G 射频',
          notes: 'Reconnects faster in weak coverage',
          agoDays: 12,
        },
      ])
    }
  })
}

async function seedOvens(trx: Transaction, seeding: Seeding, productIds: string[]): Promise<void> {
  const { engineer, now } = seeding
  const name = '蒸烤箱主控'
  const writing = { creatorId: engineer.id, at: officeMs(now, 240, 'OVEN-MAIN') }
  const id = await insertModel(trx, made(name, 'OVEN-MAIN', productIds, 'Main board of combi ovens'), writing)
  const versions = await addVersions(trx, seeding, { id, name, prefix: 'oven-main' }, [
    { number: demoVersions.before, alias: '春季版', notes: '新增低温慢煮', agoDays: 230, archivedDays: 64 },
    {
      number: demoVersions.after,
      alias: 'Steam fix',
      notes: 'Steam generator: fewer lime warnings',
      agoDays: 64,
      archivedDays: 9,
    },
    { number: demoVersions.newest, alias: '秋季版', notes: '芯温曲线更平稳；Wi-Fi 重连更快', agoDays: 9 },
  ])
  const devices = await listDevicesOf(trx, productIds)
  const startedMs = officeMs(now, 60, 'steam fix started')
  await addPast(
    trx,
    seeding,
    {
      name: `${demoVersions.after} 全量升级`,
      description: 'Steam fix for all ovens with the spring version',
      modelId: id,
      versionId: versions.get(demoVersions.after) ?? '',
      sources: [demoVersions.before],
      createdMs: officeMs(now, 63, 'steam fix'),
      startedMs,
      ratePerMinute: 20,
    },
    pastOf(devices, startedMs),
  )
  if (devices.length > 0)
    await seedAutumn(trx, seeding, { modelId: id, versionId: versions.get(demoVersions.newest) ?? '' }, devices)
}

/** The newest version: for all ovens at once it was rejected, its trial stands at a failure, and a second group waits for approval. */
async function seedAutumn(
  trx: Transaction,
  seeding: Seeding,
  of: Readonly<{ modelId: string; versionId: string }>,
  devices: readonly UpgradedDevice[],
): Promise<void> {
  const { now } = seeding
  const seed = { ...of, sources: [], ratePerMinute: 10 }
  const idsOf = (some: readonly UpgradedDevice[]) => some.map(({ id }) => id)
  // Weekends are left out, so that two of these days may be one Friday: each step is after the one before.
  const wholeMs = officeMs(now, 9, 'oven-main 9') + 35 * minuteMs
  const trialMs = Math.max(wholeMs + 75 * minuteMs, officeMs(now, 7, 'autumn trial'))
  const trialStartedMs = Math.max(trialMs + 60 * minuteMs, officeMs(now, 6, 'autumn trial started'))
  const nextMs = Math.max(trialStartedMs + 120 * minuteMs, officeMs(now, 1, 'autumn second group'))
  await addSubmitted(trx, seeding, {
    ...seed,
    name: '秋季版（全部）',
    description: 'All ovens with the autumn version',
    status: 'EXAMINE_REJECT',
    deviceIds: idsOf(devices),
    createdMs: wholeMs,
    rejectReason: '请先选几家门店试点',
  })
  const trial = trialOf(devices, trialStartedMs)
  await addPast(
    trx,
    seeding,
    {
      ...seed,
      name: '秋季版试点',
      description: 'Five ovens at five kitchens',
      deviceIds: trial.map(({ deviceId }) => deviceId),
      createdMs: trialMs,
      startedMs: trialStartedMs,
    },
    trial,
  )
  const isInTrial = new Set(trial.map(({ deviceId }) => deviceId))
  await addSubmitted(trx, seeding, {
    ...seed,
    name: '秋季版第二批',
    description: 'A second group with the autumn version',
    status: 'EXAMINE_WAIT',
    deviceIds: idsOf(devices.filter((device) => !isInTrial.has(device.id)).slice(0, 8)),
    createdMs: nextMs,
  })
}

async function seedCoolers(trx: Transaction, seeding: Seeding, productIds: string[]): Promise<void> {
  const { engineer, now } = seeding
  const name = '冷柜控制器'
  const writing = { creatorId: engineer.id, at: officeMs(now, 220, 'COOLER-CTRL') }
  const id = await insertModel(trx, made(name, 'COOLER-CTRL', productIds, 'Controller of refrigerators'), writing)
  const versions = await addVersions(trx, seeding, { id, name, prefix: 'cooler-ctrl' }, [
    { number: demoVersions.before, alias: '', notes: '', agoDays: 210, archivedDays: 22 },
    { number: demoVersions.after, alias: 'Quiet fan', notes: 'Evaporator fan slows down at night', agoDays: 22 },
  ])
  const devices = await listDevicesOf(trx, productIds)
  const startedMs = officeMs(now, 16, 'quiet fan started')
  await addPast(
    trx,
    seeding,
    {
      name: 'Quiet fan',
      description: '',
      modelId: id,
      versionId: versions.get(demoVersions.after) ?? '',
      sources: [demoVersions.before],
      createdMs: officeMs(now, 19, 'quiet fan'),
      startedMs,
      ratePerMinute: 10,
    },
    pastOf(devices, startedMs),
  )
}
