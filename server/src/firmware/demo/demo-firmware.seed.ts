import { createHash, randomBytes } from 'node:crypto'
import type { TaskStatus } from '@brigade/contract/firmware/task.rules.ts'
import { demoVersionOf, demoVersions } from '../../device/demo/demo-devices.seed.ts'
import { insertFile } from '../../file/file.store.ts'
import type { Transaction } from '../../platform/db/database.ts'
import { transaction } from '../../platform/db/transaction.ts'
import type { FileStore } from '../../platform/files/file-store.ts'
import { openFiles } from '../../platform/files/open-files.ts'
import type { SeedOptions } from '../../platform/program/domain.ts'
import { insertModel } from '../model/model.store.ts'
import { digestDevices, digestTask } from '../row/digest.store.ts'
import { insertTaskEvent } from '../row/task-event.store.ts'
import { writeReach } from '../reach/reach.store.ts'
import { insertTask, writeTask } from '../task/task.store.ts'
import { insertVersion } from '../version/version.store.ts'
import {
  findPeople,
  hasFirmware,
  insertPastDevices,
  listDemoProducts,
  listDevicesOf,
  writeTaskTimes,
  type PastDevice,
  type UpgradedDevice,
} from './demo-firmware.store.ts'
import { spellingOf } from '../../system/area/spell-name.ts'

const dayMs = 86_400_000
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
    await insertFile(trx, draft, now - agoDays * dayMs)
    await files.put(fileId, content)
    const at = new Date(now - agoDays * dayMs).toISOString()
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
      archivedAt: archivedDays === undefined ? null : new Date(now - archivedDays * dayMs).toISOString(),
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
  agoDays: number
  ratePerMinute: number
  rejectReason?: string
}>

const usualPlan = { allowDowngrade: false, allowUnknown: false, allowArchived: false }

async function addTask(trx: Transaction, { engineer, approver, now }: Seeding, seed: TaskSeed): Promise<string> {
  const { name, description, modelId, versionId, sources, deviceIds = [], status, agoDays, ratePerMinute } = seed
  const at = new Date(now - agoDays * dayMs).toISOString()
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
    plan: JSON.stringify({ ...usualPlan, ratePerMinute, allowUnknown: deviceIds.length > 0 }),
    approverId: approver.id,
    startAt: null,
    endAt: null,
    creatorId: engineer.id,
    editorIds: [engineer.id],
    digest: null,
    deviceDigest: null,
    approvedDigest: null,
    approvedBy: status === 'FINISH' ? approver.id : null,
    approvedAt: status === 'FINISH' ? at : null,
    rejectReason: seed.rejectReason ?? '',
    startedBy: status === 'FINISH' ? engineer.id : null,
    startedAt: null,
    endedAt: null,
    tokensAt: null,
    leaseUntil: null,
    spelling: spellingOf(name),
    createdAt: at,
    updatedAt: at,
  })
}

/**
 * The result of a past upgrade for the devices that were there: it succeeded for those that have the version now, and failed for the
 * others.
 */
