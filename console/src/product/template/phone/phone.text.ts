import { word } from '@brigade/contract/word.text.ts'
import { words } from '@brigade/contract/text.ts'

type Count = { n: number }

/** The phone app shows these texts around a template. The preview of any third language shows the English ones. */
export const phoneText = words({
  setUp: { en: 'Add device', zh: '添加设备' },
  info: { en: 'Readings', zh: '设备参数' },
  edit: { en: 'Settings', zh: '参数设置' },
  temperature: { en: 'Temperature', zh: '温度控制' },
  back: { en: 'Back', zh: '返回' },
  chooseMode: { en: 'How do you want to connect?', zh: '请选择配网方式' },
  recommended: { en: 'Recommended', zh: '推荐' },
  step: {
    en: (p: { n: number; of: number }) => `${p.n} / ${p.of}`,
    zh: (p: { n: number; of: number }) => `${p.n} / ${p.of}`,
  },
  searching: { en: 'Looking for the appliance', zh: '正在搜索设备' },
  lookingFor: { en: (p: { prefix: string }) => `${p.prefix}…`, zh: (p: { prefix: string }) => `${p.prefix}…` },
  upTo: { en: (p: Count) => `Up to ${p.n} s`, zh: (p: Count) => `最长 ${p.n} 秒` },
  found: { en: 'Found', zh: '已找到' },
  connected: { en: 'Connected', zh: '配网成功' },
  connectedHint: { en: 'The appliance is on your network.', zh: '设备已连接到网络。' },
  again: { en: 'Again', zh: '重新体验' },
  noPicture: word.noPicture,
  confirmTitle: { en: (p: { what: string }) => `${p.what}?`, zh: (p: { what: string }) => `确定${p.what}吗？` },
  cancel: word.cancel,
  ok: { en: 'OK', zh: '确定' },
  done: { en: (p: { what: string }) => `${p.what}: done`, zh: (p: { what: string }) => `${p.what}：已执行` },
  opensEdit: { en: 'Opens the settings', zh: '打开参数设置' },
  opensInfo: { en: 'Opens the readings', zh: '打开设备参数' },
  on: { en: 'On', zh: '开' },
  off: { en: 'Off', zh: '关' },
  less: { en: (p: { what: string }) => `${p.what}: less`, zh: (p: { what: string }) => `${p.what}：减` },
  more: { en: (p: { what: string }) => `${p.what}: more`, zh: (p: { what: string }) => `${p.what}：加` },
  setTo: { en: 'Set to', zh: '设定' },
  now: { en: 'Now', zh: '当前' },
  humidity: word.humidity,
  presets: { en: 'Presets', zh: '常用温度' },
  unknown: { en: 'Not in the thing model', zh: '物模型中无此功能' },
  notChosen: { en: 'Not chosen yet', zh: '尚未选择' },
  nothing: { en: 'Nothing to show yet', zh: '暂无内容' },
  online: word.online,
})
