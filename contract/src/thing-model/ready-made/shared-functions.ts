import type { EventFunction, ServiceFunction } from '../thing-model.model.ts'
import { either, parameter, seconds, service, text } from './writing.ts'

/** Functions that several of these models have. */

export const fault: EventFunction = {
  identifier: 'Fault',
  name: { en: 'Fault', zh: '设备故障' },
  description: 'Active 1 raises the fault of this code, Active 0 clears it.',
  required: true,
  type: 'error',
  outputData: [
    parameter('Code', 'Code', '故障码', text(16)),
    parameter('Active', 'State', '故障状态', either(['Cleared', '已消除'], ['Raised', '发生'])),
    parameter('Text', 'Text', '故障说明', text(200)),
  ],
}

export const factoryReset = service('FactoryReset', 'Factory reset', '恢复出厂设置')

export const identify: ServiceFunction = {
  identifier: 'Identify',
  name: { en: 'Identify', zh: '设备定位' },
  description: 'Blinks the light and sounds the buzzer.',
  required: false,
  callType: 'sync',
  repeatable: true,
  inputData: [parameter('Seconds', 'Seconds', '秒数', seconds(1, 60))],
  outputData: [],
}
