import { z } from 'zod'
import { download, endpoints, get, live, noInput, nothing, post, upload } from '../endpoint.ts'
import { Id, Time } from '../field.ts'
import { tableMediaTypes } from '../job/job.model.ts'
import { pageOf } from '../paging.ts'
import {
  FirmwareFigures,
  FirmwareModelChange,
  FirmwareModelDetail,
  FirmwareModelDraft,
  FirmwareModelRow,
  FirmwareModelSearch,
  FirmwareVersionChange,
  FirmwareVersionDetail,
  FirmwareVersionDraft,
  FirmwareVersionRow,
  FirmwareVersionSearch,
  ShareSearch,
  VersionOption,
  VersionOptionSearch,
  VersionShares,
} from './firmware.model.ts'
import {
  DeviceFirmware,
  DeviceRetry,
  DeviceUpgrade,
  FirmwareDeviceExport,
  FirmwareDeviceRow,
  FirmwareDeviceSearch,
  ListedDevices,
} from './upgrade-device.model.ts'
import { UpgradeReason, taskLimits } from './reach.model.ts'
import { UpgradeNews } from './task.model.ts'

const ById = z.strictObject({ id: Id })
const Version = z.strictObject({ id: Id, updatedAt: Time })

/** Spec 7, fota/model, fota/version and fota/statistic. */
export const firmwareApi = endpoints('firmware', {
  models: get('/web/fota/model/list', {
    access: 'firmware-model:view',
    summary: { en: 'Firmware models', zh: '固件型号列表' },
    description: 'With the devices of their products within the scope, and the current version of each module.',
    query: FirmwareModelSearch,
    reply: pageOf(FirmwareModelRow),
  }),
  addModel: post('/web/fota/model/insert', {
    access: 'firmware-model:create',
    summary: { en: 'Add a firmware model', zh: '新增固件型号' },
    body: FirmwareModelDraft,
    reply: z.object({ id: Id }),
  }),
  updateModel: post('/web/fota/model/update', {
    access: 'firmware-model:update',
    summary: { en: 'Edit a firmware model', zh: '编辑固件型号' },
    description: 'Type, module and hardware model stay once it has a version. A stale one is refused (409).',
    body: FirmwareModelChange,
    reply: nothing,
  }),
  removeModel: post('/web/fota/model/remove', {
    access: 'firmware-model:remove',
    summary: { en: 'Delete a firmware model', zh: '删除固件型号' },
    description: 'Refused (409) where it has versions or tasks.',
    body: ById,
    reply: nothing,
  }),
  model: get('/web/fota/model/detail', {
    access: 'firmware-model:view',
    summary: { en: 'One firmware model', zh: '固件型号详情' },
    query: ById,
    reply: FirmwareModelDetail,
  }),
  versionOptions: get('/web/fota/version/list', {
    access: 'firmware-version:view',
    summary: { en: 'Firmware versions to choose from', zh: '可选固件版本' },
    description: 'Enabled ones, the current before the archived, at most 500.',
    query: VersionOptionSearch,
    reply: z.array(VersionOption),
  }),
  versions: get('/web/fota/version/page', {
    access: 'firmware-version:view',
    summary: { en: 'Current firmware versions', zh: '当前固件版本列表' },
    query: FirmwareVersionSearch,
    reply: pageOf(FirmwareVersionRow),
  }),
  history: get('/web/fota/version/history', {
    access: 'firmware-version:view',
    summary: { en: 'Archived firmware versions', zh: '历史固件版本' },
    query: FirmwareVersionSearch,
    reply: pageOf(FirmwareVersionRow),
  }),
  addVersion: post('/web/fota/version/insert', {
    access: 'firmware-version:create',
    summary: { en: 'Add a firmware version', zh: '新增固件版本' },
    description:
      'Each module of a model has one current version: a second one is refused (409, key `firmware.hasVersion`) unless `replace` archives it in the same step. `replaces` names the current one that the person saw: another one is not replaced (409, key `firmware.otherCurrent`).',
    body: FirmwareVersionDraft,
    reply: z.object({ id: Id }),
  }),
  updateVersion: post('/web/fota/version/update', {
    access: 'firmware-version:update',
    summary: { en: 'Edit a firmware version', zh: '编辑固件版本' },
    description: 'Alias and notes; what devices report it as until a task with it was approved.',
    body: FirmwareVersionChange,
    reply: nothing,
  }),
  removeVersion: post('/web/fota/version/remove', {
    access: 'firmware-version:remove',
    summary: { en: 'Archive a firmware version', zh: '归档固件版本' },
    description: 'Never refused: running tasks keep the file to their end.',
    body: Version,
    reply: nothing,
  }),
  restoreVersion: post('/web/fota/version/restore', {
    access: 'firmware-version:create',
    summary: { en: 'Make an archived version the current one', zh: '恢复历史固件版本' },
    description:
      'With `replace` the current one is archived in its place; without, it is refused (409). `replaces` names the current one that the person saw: where another is current by now, that is refused too (409, key `firmware.otherCurrent`).',
    body: z.strictObject({ id: Id, updatedAt: Time, replace: z.boolean().default(false), replaces: Id.optional() }),
    reply: nothing,
  }),
  enableVersion: post('/web/fota/version/enable', {
    access: 'firmware-version:set-enabled',
    summary: { en: 'Enable a firmware version', zh: '启用固件版本' },
    description: 'Devices of running tasks that wait are offered it again, at new addresses.',
    body: Version,
    reply: nothing,
  }),
  disableVersion: post('/web/fota/version/disable', {
    access: 'firmware-version:set-enabled',
    summary: { en: 'Disable a firmware version', zh: '停用固件版本' },
    description: 'At once: no offer, no byte more. Devices it was offered to wait again and lose no attempt.',
    body: Version,
    reply: z.object({ stopped: z.number().int() }),
  }),
  version: get('/web/fota/version/detail', {
    access: 'firmware-version:view',
    summary: { en: 'One firmware version', zh: '固件版本详情' },
    query: ById,
    reply: FirmwareVersionDetail,
  }),
  versionFigures: get('/web/fota/version/statistic', {
    access: 'firmware-version:view',
    summary: { en: 'Outcomes of a firmware version', zh: '固件版本统计' },
    query: ById,
    reply: z.object({
      /** Devices that report it now. */
      devices: z.number().int(),
      running: z.number().int(),
      succeeded: z.number().int(),
      failed: z.number().int(),
      notUpgraded: z.number().int(),
      reasons: z.array(z.object({ reason: UpgradeReason, count: z.number().int() })),
      /** The time from the first offer to the report of the version; null if no upgrade succeeded. */
      medianMinutes: z.number().nullable(),
    }),
  }),
  figures: get('/web/fota/statistic/keyIndex', {
    access: 'firmware-version:view',
    summary: { en: 'Firmware at a glance', zh: '固件关键指标' },
    query: noInput,
    reply: FirmwareFigures,
  }),
  distribution: get('/web/fota/statistic/versionDistribution', {
    access: 'firmware-version:view',
    summary: { en: 'Devices by firmware version', zh: '固件版本分布' },
    query: ShareSearch,
    reply: VersionShares,
  }),
})

