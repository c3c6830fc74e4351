import { word } from '@brigade/contract/word.text.ts'
import { counting } from '@brigade/contract/plural.ts'
import { words } from '@brigade/contract/text.ts'
import { usualWords } from '../../shell/entity/entity-words.ts'

type Count = { count: number }

const models = (count: number): string => `${count} ${count === 1 ? 'model' : 'models'}`
const series = (count: number): string => `${count} series`

export const seriesText = words({
  ...usualWords({ en: 'series', zh: '系列' }),
  title: { en: 'Product series', zh: '产品系列' },
  seeModels: { en: 'Models of this series', zh: '查看系列型号' },

  name: { en: 'Name', zh: '系列名称' },
  nameEn: word.nameInEnglish,
  nameZh: word.nameInChinese,
  otherName: word.nameInOtherLanguage,
  code: { en: 'Code', zh: '系列编码' },
  kind: { en: 'Category', zh: '产品类别' },
  products: { en: 'Models', zh: '型号数' },
  devices: word.deviceCount,
  created: word.created,
  changed: word.lastChanged,

  keyword: { en: 'Name or code', zh: '系列名称或编码' },
  anyKind: { en: 'Any category', zh: '全部类别' },
  emptyTitle: { en: 'No product series yet', zh: '暂无产品系列' },
  emptyHint: {
    en: 'A series holds models of one kind, ovens or refrigeration. Add one, then its models.',
    zh: '系列用于归类同一类别的型号（烤箱或制冷设备）。请先新增系列，再添加型号。',
  },
  emptyHintReader: {
    en: 'Series appear here when somebody with the right to do so adds them.',
    zh: '有权限的同事新增系列后，将显示在这里。',
  },

  totals: { en: 'Series by category', zh: '按类别统计' },
  all: { en: 'All series', zh: '全部系列' },
  within: {
    en: (p: { products: string; devices: string }) =>
      `${counting(p.products, 'model')} · ${counting(p.devices, 'device')}`,
    zh: (p: { products: string; devices: string }) => `${p.products} 个型号 · ${p.devices} 台设备`,
  },
  top: { en: 'Most devices', zh: '设备数排行' },
  online: {
    en: (p: { online: string }) => `${p.online} online`,
    zh: (p: { online: string }) => `在线 ${p.online}`,
  },

  save: word.saveChanges,
  codeHint: { en: 'Letters, digits and hyphens: CX, MD-20', zh: '字母、数字和短横线，例如 CX、MD-20' },
  kindHint: { en: 'Applies to every model of the series', zh: '系列下所有型号均属于该类别' },
  kindFixed: { en: 'Fixed while the series has models', zh: '系列下已有型号，不能更改' },

  stillModels: {
    en: (p: Count) => `Still has ${models(p.count)}: a series with models cannot be deleted`,
    zh: (p: Count) => `该系列下还有 ${p.count} 个型号，无法删除`,
  },
  allStay: {
    en: 'All of them still have models: a series with models cannot be deleted',
    zh: '所选系列下均有型号，无法删除',
  },
  removeManyTitle: { en: (p: Count) => `Delete ${series(p.count)}`, zh: (p: Count) => `删除 ${p.count} 个系列` },
  removeBody: {
    en: 'Its name and code are removed for good. This cannot be undone.',
    zh: '该系列的名称和编码将永久删除，无法恢复。',
  },
  removeManyBody: {
    en: (p: { names: string }) => `${p.names}\nTheir names and codes are removed for good. This cannot be undone.`,
    zh: (p: { names: string }) => `${p.names}\n这些系列的名称和编码将永久删除，无法恢复。`,
  },
  staying: {
    en: (p: { names: string; count: number }) =>
      `${p.names} still ${p.count === 1 ? 'has' : 'have'} models and ${p.count === 1 ? 'stays' : 'stay'}.`,
    zh: (p: { names: string }) => `${p.names}下还有型号，将予以保留。`,
  },
  manyRemoved: { en: (p: Count) => `${series(p.count)} deleted`, zh: (p: Count) => `已删除 ${p.count} 个系列` },
})
