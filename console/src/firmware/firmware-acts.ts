import { upgradeTaskApi } from '@brigade/contract/firmware/task.endpoints.ts'
import type { Act } from '../shell/acts/act.ts'
import { tasksPath } from './firmware-address.ts'
import { taskText } from './task.text.ts'

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
} as const satisfies Record<string, Act>
