import { word } from '@brigade/contract/word.text.ts'
import { words } from '@brigade/contract/text.ts'

export const eventsText = words({
  title: { en: 'Faults and events', zh: '故障与事件' },
  time: word.time,
  type: word.type,
  anyType: word.anyType,
  event: word.event,
  code: { en: 'Code', zh: '代码' },
  output: word.details,
  cleared: { en: 'Cleared', zh: '消除时间' },
  stillOpen: { en: 'Open', zh: '未消除' },
  state: word.state,
  anyState: { en: 'Open or cleared', zh: '全部状态' },
  isCleared: { en: 'Cleared', zh: '已消除' },
  between: word.between,
  emptyTitle: { en: 'No faults or events', zh: '暂无故障与事件' },
  emptyHint: { en: 'Events that the device reports are listed here.', zh: '设备上报的事件将显示在这里。' },
})
