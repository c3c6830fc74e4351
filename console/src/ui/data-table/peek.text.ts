import { words } from '../../platform/locale.ts'

/** Words of the panel that shows a row beside its list, and of the keys of lists. */
export const peekText = words({
  peekOf: { en: (p: { row: string }) => `Details of ${p.row}`, zh: (p: { row: string }) => `详情：${p.row}` },
  previousRow: { en: 'Previous row (k)', zh: '上一行（k）' },
  nextRow: { en: 'Next row (j)', zh: '下一行（j）' },
  closePeek: { en: 'Close details', zh: '关闭详情' },
  open: { en: 'Open', zh: '打开' },
  atFirst: { en: 'This is the first row of the page', zh: '已是本页第一行' },
  atLast: { en: 'This is the last row of the page', zh: '已是本页最后一行' },
  details: { en: 'Details', zh: '详情' },
  otherColumns: { en: 'Other columns', zh: '其他列' },
  gone: { en: 'This row is not on this page of the list', zh: '该行不在列表的当前页' },
  goneHint: {
    en: 'It may have changed since, or the filters leave it out.',
    zh: '该行可能已变更，或不符合当前筛选条件。',
  },

  keys: { en: 'Keyboard shortcuts', zh: '键盘快捷键' },
  keysOfList: { en: 'In lists', zh: '列表' },
  keysOfRow: { en: 'On the row with the focus', zh: '焦点所在行' },
  keysEverywhere: { en: 'Everywhere', zh: '全局' },
  keyNext: { en: 'Next row; after the last, the next page', zh: '下一行；末行之后转到下一页' },
  keyPrevious: { en: 'Previous row; before the first, the previous page', zh: '上一行；首行之前转到上一页' },
  keySelect: { en: 'Select the row or take it back', zh: '选择或取消选择该行' },
  keyPeek: { en: 'Show its details beside the list, or close them', zh: '在列表旁显示或关闭详情' },
  keyOpen: { en: 'Open the row', zh: '打开该行' },
  keyArrows: { en: 'Previous and next row', zh: '上一行、下一行' },
  keyEnds: { en: 'First and last row of the page', zh: '本页首行、末行' },
  keyFilter: { en: 'To the first filter', zh: '定位到第一个筛选项' },
  keyHelp: { en: 'Show this list of keys', zh: '显示本快捷键列表' },
  keyPalette: { en: 'Find screens, devices and actions', zh: '查找页面、设备和操作' },
  keyEscape: { en: 'Close what is open', zh: '关闭当前打开的内容' },
  plainKeys: { en: 'Use keys without a modifier (j, k, x, o, /, ?)', zh: '启用单键快捷键（j、k、x、o、/、?）' },
  plainKeysHint: {
    en: 'Turn this off if a voice control or a slip of the hand presses them. It is remembered for your account. Enter, Space and the arrow keys on a row keep working.',
    zh: '使用语音输入或容易误触时可关闭。此设置随账号保存；在行上按回车、空格和方向键仍然有效。',
  },
  or: { en: 'or', zh: '或' },
})
