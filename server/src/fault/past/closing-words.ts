/** Closing notes of a service desk, by the category of the fault. */
export const closings = {
  sensor: {
    en: ['Plug of the sensor corroded', 'Cleaned the plug, sealed it'],
    zh: ['传感器插头氧化', '清洁插头并做防水处理'],
  },
  heating: { en: ['Contactor worn', 'Replaced the contactor'], zh: ['接触器触点磨损', '更换接触器'] },
  water: { en: ['Lime', 'Descaled, told the kitchen about the filter'], zh: ['结垢', '除垢，并提醒后厨更换滤芯'] },
  cooling: { en: ['Condenser full of dust', 'Cleaned the condenser'], zh: ['冷凝器积尘', '清洁冷凝器'] },
  fan: { en: ['Capacitor weak', 'Replaced the capacitor'], zh: ['电容容量下降', '更换电容'] },
  door: { en: ['Gasket out of its groove', 'Pressed the gasket in'], zh: ['门封条脱槽', '重新压入门封条'] },
  electrical: { en: ['Loose terminal', 'Tightened all terminals'], zh: ['接线端子松动', '紧固全部端子'] },
  communication: { en: ['Cable pinched', 'Replaced the cable'], zh: ['线缆被压伤', '更换线缆'] },
  other: { en: ['Not found', 'Watched for a week'], zh: ['未发现异常', '观察一周'] },
} as const
