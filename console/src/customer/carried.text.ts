import { word } from '@brigade/contract/word.text.ts'
import { words } from '@brigade/contract/text.ts'

/** Carried models. */
export const carriedText = words({
  models: { en: 'Carried models', zh: '可售型号' },
  reading: { en: 'Loading the carried models…', zh: '正在读取可售型号…' },
  all: {
    en: 'All models that the organisation above carries, new ones too.',
    zh: '可售上级组织的全部型号，新增型号自动包含在内。',
  },
  some: {
    en: 'The models in a list. New models are not added automatically.',
    zh: '仅可售下列型号，新增型号不会自动加入。',
  },
  none: { en: 'No models.', zh: '暂无型号。' },
  model: word.model,
  productKey: { en: 'Product key', zh: 'ProductKey' },
  state: word.state,
  carried: { en: 'Carried', zh: '可售' },
  'selling-off': { en: 'Selling off', zh: '清库中' },
  ended: { en: 'No longer sold', zh: '已停售' },
  sellOffDate: { en: 'Sell-off until', zh: '清库期至' },
  devices: { en: 'Installed', zh: '已安装' },
  stock: { en: 'In stock', zh: '库存' },

  scope: { en: 'Models it may sell', zh: '可售范围' },
  scopeAll: { en: 'All that the organisation above carries', zh: '上级组织的全部型号' },
  scopeList: { en: 'Only these', zh: '仅限所选型号' },
  find: word.findAModel,
  chosen: {
    en: (p: { count: number; of: number }) => `${p.count} of ${p.of} chosen`,
    zh: (p: { count: number; of: number }) => `已选 ${p.count} / ${p.of}`,
  },
  notOffered: { en: 'no longer carried above', zh: '上级已停售' },
  aboveUntil: {
    en: (p: { day: string }) => `sell-off above until ${p.day}`,
    zh: (p: { day: string }) => `上级清库期至 ${p.day}`,
  },
  sellOff: { en: 'Sell-off of withdrawn models until', zh: '撤销型号的清库期至' },
  sellOffHint: {
    en: (p: { count: number }) =>
      `${p.count} ${p.count === 1 ? 'model is' : 'models are'} withdrawn from this organisation and those below it. After that day no device of these models can be sold, assigned or transferred there; devices already there are served as before.`,
    zh: (p: { count: number }) =>
      `将从该组织及其下级撤销 ${p.count} 个型号。清库期过后不能再向其销售、分配或转移该型号设备；已售设备照常服务。`,
  },
})
