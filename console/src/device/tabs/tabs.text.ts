import { words } from '../../platform/locale.ts'

export const historyText = words({
  properties: { en: 'Properties', zh: '属性' },
  choose: {
    en: (p: { count: number; max: number }) => `Properties (${p.count} of ${p.max})`,
    zh: (p: { count: number; max: number }) => `选择属性（${p.count} / ${p.max}）`,
  },
  find: { en: 'Find a property', zh: '查找属性' },
  most: {
    en: (p: { max: number }) => `At most ${p.max} at once`,
    zh: (p: { max: number }) => `最多同时查看 ${p.max} 项`,
  },
  span: { en: 'Span', zh: '时间范围' },
  sixHours: { en: '6 h', zh: '6 小时' },
  day: { en: '24 h', zh: '24 小时' },
  week: { en: '7 d', zh: '7 天' },
  month: { en: '30 d', zh: '30 天' },
  own: { en: 'Days', zh: '指定日期' },
  curveTitle: { en: 'Curve', zh: '曲线' },
  bucket: {
    en: (p: { duration: string }) => `each point is the mean of ${p.duration}; the band is lowest to highest`,
    zh: (p: { duration: string }) => `每点为 ${p.duration} 内的平均值，色带为最低至最高`,
  },
  rawTitle: { en: 'Reports', zh: '上报记录' },
  property: { en: 'Property', zh: '属性' },
  anyProperty: { en: 'Any property', zh: '全部属性' },
  time: { en: 'Time', zh: '时间' },
  value: { en: 'Value', zh: '值' },
  clock: { en: 'Clock', zh: '时间来源' },
  deviceClock: { en: 'Device', zh: '设备时间' },
  serverClock: { en: 'Server', zh: '服务器时间' },
  serverClockWhy: { en: 'The device’s clock could not be believed', zh: '设备时间不可信，已使用服务器时间' },
  emptyTitle: { en: 'No reports in this span', zh: '该时段无上报记录' },
  emptyHint: { en: 'Choose a longer span or another property.', zh: '请选择更长的时间范围或其他属性。' },
  noneChosen: { en: 'Choose at least one property', zh: '请至少选择一个属性' },
})

export const eventsText = words({
  title: { en: 'Faults and events', zh: '故障与事件' },
  time: { en: 'Time', zh: '时间' },
  type: { en: 'Type', zh: '类型' },
  anyType: { en: 'Any type', zh: '全部类型' },
  event: { en: 'Event', zh: '事件' },
  code: { en: 'Code', zh: '代码' },
  output: { en: 'Details', zh: '详情' },
  cleared: { en: 'Cleared', zh: '消除时间' },
  stillOpen: { en: 'Open', zh: '未消除' },
  emptyTitle: { en: 'No faults or events', zh: '暂无故障与事件' },
  emptyHint: { en: 'What the device raises is listed here.', zh: '设备上报的事件将显示在这里。' },
})
