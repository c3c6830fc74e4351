import type { z } from 'zod'
import { modulesOf } from '@brigade/contract/firmware/firmware.model.ts'
import { firmwareText } from '@brigade/contract/firmware/firmware.text.ts'
import type {
  DeviceFirmware,
  DeviceRetry,
  DeviceUpgrade,
  FirmwareDeviceExport,
  FirmwareDeviceRow,
  FirmwareDeviceSearch,
} from '@brigade/contract/firmware/upgrade-device.model.ts'
import { UpgradeTaskDraft, TaskStatus } from '@brigade/contract/firmware/reach.model.ts'
import { relationOf } from '@brigade/contract/firmware/version.rules.ts'
import { tableMediaTypes } from '@brigade/contract/job/job.model.ts'
import type { Page } from '@brigade/contract/paging.ts'
import { formatText } from '@brigade/contract/text.ts'
import { wallText, zoneOffset } from '../../platform/excel/zone-time.ts'
import { writeTable } from '../../platform/excel/write-table.ts'
import { transaction } from '../../platform/db/transaction.ts'
import type { Ctx, FileAnswer } from '../../platform/http/context.ts'
import { refuse } from '../../platform/refusal.ts'
import { requireFirmwareStaff } from '../model/change-models.ts'
import { applyEvent } from '../row/apply-events.ts'
import { lockGate } from '../row/gate.store.ts'
import { holdFailed, holdFallen } from '../row/held-rows.store.ts'
import { insertTaskEvent } from '../row/task-event.store.ts'
import { deviceRowOf, seeingOf } from '../task/list-task-devices.ts'
import { addTask } from '../task/save-task.ts'
import { listUpgradesOf } from '../task/task-device.store.ts'
import { lockTask } from '../task/task.store.ts'
import {
  findFirmwareDevice,
  findFirmwareDevices,
  listFirmwareDevices,
  listModelsOf,
  type FirmwareDevice,
} from './firmware-device.store.ts'

const rowOf = (row: FirmwareDevice): FirmwareDeviceRow => ({
  device: { id: row.deviceId, sn: row.sn, name: row.name, kind: row.kind },
  product: { id: row.productId, name: row.product },
  organisation: row.organisation,
  online: row.online,
  modules: row.modules,
})

export async function pageFirmwareDevices(
  { db, caller }: Ctx,
  { query }: { query: FirmwareDeviceSearch },
): Promise<Page<FirmwareDeviceRow>> {
  const { rows, ...count } = await findFirmwareDevices(db, caller, query)
  return { list: rows.map(rowOf), ...count, pageNum: query.pageNum, pageSize: query.pageSize }
}

const atOnce = 1000
const maxExported = 100_000
const words = (key: keyof typeof firmwareText & `firmware.column${string}`) => ({
  en: firmwareText[key].en,
  zh: firmwareText[key].zh,
})
type Line = Readonly<{ device: FirmwareDevice; module: string; version: string; reportedAt: string | null }>

export function exportFirmwareDevices(
  ctx: Ctx,
  { query }: { query: z.output<typeof FirmwareDeviceExport> },
): FileAnswer {
  const { db, caller, clock, locale, timeZone } = ctx
  async function* lines(): AsyncGenerator<Line> {
    let after = '0'
    for (let done = 0; done < maxExported; done += atOnce) {
      const some = await listFirmwareDevices(db, caller, query, { after, most: atOnce })
      for (const device of some) {
        if (device.modules.length === 0) yield { device, module: '-', version: '-', reportedAt: null }
        for (const own of device.modules) yield { device, ...own }
      }
      const last = some.at(-1)
      if (last === undefined || some.length < atOnce) return
      after = last.deviceId
    }
  }
  const body = writeTable<Line>(
    'xlsx',
    [
      { head: words('firmware.columnSn'), type: 'text', value: ({ device }) => device.sn },
      { head: words('firmware.columnName'), type: 'text', value: ({ device }) => device.name },
      { head: words('firmware.columnProduct'), type: 'text', value: ({ device }) => device.product[locale] },
      { head: words('firmware.columnOrganisation'), type: 'text', value: ({ device }) => device.organisation },
      {
        head: words('firmware.columnOnline'),
        type: 'text',
        value: ({ device }) => formatText(firmwareText[device.online ? 'firmware.yes' : 'firmware.no'], locale),
      },
      { head: words('firmware.columnModule'), type: 'text', value: ({ module }) => module },
      { head: words('firmware.columnVersion'), type: 'text', value: ({ version }) => version },
      { head: words('firmware.columnReportedAt'), type: 'instant', value: ({ reportedAt }) => reportedAt },
    ],
    lines(),
    { locale, timeZone },
  )
  const now = clock.now()
  const day = wallText(now + zoneOffset(timeZone)(now)).slice(0, 10)
  return {
    body,
    mediaType: tableMediaTypes.xlsx,
    fileName: `${locale === 'zh' ? '设备固件' : 'device-firmware'}-${day}.xlsx`,
  }
}

