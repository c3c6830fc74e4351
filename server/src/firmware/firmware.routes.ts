import { firmwareApi, firmwareDeviceApi } from '@brigade/contract/firmware/firmware.endpoints.ts'
import { upgradeTaskApi } from '@brigade/contract/firmware/task.endpoints.ts'
import { implement } from '../platform/http/implement.ts'
import {
  exportFirmwareDevices,
  getDeviceFirmware,
  pageFirmwareDevices,
  retryDevices,
  upgradeDevice,
} from './device/firmware-devices.ts'
import { watchDevice } from './device/watch-device.ts'
import {
  addFirmwareModel,
  getDistribution,
  getFirmwareModel,
  listFirmwareModels,
  removeFirmwareModel,
  updateFirmwareModel,
} from './model/change-models.ts'
import { compareOfTask, extractDevices } from './reach/dry-run.ts'
import { downloadBadRows, downloadTemplate, readList } from './reach/read-list.ts'
import { rejectTask, removeTasks, startTask, stopTask, withdrawTask } from './task/act-on-task.ts'
import { approveTask } from './task/approve-task.ts'
import { exportTaskDevices, pageEvents, pageTaskDevices } from './task/list-task-devices.ts'
import { getTaskFigures, getUpgradeTask, listTaskAuditors, listUpgradeTasks } from './task/list-tasks.ts'
import { addTask, updateTask } from './task/save-task.ts'
import { watchTask, watchTasks } from './task/watch-tasks.ts'
import {
  addVersion,
  archiveVersion,
  disableVersion,
  enableVersion,
  restoreVersion,
  updateVersion,
} from './version/change-versions.ts'
import {
  getFigures,
  getVersion,
  getVersionFigures,
  listArchivedVersions,
  listCurrentVersions,
  listVersionOptions,
} from './version/list-versions.ts'

export const firmwareRoutes = [
  ...implement(firmwareApi, {
    models: listFirmwareModels,
    addModel: addFirmwareModel,
    updateModel: updateFirmwareModel,
    removeModel: removeFirmwareModel,
    model: getFirmwareModel,
    versionOptions: listVersionOptions,
    versions: listCurrentVersions,
    history: listArchivedVersions,
    addVersion,
    updateVersion,
    removeVersion: archiveVersion,
    restoreVersion,
    enableVersion,
    disableVersion,
    version: getVersion,
    versionFigures: getVersionFigures,
    figures: getFigures,
    distribution: getDistribution,
  }),
  ...implement(firmwareDeviceApi, {
    devices: pageFirmwareDevices,
    exportDevices: exportFirmwareDevices,
    readList,
    badRows: downloadBadRows,
    listTemplate: downloadTemplate,
    template: downloadTemplate,
    device: getDeviceFirmware,
    deviceLive: watchDevice,
    upgradeDevice,
    retryDevices,
  }),
  ...implement(upgradeTaskApi, {
    taskFigures: getTaskFigures,
    tasks: listUpgradeTasks,
    addTask,
    updateTask,
    removeTasks,
    approve: approveTask,
    reject: rejectTask,
    start: startTask,
    stop: stopTask,
    withdraw: withdrawTask,
    task: getUpgradeTask,
    compareVersions: compareOfTask,
    auditors: listTaskAuditors,
    extractDevices,
    events: pageEvents,
    taskDevices: pageTaskDevices,
    exportTaskDevices,
    tasksLive: watchTasks,
    taskLive: watchTask,
  }),
]
