import { word } from '@brigade/contract/word.text.ts'
import { words } from '@brigade/contract/text.ts'

export const deviceFirmwareText = words({
  modules: { en: 'Modules', zh: '固件模块' },
  upgrades: { en: 'Upgrades', zh: '升级记录' },
  reported: { en: 'Reports', zh: '上报版本' },
  reportedAt: word.reported,
  currentVersion: word.currentVersion,
  relation: { en: 'Comparison', zh: '版本对比' },
  neverReported: { en: 'The device has not reported a version yet.', zh: '设备尚未上报固件版本。' },
  noUpgrades: { en: 'No upgrade task has included this device yet.', zh: '该设备尚未参与升级任务。' },
  task: { en: 'Task', zh: '任务' },
  taskStatus: { en: 'Task status', zh: '任务状态' },
  upgrade: { en: 'Upgrade device', zh: '升级此设备' },
  title: { en: 'Upgrade this device', zh: '升级此设备' },
  intro: {
    en: 'Creates a task for this device only. Like any task, it is approved by somebody else.',
    zh: '将创建仅含此设备的升级任务，同样须由他人审批（双人复核）。',
  },
  model: word.firmwareModel,
  higher: {
    en: 'The device has a higher version than the target: downgrade it',
    zh: '设备原始版本高于目标版本，确认降级',
  },
  unknown: { en: 'Its version is unknown: upgrade it anyway', zh: '设备版本未知，仍然升级' },
  archived: { en: 'Allow archived versions', zh: '允许使用历史版本' },
  noTargets: { en: 'No enabled version is available', zh: '没有可用的目标版本' },
  name: { en: 'Name of the task', zh: '任务名称' },
  nameFor: { en: (p: { sn: string }) => `Upgrade ${p.sn}`, zh: (p: { sn: string }) => `升级 ${p.sn}` },
  chooseTarget: { en: 'Choose a target version', zh: '请选择目标版本' },
})
