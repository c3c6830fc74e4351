import type { Words } from '../locale.ts'
import type { AlertType, FaultCategory } from './record.model.ts'

export const categoryNames: Readonly<Record<FaultCategory, Words>> = {
  sensor: { en: 'Sensor', zh: '传感器' },
  heating: { en: 'Heating', zh: '加热' },
  water: { en: 'Steam and water', zh: '蒸汽与供水' },
  cooling: { en: 'Cooling', zh: '制冷' },
  fan: { en: 'Fan', zh: '风机' },
  door: { en: 'Door', zh: '门' },
  electrical: { en: 'Electrical', zh: '电气' },
  communication: { en: 'Communication', zh: '通信' },
  other: { en: 'Other', zh: '其他' },
}

export const alertTypeNames: Readonly<Record<AlertType, Words>> = {
  device: { en: 'Reported by the device', zh: '设备上报' },
  threshold: { en: 'Threshold', zh: '阈值' },
  excursion: { en: 'Excursion', zh: '温度超限' },
  'no-data': { en: 'No data', zh: '无数据' },
  offline: { en: 'Offline', zh: '离线' },
}
