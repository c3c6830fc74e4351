import { words } from '../../platform/locale.ts'

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
  state: { en: 'State', zh: '状态' },
  anyState: { en: 'Open or cleared', zh: '全部状态' },
  isCleared: { en: 'Cleared', zh: '已消除' },
  between: { en: 'Between', zh: '时间范围' },
  emptyTitle: { en: 'No faults or events', zh: '暂无故障与事件' },
  emptyHint: { en: 'Events that the device reports are listed here.', zh: '设备上报的事件将显示在这里。' },
})
