import { word } from '@brigade/contract/word.text.ts'
import { words } from '@brigade/contract/text.ts'

/** The value tester. */
export const testerText = words({
  hint: {
    en: 'Checks the current definition in the form, by the same rules as the server.',
    zh: '按照服务器的同一规则，对表单中的当前定义进行校验。',
  },
  direction: { en: 'Direction', zh: '方向' },
  up: { en: 'Reported by device', zh: '设备上报' },
  down: { en: 'Sent to device', zh: '下发到设备' },
  way: { en: 'Entered as', zh: '输入方式' },
  form: { en: 'Form', zh: '表单' },
  json: { en: 'JSON', zh: 'JSON' },
  value: word.valueOfProperty,
  params: { en: 'Parameters', zh: '参数' },
  noParams: { en: 'There are no parameters.', zh: '没有参数。' },
  listEmpty: { en: 'The list is empty.', zh: '列表为空。' },
  item: { en: (p: { n: number }) => `Item ${p.n}`, zh: (p: { n: number }) => `第 ${p.n} 项` },
  addItem: {
    en: (p: { n: number; max: number }) => `Add an item (${p.n} of ${p.max})`,
    zh: (p: { n: number; max: number }) => `新增一项（${p.n}/${p.max}）`,
  },
  removeItem: { en: (p: { n: number }) => `Remove item ${p.n}`, zh: (p: { n: number }) => `删除第 ${p.n} 项` },
  leftOut: { en: 'Left out', zh: '不填' },
  allowed: { en: 'Allowed', zh: '允许' },
  refused: { en: 'Not allowed', zh: '不允许' },
  /** The server drops a reported value that the model does not allow. */
  dropped: { en: 'It is dropped, and listed in the device’s messages.', zh: '该值将被丢弃，并记入设备消息。' },
  stored: { en: 'Stored as', zh: '存储为' },
  sent: { en: 'Sent as', zh: '下发为' },
  shown: { en: 'Shown as', zh: '显示为' },
  notJson: { en: 'This is not JSON', zh: '不是有效的 JSON' },
  waiting: { en: 'Enter a value to try it.', zh: '请输入要测试的值。' },
  incomplete: {
    en: 'Complete the data type first: then values can be tried.',
    zh: '请先把数据类型填写完整，再测试取值。',
  },
  nothingSent: { en: 'Events are only reported.', zh: '事件只由设备上报。' },
})