const maxUpgrades = 50

/** The firmware tab of a device. */
export async function getDeviceFirmware(
  ctx: Ctx,
  { query: { deviceId } }: { query: { deviceId: string } },
): Promise<DeviceFirmware> {
  const { db, caller } = ctx
  const device = (await findFirmwareDevice(db, caller, deviceId)) ?? refuse('firmware.unknownDevice')
  const [models, upgrades] = await Promise.all([
    listModelsOf(db, device.productId),
    listUpgradesOf(db, seeingOf(ctx), deviceId, maxUpgrades),
  ])
  const reportedOf = (module: string) => device.modules.find((own) => own.module === module)?.version ?? null
  const currentOf = (module: string) =>
    models.flatMap(({ versions }) => versions).find((version) => version.module === module)?.reportedAs ?? null
  return {
    device: { id: device.deviceId, sn: device.sn, name: device.name, kind: device.kind },
    online: device.online,
    modules: device.modules.map((own) => {
      const current = currentOf(own.module)
      return { ...own, current, relation: current === null ? null : relationOf(own.version, current) }
    }),
    models: models.map(({ id, name, type, module, versions }) => ({
      id,
      name,
      type,
      targets: modulesOf({ type, module }).flatMap((of) =>
        versions
          .filter((version) => version.module === of)
          .map((version) => ({
            ...version,
            isArchived: false,
            relation: relationOf(reportedOf(of), version.reportedAs),
          })),
      ),
    })),
    upgrades: upgrades.map((row) => ({
      ...deviceRowOf(row),
      task: { id: row.taskId, name: row.taskName, status: TaskStatus.parse(row.taskStatus) },
    })),
    refusal: device.isUnit ? 'firmware.modbusUnit' : models.length === 0 ? 'firmware.noModel' : null,
  }
}

/** A task of this one device, which is approved like any. */
export async function upgradeDevice(
  ctx: Ctx,
  { body }: { body: z.output<typeof DeviceUpgrade> },
): Promise<{ id: string }> {
  await requireFirmwareStaff(ctx)
  const { db, caller } = ctx
  const device = (await findFirmwareDevice(db, caller, body.deviceId)) ?? refuse('firmware.unknownDevice')
  if (device.isUnit) refuse('firmware.modbusUnit')
  const models = await listModelsOf(db, device.productId)
  const model =
    models.find(({ versions }) => versions.some(({ versionId }) => body.versionIds.includes(versionId))) ??
    refuse('field.refused', undefined, { fields: { versionIds: 'firmware.unknownVersion' } })
  const { deviceId, ...rest } = body
  const draft = UpgradeTaskDraft.parse({ ...rest, type: 'device', modelId: model.id, deviceIds: [deviceId] })
  return addTask(ctx, { body: draft })
}

/**
 * Failed devices of a running task wait again, with all attempts; so does a module that failed because of another one
 * that succeeded late.
 */
export async function retryDevices(
  ctx: Ctx,
  { body }: { body: z.output<typeof DeviceRetry> },
): Promise<{ retried: number }> {
  await requireFirmwareStaff(ctx)
  const { db, caller, clock } = ctx
  return transaction(db, async (trx) => {
    await lockGate(trx)
    const task = (await lockTask(trx, body.id)) ?? refuse('firmware.unknownTask')
    if (task.status !== 'START') refuse('firmware.notRunning')
    const rows = await holdFailed(trx, body.id, body.deviceIds)
    const failed = rows.map(({ key }) => key.deviceId)
    const fallen = await holdFallen(trx, body.id, { deviceIds: body.deviceIds, retried: failed })
    await applyEvent(trx, [...rows, ...fallen], () => ({ kind: 'retried' }), clock.now())
    const retried = new Set([...rows, ...fallen].map(({ key }) => key.deviceId)).size
    await insertTaskEvent(trx, {
      taskId: body.id,
      kind: 'retried',
      accountId: caller.accountId,
      text: String(retried),
      at: clock.now(),
    })
    return { retried }
  })
}
