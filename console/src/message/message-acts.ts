import { taskApi } from '@brigade/contract/message/task.endpoints.ts'
import type { Act } from '../shell/acts/act.ts'
import { taskText } from './message.text.ts'

export const messageActs = {
  addPush: {
    key: 'message-push.add',
    icon: 'plus',
    label: taskText.add,
    code: taskApi.addTask.access,
    href: '/message/push',
  },
} as const satisfies Record<string, Act>
