import { deviceCalls } from '@brigade/contract/device/list/list.endpoints.ts'
import { importExportCalls } from '@brigade/contract/device/import-export/import-export.endpoints.ts'
import { recordCalls } from '@brigade/contract/device/record/record.endpoints.ts'
import { commandCalls } from '@brigade/contract/command/command.endpoints.ts'
import { word } from '@brigade/contract/word.text.ts'
import type { Act } from '../../shell/acts/act.ts'
import { detailText } from './detail.text.ts'
import { listPath, stockPath } from './device-address.ts'

const button = { en: 'Add device', zh: '新增设备' }

export const deviceActs = {
  oven: {
    add: {
      key: 'oven.add',
      icon: 'plus',
      label: { en: 'Add oven', zh: '新增烤箱' },
      button,
      code: recordCalls.oven.add.access,
      href: listPath.oven,
    },
    addToStock: {
      key: 'oven.add-to-stock',
      icon: 'plus',
      label: { en: 'Add oven that is not installed', zh: '新增未安装烤箱' },
      button,
      code: recordCalls.oven.add.access,
      href: stockPath.oven,
    },
    export: {
      key: 'oven.export',
      icon: 'download',
      label: { en: 'Export ovens', zh: '导出烤箱' },
      button: word.export,
      code: importExportCalls.oven.startExport.access,
      href: listPath.oven,
    },
    offline: {
      key: 'oven.offline',
      icon: 'oven',
      label: { en: 'Offline ovens', zh: '离线烤箱' },
      code: deviceCalls.oven.list.access,
      href: `${listPath.oven}?online=false`,
      isPlace: true,
    },
    command: {
      key: 'oven.command',
      icon: 'send',
      label: detailText.sendCommand,
      code: commandCalls.oven.sendCommand.access,
    },
  },
  cooler: {
    add: {
      key: 'cooler.add',
      icon: 'plus',
      label: { en: 'Add refrigeration device', zh: '新增制冷设备' },
      button,
      code: recordCalls.cooler.add.access,
      href: listPath.cooler,
    },
    addToStock: {
      key: 'cooler.add-to-stock',
      icon: 'plus',
      label: { en: 'Add refrigeration device that is not installed', zh: '新增未安装制冷设备' },
      button,
      code: recordCalls.cooler.add.access,
      href: stockPath.cooler,
    },
    export: {
      key: 'cooler.export',
      icon: 'download',
      label: { en: 'Export refrigeration devices', zh: '导出制冷设备' },
      button: word.export,
      code: importExportCalls.cooler.startExport.access,
      href: listPath.cooler,
    },
    offline: {
      key: 'cooler.offline',
      icon: 'fridge',
      label: { en: 'Offline refrigeration devices', zh: '离线制冷设备' },
      code: deviceCalls.cooler.list.access,
      href: `${listPath.cooler}?online=false`,
      isPlace: true,
    },
    command: {
      key: 'cooler.command',
      icon: 'send',
      label: detailText.sendCommand,
      code: commandCalls.cooler.sendCommand.access,
    },
  },
} as const satisfies Record<'oven' | 'cooler', Record<string, Act>>
