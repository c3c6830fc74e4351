import type { FaultCategory } from '@brigade/contract/fault/record.model.ts'
import type { SeededCause } from '../cause/fault-cause.seed.ts'

type Note = readonly [found: string, done: string]
type Closing = Readonly<{ cause: SeededCause; en: Note; zh: Note }>

/** Closing notes of a service desk, with the cause that it chose, by the category of the fault or by what the server found. */
export const closings = {
  sensor: {
    cause: 'sensor',
    en: ['Plug of the sensor corroded', 'Cleaned the plug, sealed it'],
    zh: ['传感器插头氧化', '清洁插头并做防水处理'],
  },
  heating: { cause: 'worn', en: ['Contactor worn', 'Replaced the contactor'], zh: ['接触器触点磨损', '更换接触器'] },
  water: {
    cause: 'dirt',
    en: ['Lime', 'Descaled, told the kitchen about the filter'],
    zh: ['结垢', '除垢，并提醒后厨更换滤芯'],
  },
  cooling: { cause: 'dirt', en: ['Condenser full of dust', 'Cleaned the condenser'], zh: ['冷凝器积尘', '清洁冷凝器'] },
  fan: { cause: 'worn', en: ['Capacitor weak', 'Replaced the capacitor'], zh: ['电容容量下降', '更换电容'] },
  door: {
    cause: 'worn',
    en: ['Gasket out of its groove', 'Pressed the gasket in'],
    zh: ['门封条脱槽', '重新压入门封条'],
  },
  electrical: {
    cause: 'installation',
    en: ['Loose terminal', 'Tightened all terminals'],
    zh: ['接线端子松动', '紧固全部端子'],
  },
  communication: { cause: 'sensor', en: ['Cable pinched', 'Replaced the cable'], zh: ['线缆被压伤', '更换线缆'] },
  other: { cause: 'nothing', en: ['Not found', 'Watched for a week'], zh: ['未发现异常', '观察一周'] },
  excursion: {
    cause: 'door',
    en: ['Door ajar during a delivery', 'Closed it, told the kitchen'],
    zh: ['收货时柜门未关严', '关好柜门，并提醒后厨'],
  },
  offline: {
    cause: 'network',
    en: ['Router of the site was off', 'Switched it on'],
    zh: ['现场路由器断电', '恢复供电'],
  },
} as const satisfies Readonly<Record<FaultCategory | 'excursion' | 'offline', Closing>>
