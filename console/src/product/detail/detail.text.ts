import { word } from '@brigade/contract/word.text.ts'
import { words } from '@brigade/contract/text.ts'

type Count = { count: number }

export const productDetailText = words({
  tabs: { en: 'Parts of this model', zh: '型号内容' },
  basics: { en: 'Basics', zh: '基本信息' },
  functions: word.functions,
  versions: { en: 'Versions', zh: '版本' },
  templates: { en: 'Templates', zh: '模板' },
  languages: { en: 'Languages', zh: '多语言' },
  config: { en: 'Configuration', zh: '远程配置' },
  devices: word.devices,

  facts: word.basicDetails,
  noNote: { en: 'No note.', zh: '暂无备注。' },
  registered: { en: 'Devices registered', zh: '已注册设备' },
  installed: { en: 'Devices installed', zh: '已安装设备' },
  inDraft: { en: (p: Count) => `${p.count} in the draft`, zh: (p: Count) => `草稿 ${p.count} 项` },
  of: { en: (p: Count) => `of ${p.count}`, zh: (p: Count) => `共 ${p.count} 个` },
  ofRegistered: {
    en: (p: { count: string }) => `of ${p.count} registered`,
    zh: (p: { count: string }) => `已注册 ${p.count} 台`,
  },
  besides: { en: 'besides English and Chinese', zh: '另有中文和英文' },
  version: { en: (p: { name: string }) => `Version ${p.name}`, zh: (p: { name: string }) => `物模型 ${p.name}` },
  noVersion: { en: 'Nothing published yet', zh: '尚未发布物模型' },

  showSecret: word.showIt,
  hideSecret: { en: 'Hide', zh: '隐藏' },
  copySecret: { en: 'Copy the ProductSecret', zh: '复制 ProductSecret' },
  secretTitle: { en: 'Show the ProductSecret', zh: '查看 ProductSecret' },
  secretBody: {
    en: 'Anyone who has it can register devices of this model. It is shown only to you, and viewing it is logged.',
    zh: '任何人持有该密钥即可注册此型号的设备。密钥仅对您显示，查看操作会记入日志。',
  },

  sn: word.sn,
  deviceName: word.deviceName,
  customer: word.customer,
  state: word.state,
  address: word.installedAddress,
  lastSeen: word.lastSeen,
  openInList: { en: 'Open in the device list', zh: '在设备列表中查看' },
  noDevices: { en: 'No devices of this model', zh: '暂无该型号的设备' },
  noDevicesHint: {
    en: 'Devices appear here when they are installed at one of your customers.',
    zh: '设备安装到客户后，将显示在这里。',
  },
})

/** The strip that leads from nothing to devices in the field. */
export const gettingStartedText = words({
  title: { en: 'Getting started', zh: '快速上手' },
  progress: {
    en: (p: { done: number; all: number }) => `${p.done} of ${p.all} done`,
    zh: (p: { done: number; all: number }) => `已完成 ${p.done}/${p.all}`,
  },
  dismiss: { en: 'Dismiss', zh: '不再显示' },
  done: { en: 'Done', zh: '已完成' },
  next: { en: 'Next', zh: '下一步' },
  open: { en: 'Open', zh: '未完成' },

  basics: { en: 'Basics', zh: '基本信息' },
  basicsDone: { en: 'Named, with a picture', zh: '已命名，已有图片' },
  basicsOpen: { en: 'Add a picture', zh: '上传产品图片' },
  functions: { en: 'Functions', zh: '定义功能' },
  functionsDone: { en: (p: Count) => `${p.count} defined`, zh: (p: Count) => `已定义 ${p.count} 项` },
  functionsOpen: { en: 'Define what it does', zh: '定义设备能做什么' },
  publish: { en: 'Publish', zh: '发布物模型' },
  publishDone: { en: (p: { name: string }) => `Version ${p.name}`, zh: (p: { name: string }) => `版本 ${p.name}` },
  publishOpen: { en: 'So that devices can use it', zh: '发布后设备方可使用' },
  templates: { en: 'Templates', zh: '配置模板' },
  templatesSome: { en: (p: Count) => `${p.count} of 5 published`, zh: (p: Count) => `已发布 ${p.count}/5` },
  templatesOpen: { en: 'Pages of the phone app', zh: '手机应用的页面' },
  languages: { en: 'Languages', zh: '添加语言' },
  languagesDone: { en: (p: Count) => `${p.count} published`, zh: (p: Count) => `已发布 ${p.count} 种` },
  languagesOpen: { en: 'Other languages', zh: '中英文以外的语言' },
  devices: { en: 'Devices', zh: '接入设备' },
  devicesDone: {
    en: (p: { count: string }) => `${p.count} registered`,
    zh: (p: { count: string }) => `已注册 ${p.count} 台`,
  },
  devicesOpen: { en: 'Connect the first one', zh: '接入第一台设备' },
})
