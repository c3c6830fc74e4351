import { firmwareApi } from '@brigade/contract/firmware/firmware.endpoints.ts'
import { upgradeTaskApi } from '@brigade/contract/firmware/task.endpoints.ts'
import type { Act } from '../shell/acts/act.ts'
import { modelsPath, tasksPath, versionsPath } from './firmware-address.ts'
import { modelText } from './model/model.text.ts'
import { taskText } from './task.text.ts'
import { versionText } from './version/version.text.ts'

export const firmwareActs = {
  addTask: {
    key: 'upgrade-task.add',
    icon: 'plus',
    label: { en: 'New upgrade task', zh: '新建升级任务' },
    button: taskText.add,
    code: upgradeTaskApi.addTask.access,
    isPlatforms: true,
    href: tasksPath,
  },
  addVersion: {
    key: 'firmware-version.add',
    icon: 'upload',
    label: { en: 'Add firmware version', zh: '新增固件版本' },
    button: versionText.add,
    code: firmwareApi.addVersion.access,
    isPlatforms: true,
    href: versionsPath,
  },
  addModel: {
    key: 'firmware-model.add',
    icon: 'plus',
    label: { en: 'Add firmware model', zh: '新增固件型号' },
    button: modelText.add,
    code: firmwareApi.addModel.access,
    isPlatforms: true,
    href: modelsPath,
  },
} as const satisfies Record<string, Act>
