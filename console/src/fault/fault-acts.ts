import { faultCodeApi } from '@brigade/contract/fault/code.endpoints.ts'
import { faultApi } from '@brigade/contract/fault/record.endpoints.ts'
import { word } from '@brigade/contract/word.text.ts'
import type { Act } from '../shell/acts/act.ts'
import { faultPath } from './fault-address.ts'
import { codeText } from './fault.text.ts'

export const faultActs = {
  addCode: {
    key: 'fault-code.add',
    icon: 'plus',
    label: codeText.add,
    code: faultCodeApi.saveCode.access,
    isPlatforms: true,
    href: '/fault/code',
  },
  exportCodes: {
    key: 'fault-code.export',
    icon: 'download',
    label: { en: 'Export fault codes', zh: '导出故障码' },
    button: word.export,
    code: faultCodeApi.startCodeExport.access,
    isPlatforms: true,
    href: '/fault/code',
  },
  exportOven: {
    key: 'fault.oven.export',
    icon: 'download',
    label: { en: 'Export faults of ovens', zh: '导出烤箱故障' },
    button: word.export,
    code: faultApi.startExport.access,
    href: faultPath.oven,
  },
  exportCooler: {
    key: 'fault.cooler.export',
    icon: 'download',
    label: { en: 'Export faults of refrigeration devices', zh: '导出制冷设备故障' },
    button: word.export,
    code: faultApi.startExport.access,
    href: faultPath.cooler,
  },
} as const satisfies Record<string, Act>
