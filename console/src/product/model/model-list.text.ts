import { word } from '@brigade/contract/word.text.ts'
import { words } from '@brigade/contract/text.ts'

type Name = { name: string }

export const modelListText = words({
  keyword: { en: 'Name or ProductKey', zh: '型号名称或 ProductKey' },
  anySeries: { en: 'Any series', zh: '全部系列' },
  anyKind: { en: 'Any category', zh: '全部类别' },
  anyStatus: word.anyStatus,
  anyNetworkType: { en: 'Any network type', zh: '全部联网方式' },
  anyProtocol: { en: 'Any protocol', zh: '全部协议' },
  anyNodeType: { en: 'Any node type', zh: '全部节点类型' },
  emptyTitle: { en: 'No product models yet', zh: '暂无产品型号' },
  emptyHint: {
    en: 'A model defines one of your appliances and what it can do. Start from a ready-made thing model, or from scratch.',
    zh: '型号用于定义一款设备及其功能。可以从预置物模型开始，也可以从空白开始。',
  },
  emptyHintReader: {
    en: 'Models appear here when somebody with the right to do so adds them.',
    zh: '有权限的同事新增型号后，将显示在这里。',
  },
  look: { en: 'Show as', zh: '显示方式' },
  cards: { en: 'Cards', zh: '卡片' },
  rows: { en: 'Rows', zh: '列表' },
  sortedBy: { en: 'Order', zh: '排序方式' },
  newest: { en: 'Newest first', zh: '最近创建' },
  oldest: { en: 'Oldest first', zh: '最早创建' },
  byName: { en: 'By name', zh: '按名称' },
  maxDevices: { en: 'Most devices first', zh: '设备最多' },
  fewestDevices: { en: 'Fewest devices first', zh: '设备最少' },
  actionsOf: { en: (p: Name) => `Actions for ${p.name}`, zh: (p: Name) => `“${p.name}”的操作` },
})
