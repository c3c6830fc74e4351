import { word } from '@brigade/contract/word.text.ts'
import { counting } from '@brigade/contract/plural.ts'
import { words } from '@brigade/contract/text.ts'

type Count = { n: number }
type Name = { name: string }
type Of = { n: number; max: number }

/** The list of spare parts, and its editor. */
export const partsText = words({
  title: { en: 'Spare parts purchase', zh: '配件购买' },
  hint: {
    en: 'The spare parts that the app offers with a device, in this order.',
    zh: '应用内设备页面展示的配件，按此顺序排列。',
  },
  listOf: { en: 'List of', zh: '所属组织' },
  ownList: { en: 'Our own list', zh: '本组织' },
  distributors: word.distributors,
  agents: word.agents,
  savedAt: {
    en: (p: { at: string; by: string }) => (p.by === '' ? `Saved ${p.at}` : `Saved ${p.at} by ${p.by}`),
    zh: (p: { at: string; by: string }) => (p.by === '' ? `${p.at} 保存` : `${p.by} 于 ${p.at} 保存`),
  },
  loading: word.loading,
  model: { en: 'Model', zh: '适用型号' },
  allModels: word.allModels,
  keyword: { en: 'Name or number', zh: '名称或编号' },
  count: {
    en: (p: Of) => `${p.n} of at most ${counting(p.max, 'part')}`,
    zh: (p: Of) => `共 ${p.n} 个配件，最多 ${p.max} 个`,
  },
  found: { en: (p: Count) => `${p.n} found`, zh: (p: Count) => `找到 ${p.n} 个` },
  noneFound: { en: 'No matching parts', zh: '没有符合条件的配件' },
  noneFoundHint: { en: 'Choose another model or clear the filters.', zh: '请更换型号或清除筛选条件。' },
  clearFilters: word.clearFilters,
  add: { en: 'Add a part', zh: '新增配件' },
  full: {
    en: (p: { max: number }) => `At most ${counting(p.max, 'part')}`,
    zh: (p: { max: number }) => `最多 ${p.max} 个配件`,
  },
  orderHint: {
    en: 'Drag a handle, or press Alt with an arrow key, to reorder.',
    zh: '拖动手柄，或按 Alt + 方向键调整顺序。',
  },
  list: { en: 'Parts', zh: '配件清单' },

  emptyTitle: { en: 'No spare parts yet', zh: '暂无配件' },
  emptyHint: {
    en: 'Add the first one. Until then the app shows no parts.',
    zh: '新增第一个配件后，应用内才会展示配件。',
  },
  emptyReader: { en: 'The app shows no parts.', zh: '应用内暂不展示配件。' },
  emptyOwn: {
    en: 'This list is empty: the app shows no parts, not even those from above.',
    zh: '清单为空：应用内不展示任何配件，也不沿用上级清单。',
  },

  fromPlatform: { en: 'the platform', zh: '平台' },
  fromDistributor: { en: 'the distributor', zh: '经销商' },
  fromAgent: { en: 'the agent', zh: '代理商' },
  fromNamed: {
    en: (p: { kind: string; name: string }) => `${p.kind} ${p.name}`,
    zh: (p: { kind: string; name: string }) => `${p.kind}“${p.name}”`,
  },
  inherited: {
    en: (p: { from: string }) => `No list of its own: the app offers that of ${p.from}.`,
    zh: (p: { from: string }) => `未单独维护清单，沿用${p.from}的清单。`,
  },
  keepOwn: { en: 'Keep own list', zh: '建立自有清单' },
  keepOwnHint: { en: 'It starts with these parts.', zh: '将以当前配件为初始内容。' },
  begun: {
    en: 'Own list started with these parts. It takes effect once it is saved.',
    zh: '已以当前配件建立自有清单，保存后生效。',
  },
  giveUp: { en: 'Remove own list', zh: '取消自有清单' },
  giveUpTitle: { en: 'Remove own list?', zh: '确定取消自有清单吗？' },
  giveUpBody: {
    en: 'All its parts are removed. The app then offers the list of the nearest organisation above that keeps one.',
    zh: '清单内的配件将全部删除，应用改为展示最近一级上级组织的清单。',
  },
  gaveUp: { en: 'Own list removed', zh: '已取消自有清单' },

  shown: { en: 'Shown', zh: '展示' },
  hidden: { en: 'Hidden', zh: '不展示' },
  showInApp: { en: (p: Name) => `Show ${p.name} in the app`, zh: (p: Name) => `在应用中展示“${p.name}”` },
  duplicate: { en: (p: Name) => `Duplicate ${p.name}`, zh: (p: Name) => `复制“${p.name}”` },
  remove: { en: (p: Name) => `Remove ${p.name}`, zh: (p: Name) => `移除“${p.name}”` },
  removed: { en: (p: Name) => `${p.name} was removed`, zh: (p: Name) => `已移除“${p.name}”` },
  undo: word.undo,
  unnamed: { en: (p: Count) => `Part ${p.n}`, zh: (p: Count) => `配件 ${p.n}` },

  zhName: { en: 'Chinese name', zh: '中文名称' },
  enName: { en: 'English name', zh: '英文名称' },
  number: { en: 'Part number', zh: '配件编号' },
  priceNote: { en: 'Price note', zh: '价格说明' },
  priceHint: { en: 'As it is shown: ¥368, from €40', zh: '按填写内容展示，例如：¥368、¥40 起' },
  link: { en: 'Purchase link', zh: '购买链接' },
  linkBegin: { en: 'https://', zh: 'https://' },
  linkHint: { en: 'Opens in the phone’s browser', zh: '在手机浏览器中打开' },
  picture: word.picture,
  addPicture: word.chooseAPicture,
  changePicture: word.replace,
  removePicture: word.remove,
  pictureHint: { en: 'JPG, PNG or GIF, up to 2 MB', zh: '支持 JPG、PNG、GIF，不超过 2 MB' },
  pictureTooBig: word.thePictureIsLargerThan2Mb,
  pictureWrongType: word.chooseAJpgPngOrGifPicture,

  fits: { en: 'Fits', zh: '适用型号' },
  fitsAll: { en: 'None chosen: it fits all models', zh: '未选择型号，即适用全部型号' },
  goneModel: { en: 'Deleted model', zh: '已删除的型号' },
  more: {
    en: (p: { first: string; n: number }) => `${p.first} +${p.n}`,
    zh: (p: { first: string; n: number }) => `${p.first} 等 ${p.n + 1} 款`,
  },
  takeOff: { en: (p: Name) => `Remove ${p.name}`, zh: (p: Name) => `移除型号“${p.name}”` },

  problems: {
    en: (p: Count) => `${p.n} ${p.n === 1 ? 'field needs' : 'fields need'} correcting:`,
    zh: (p: Count) => `${p.n} 处填写有误：`,
  },
  unsaved: { en: 'Not saved', zh: '有未保存的修改' },
  allSaved: { en: 'All saved', zh: '已全部保存' },
  discard: { en: 'Discard changes', zh: '放弃修改' },
  save: word.save,
  saved: word.saved,
  place: {
    en: (p: { part: string; field: string }) => `${p.part}: ${p.field}`,
    zh: (p: { part: string; field: string }) => `${p.part}：${p.field}`,
  },
  there: { en: 'Still in the list', zh: '保留' },
  gone: { en: 'Removed', zh: '已移除' },

  preview: { en: 'As the app shows it', zh: '应用内预览' },
  language: { en: 'Language of the preview', zh: '预览语言' },
})

/** The phone app shows these texts on its page of spare parts. */
export const phonePartsText = words({
  title: { en: 'Spare parts', zh: '配件购买' },
  buy: { en: 'Buy', zh: '购买' },
  number: { en: (p: { number: string }) => `No. ${p.number}`, zh: (p: { number: string }) => `编号 ${p.number}` },
  nothing: { en: 'No spare parts for this model', zh: '该型号暂无配件' },
  back: { en: 'Back', zh: '返回' },
  cancel: word.cancel,
  ok: { en: 'OK', zh: '确定' },
})
