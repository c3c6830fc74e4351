import type { TaskAct } from '@brigade/contract/firmware/task.rules.ts'
import type { IconName } from '../../ui/icon/outlines.ts'

export const actIcons: Readonly<Record<TaskAct, IconName>> = {
  update: 'pencil',
  submit: 'send',
  approve: 'check',
  reject: 'x',
  start: 'arrow-right',
  stop: 'pause',
  withdraw: 'undo',
  remove: 'trash',
}
