import { minuteMs } from '@brigade/contract/time.ts'
import { createHash, randomBytes } from 'node:crypto'
import { demoVersions } from '../../device/demo/demo-devices.seed.ts'
import { insertFile } from '../../file/file.store.ts'
import type { Transaction } from '../../platform/db/database.ts'
import { transaction } from '../../platform/db/transaction.ts'
import { openFiles } from '../../platform/files/open-files.ts'
import { officeMs } from '../../platform/program/demo-days.ts'
import type { SeedOptions } from '../../platform/program/domain.ts'
import { insertModel } from '../model/model.store.ts'
import { insertVersion } from '../version/version.store.ts'
import { findPeople, hasFirmware, listDemoProducts, listDevicesOf, type UpgradedDevice } from './demo-firmware.store.ts'
import { addPast, addSubmitted, fileBytes, pastOf, trialOf, type Seeding } from './demo-tasks.ts'

/** A file that is the same in every run, because its name determines its content. */
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

/** Models, versions and tasks of the past weeks, and one that waits for approval. */
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

/**
 * The newest version: its task for all ovens was rejected, its trial has a failure, and a second group waits for
 * approval.
 */
async function seedAutumn(
  trx: Transaction,
  seeding: Seeding,
  of: Readonly<{ modelId: string; versionId: string }>,
  devices: readonly UpgradedDevice[],
): Promise<void> {
  const { now } = seeding
  const seed = { ...of, sources: [], ratePerMinute: 10 }
  const idsOf = (some: readonly UpgradedDevice[]) => some.map(({ id }) => id)
  // Weekends are skipped, so that two of these days may be the same Friday: each step comes after the one before.
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