const templateTypes = [tableMediaTypes.xlsx]
/** Spec 7, fota/device: devices with their versions, lists of devices, and one device. */
export const firmwareDeviceApi = endpoints('firmware', {
  devices: get('/web/fota/device/page', {
    access: 'firmware-version:view',
    summary: { en: 'Devices with their firmware', zh: '设备固件列表' },
    query: FirmwareDeviceSearch,
    reply: pageOf(FirmwareDeviceRow),
  }),
  exportDevices: download('/web/fota/device/list/excel', {
    access: 'firmware-task:export',
    summary: { en: 'Export devices with their firmware', zh: '导出设备固件列表' },
    description: 'All pages of what the filters of the list find, at most 100,000 devices.',
    query: FirmwareDeviceExport,
    mediaTypes: templateTypes,
  }),
  readList: upload('/web/fota/device/list/excel', {
    access: 'firmware-task:create',
    summary: { en: 'Read a list of devices', zh: '读取设备清单' },
    description:
      'xlsx, CSV, or plain text with one serial number a line: at most 20 MB and 100,000 rows. The column SN is read, without a head the first one. Answers a list for a task, and every row that was left out with its reason.',
    body: noInput,
    reply: ListedDevices,
    maxBytes: taskLimits.listBytes,
    perMinute: 30,
  }),
  badRows: download('/web/fota/device/list/bad', {
    access: 'firmware-task:create',
    summary: { en: 'Rows of a list that were left out', zh: '设备清单中未通过的行' },
    query: z.strictObject({ listId: Id }),
    mediaTypes: templateTypes,
  }),
  listTemplate: download('/web/fota/device/excel/demo', {
    access: 'firmware-task:view',
    summary: { en: 'Template of a list of devices', zh: '设备清单示例' },
    query: noInput,
    mediaTypes: templateTypes,
  }),
  template: download('/web/fota/download/template/excel', {
    access: 'firmware-task:view',
    summary: { en: 'Template of a list of devices, to fill in', zh: '下载设备清单模板' },
    query: noInput,
    mediaTypes: templateTypes,
  }),
  device: get('/web/fota/device/detail', {
    access: 'firmware-version:view',
    summary: { en: 'Firmware of one device', zh: '单台设备固件' },
    description: 'Its modules, what each can be upgraded to, and its upgrades.',
    query: z.strictObject({ deviceId: Id }),
    reply: DeviceFirmware,
  }),
  deviceLive: live('/web/fota/device/live', {
    access: 'firmware-version:view',
    summary: { en: 'Changes of the upgrades of one device', zh: '设备升级变更通知' },
    description: 'Says that an upgrade of the device, or its task, has changed: it is then read anew.',
    prolongs: false,
    query: z.strictObject({ deviceId: Id }),
    event: UpgradeNews,
  }),
  upgradeDevice: post('/web/fota/device/upgrade', {
    access: 'firmware-task:create',
    summary: { en: 'Upgrade one device', zh: '升级单台设备' },
    description: 'Makes a task of this one device, which is approved like any.',
    body: DeviceUpgrade,
    reply: z.object({ id: Id }),
  }),
  retryDevices: post('/web/fota/device/retry', {
    access: 'firmware-task:start',
    summary: { en: 'Retry failed devices', zh: '重试失败设备' },
    description: 'Of a running task; with all attempts anew. Answers how many wait again.',
    body: DeviceRetry,
    reply: z.object({ retried: z.number().int() }),
  }),
})