function pastOf(devices: readonly UpgradedDevice[], startedMs: number): PastDevice[] {
  const reasons = ['download', 'rolled-back', 'silent'] as const
  let failures = 0
  const present = devices.filter(({ activatedMs }) => activatedMs !== null && activatedMs < startedMs)
  return present.map(({ id: deviceId, sn }, index) => {
    const isFailed = demoVersionOf(sn) === demoVersions.before
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

async function addPast(
  trx: Transaction,
  seeding: Seeding,
  seed: Omit<TaskSeed, 'status'>,
  devices: readonly PastDevice[],
): Promise<void> {
  // An installation without devices has no past.
  if (devices.length === 0) return
  const { engineer, approver, now } = seeding
  const taskId = await addTask(trx, seeding, { ...seed, status: 'FINISH' })
  const createdMs = now - seed.agoDays * dayMs
  const startedMs = Math.min(...devices.map(({ offeredMs }) => offeredMs))
  const endedMs = Math.max(...devices.map(({ endedMs: ended }) => ended))
  const iso = (at: number) => new Date(at).toISOString()
  await writeTaskTimes(trx, taskId, { createdAt: iso(createdMs), startedAt: iso(startedMs), endedAt: iso(endedMs) })
  // The history is shown in the order of its rows: the devices' events are between the start and the end of the task.
  for (const [kind, accountId, at] of [
    ['created', engineer.id, createdMs],
    ['submitted', engineer.id, createdMs + 2 * minuteMs],
    ['approved', approver.id, createdMs + 50 * minuteMs],
    ['started', engineer.id, startedMs - minuteMs],
    ['begun', null, startedMs],
  ] as const)
    await insertTaskEvent(trx, { taskId, kind, accountId, at })
  await insertPastDevices(trx, { taskId, versionId: seed.versionId, bytes: fileBytes }, devices)
  await insertTaskEvent(trx, { taskId, kind: 'finished', accountId: null, at: endedMs })
}

/**
 * A task that waits for its approval, for people who try the demo. Its devices have reported nothing yet, so their versions are unknown.
 */
async function addWaiting(trx: Transaction, seeding: Seeding, seed: Omit<TaskSeed, 'status'>): Promise<void> {
  const { engineer, now } = seeding
  const taskId = await addTask(trx, seeding, { ...seed, status: 'EXAMINE_WAIT' })
  const plan = { ...usualPlan, ratePerMinute: seed.ratePerMinute, allowUnknown: true }
  const reach = {
    type: 'device' as const,
    modelId: seed.modelId,
    hardwareModel: '',
    targets: [{ versionId: seed.versionId, module: 'default', reportedAs: '01.05.00' }],
    sources: [],
    listId: null,
    deviceIds: seed.deviceIds ?? [],
    conditions: [],
    plan,
    taskId,
  }
  await writeReach(trx, engineer, reach, { taskId, needConfirm: false, at: now })
  const deviceDigest = await digestDevices(trx, taskId)
  const digest = await digestTask(trx, { versionIds: [seed.versionId], conditions: [], plan }, deviceDigest)
  await writeTask(trx, taskId, { digest, deviceDigest }, now)
  await insertTaskEvent(trx, { taskId, kind: 'created', accountId: engineer.id, at: now - 90 * minuteMs })
  await insertTaskEvent(trx, { taskId, kind: 'submitted', accountId: engineer.id, at: now - 80 * minuteMs })
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
      const writing = { creatorId: engineer.id, at: now - 200 * dayMs }
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
  const writing = { creatorId: engineer.id, at: now - 240 * dayMs }
  const id = await insertModel(trx, made(name, 'OVEN-MAIN', productIds, 'Main board of combi ovens'), writing)
  const versions = await addVersions(trx, seeding, { id, name, prefix: 'oven-main' }, [
    { number: demoVersions.before, alias: '春季版', notes: '新增低温慢煮', agoDays: 230, archivedDays: 64 },
    {
      number: demoVersions.after,
      alias: 'Steam fix',
      notes: 'Steam generator: fewer lime warnings',
      agoDays: 64,
      archivedDays: 3,
    },
    { number: '01.05.00', alias: '秋季版', notes: '芯温曲线更平稳；Wi-Fi 重连更快', agoDays: 3 },
  ])
  const devices = await listDevicesOf(trx, productIds)
  await addPast(
    trx,
    seeding,
    {
      name: `${demoVersions.after} 全量升级`,
      description: 'Steam fix for all ovens with the spring version',
      modelId: id,
      versionId: versions.get(demoVersions.after) ?? '',
      sources: [demoVersions.before],
      agoDays: 62,
      ratePerMinute: 20,
    },
    pastOf(devices, now - 61 * dayMs),
  )
  const seed = {
    name: '秋季版升级',
    description: 'First ovens with the autumn version',
    modelId: id,
    versionId: versions.get('01.05.00') ?? '',
    sources: [demoVersions.after, demoVersions.before],
    ratePerMinute: 10,
  }
  const rejectReason = '请先在一家门店试点'
  await addTask(trx, seeding, { ...seed, name: '秋季版（全部）', status: 'EXAMINE_REJECT', agoDays: 2, rejectReason })
  if (devices.length > 0)
    await addWaiting(trx, seeding, {
      ...seed,
      sources: [],
      deviceIds: devices.slice(0, 8).map(({ id }) => id),
      agoDays: 0,
    })
}

async function seedCoolers(trx: Transaction, seeding: Seeding, productIds: string[]): Promise<void> {
  const { engineer, now } = seeding
  const name = '冷柜控制器'
  const writing = { creatorId: engineer.id, at: now - 220 * dayMs }
  const id = await insertModel(trx, made(name, 'COOLER-CTRL', productIds, 'Controller of refrigerators'), writing)
  const versions = await addVersions(trx, seeding, { id, name, prefix: 'cooler-ctrl' }, [
    { number: demoVersions.before, alias: '', notes: '', agoDays: 210, archivedDays: 20 },
    { number: demoVersions.after, alias: 'Quiet fan', notes: 'Evaporator fan slows down at night', agoDays: 20 },
  ])
  const devices = await listDevicesOf(trx, productIds)
  await addPast(
    trx,
    seeding,
    {
      name: 'Quiet fan',
      description: '',
      modelId: id,
      versionId: versions.get(demoVersions.after) ?? '',
      sources: [demoVersions.before],
      agoDays: 19,
      ratePerMinute: 10,
    },
    pastOf(devices, now - 18 * dayMs),
  )
}
