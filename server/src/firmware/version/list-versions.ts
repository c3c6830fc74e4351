import type {
  FirmwareFigures,
  FirmwareVersionDetail,
  FirmwareVersionRow,
  FirmwareVersionSearch,
} from '@brigade/contract/firmware/firmware.model.ts'
import type { Page } from '@brigade/contract/paging.ts'
import { dayMs } from '@brigade/contract/time.ts'
import { isPlatformStaff } from '../../customer/data-scope.ts'
import type { Ctx } from '../../platform/http/context.ts'
import { refuse } from '../../platform/refusal.ts'
import { deviceUrlOf, hasPort } from '../../platform/device-door/device-url.ts'
import { countFailures, countMonth, countOutcomes, countStandings } from './figures.store.ts'
import {
  countStopped,
  findVersionIds,
  listOptions,
  listTasksOf,
  listVersions,
  wasApproved,
  type StoredVersion,
} from './version.store.ts'

const monthMs = 30 * dayMs

const named = (id: string | null, name: string | null) => (id === null ? null : { id, name: name ?? '' })

/** Only the platform's own staff reads which account acted there. */
const rowOf = (stored: StoredVersion, isOwn: boolean): FirmwareVersionRow => ({
  id: stored.id,
  model: { id: stored.modelId, name: stored.modelName, code: stored.modelCode, type: stored.modelType },
  module: stored.module,
  number: stored.number,
  reportedAs: stored.reportedAs,
  alias: stored.alias,
  notes: stored.notes,
  file: {
    name: stored.fileName,
    bytes: Number(stored.bytes),
    md5: stored.md5.toString('hex'),
    sha256: stored.sha256.toString('hex'),
  },
  enabled: stored.enabled,
  archivedAt: stored.archivedAt,
  archivedBy: isOwn ? named(stored.archiverId, stored.archiverName) : null,
  devices: stored.devices,
  creator: isOwn ? named(stored.creatorId, stored.creatorName) : null,
  createdAt: stored.createdAt,
  updatedAt: stored.updatedAt,
})

type Searching = { query: FirmwareVersionSearch }

const pageOfVersions =
  (archived: boolean) =>
  async ({ db, caller }: Ctx, { query }: Searching): Promise<Page<FirmwareVersionRow>> => {
    const page = await findVersionIds(db, query, { archived })
    const versions = await listVersions(
      db,
      caller,
      page.list.map(({ id }) => id),
    )
    const isOwn = await isPlatformStaff({ db, caller })
    return { ...page, list: versions.map((version) => rowOf(version, isOwn)) }
  }
export const listCurrentVersions = pageOfVersions(false)
export const listArchivedVersions = pageOfVersions(true)

export const listVersionOptions = (
  { db }: Ctx,
  { query }: { query: { modelId?: string | undefined; module?: string | undefined } },
) => listOptions(db, query)

export async function getVersion(
  ctx: Ctx,
  { query: { id } }: { query: { id: string } },
): Promise<FirmwareVersionDetail> {
  const { db, caller } = ctx
  const [version] = await listVersions(db, caller, [id])
  if (version === undefined) return refuse('firmware.unknownVersion')
  // Tasks are the platform's: others read about their devices.
  const isOwn = await isPlatformStaff(ctx)
  return {
    ...rowOf(version, isOwn),
    tasks: isOwn ? await listTasksOf(db, id) : [],
    wasApproved: await wasApproved(db, id),
    stops: isOwn ? await countStopped(db, id) : { offered: 0, downloading: 0, tasks: 0 },
  }
}

export async function getVersionFigures({ db, caller }: Ctx, { query: { id } }: { query: { id: string } }) {
  const [version] = await listVersions(db, caller, [id])
  if (version === undefined) return refuse('firmware.unknownVersion')
  const [outcomes, reasons] = await Promise.all([countOutcomes(db, caller, id), countFailures(db, caller, id)])
  return { ...outcomes, devices: version.devices, reasons }
}

export async function getFigures(ctx: Ctx): Promise<FirmwareFigures> {
  const { db, caller, clock, settings } = ctx
  const [devices, month] = await Promise.all([
    countStandings(db, caller),
    countMonth(db, caller, clock.now() - monthMs),
  ])
  const { models, tasksRunning, ended, succeeded } = month
  return {
    models,
    devices,
    tasksRunning,
    month: { ended, succeeded, share: ended === 0 ? null : succeeded / ended },
    delivery: (await isPlatformStaff(ctx)) ? deliveryOf(deviceUrlOf(settings), settings.firmwareMb) : null,
  }
}

function deliveryOf(address: string, maxMb: number): FirmwareFigures['delivery'] {
  const { host, protocol } = new URL(address)
  return { host, isEncrypted: protocol === 'https:', hasPort: hasPort(address), maxMb }
}
