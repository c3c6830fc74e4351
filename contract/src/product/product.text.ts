import { word } from '../word.text.ts'
import { counting } from '../plural.ts'
import type { Words } from '../locale.ts'
import { texts } from '../text.ts'
import type { LanguageTag } from './language/language.model.ts'
import type { DeviceKind, ProductStatus, Protocol, ReadyMadeKey, networkTypes } from './product.model.ts'
import type { ClickAction, NetworkingMode, TemplateFault, TemplateKind } from './template/template.model.ts'
import type { z } from 'zod'

type Named = { name: string }

export const productText = texts('product', {
  broadcastTopic: {
    en: 'Letters, digits, - and _, at most 64',
    zh: '由字母、数字、- 和 _ 组成，最多 64 个字符',
    status: 422,
  },
  contentTooLong: { en: 'At most 64 KB', zh: '不能超过 64 KB', status: 422 },
  configNoJson: { en: 'This is not a JSON object', zh: '内容不是 JSON 对象', status: 422 },
  configMoved: {
    en: 'Somebody has saved this configuration since you opened it. Reload and try again',
    zh: '该配置已被他人保存，请刷新后再试',
    status: 409,
  },
  unknown: { en: 'There is no such product model', zh: '没有该产品型号', status: 404 },
  seriesUnknown: { en: 'There is no such product series', zh: '没有该产品系列', status: 404 },
  platformOnly: {
    en: 'Products are managed by the platform’s own staff',
    zh: '产品由平台方维护，您无权修改',
    status: 403,
  },

  // Fields.
  seriesCode: { en: 'Use up to 16 letters, digits or hyphens', zh: '编码由字母、数字或短横线组成，最多 16 个字符' },
  key: { en: 'A product key has 4 to 20 letters or digits', zh: 'ProductKey 为 4 至 20 位字母或数字' },
  secret: { en: 'A product secret has 8 to 64 letters or digits', zh: 'ProductSecret 为 8 至 64 位字母或数字' },
  codeTaken: { en: 'Another series has this code', zh: '已有系列使用该编码', status: 409 },
  keyTaken: { en: 'Another product has this key', zh: '已有产品使用该 ProductKey', status: 409 },
  nameTaken: { en: 'Another model of the series has this name', zh: '该系列下已有同名型号', status: 409 },
  seriesNameTaken: { en: 'Another series has this name', zh: '已有同名系列', status: 409 },
  keyMismatch: { en: 'This is not the product’s key', zh: '输入的 ProductKey 不一致', status: 422 },
  imageUnknown: {
    en: 'The picture no longer exists, upload it again',
    zh: '图片已不存在，请重新上传',
    status: 422,
  },

  // Conflicts with the current state.
  changedMeanwhile: {
    en: 'Somebody else has changed it',
    zh: '内容已被他人修改',
    status: 409,
  },
  seriesHasProducts: {
    en: (p: Named) => `${p.name} still has models`,
    zh: (p: Named) => `“${p.name}”下还有型号`,
    status: 409,
  },
  seriesKindFixed: {
    en: 'The category is fixed while the series has models',
    zh: '系列下已有型号，不能更改类别',
    status: 409,
  },
  hasDevices: {
    en: (p: Named) => `${p.name} still has devices`,
    zh: (p: Named) => `“${p.name}”下还有设备`,
    status: 409,
  },
  hasRecipes: {
    en: (p: Named & { recipes: number }) =>
      `${p.recipes === 1 ? '1 recipe is' : `${p.recipes} recipes are`} still assigned to ${p.name}`,
    zh: (p: Named & { recipes: number }) => `还有 ${p.recipes} 个菜谱适用于“${p.name}”`,
    status: 409,
  },
  fixedWithDevices: {
    en: 'This is fixed once the model has devices',
    zh: '该型号已有设备，不能更改此项',
    status: 409,
  },

  // Templates.
  noSteps: { en: 'Add at least one step', zh: '请至少添加一个步骤' },
  noModes: { en: 'Add at least one networking mode', zh: '请至少添加一种配网方式' },
  sameMode: { en: 'This networking mode already exists', zh: '该配网方式已存在' },
  noItems: { en: 'Add at least one entry', zh: '请至少添加一项' },
  noGroups: { en: 'Add at least one group', zh: '请至少添加一个分组' },
  noControls: { en: 'Add at least one control', zh: '请至少添加一个控件' },
  noZones: { en: 'Add at least one zone', zh: '请至少添加一个温区' },
  sameElement: { en: 'This element is listed twice', zh: '存在重复的元素' },
  controlFunction: { en: 'Choose the function this control is for', zh: '请选择该控件对应的功能' },
  templateFaults: {
    en: (p: { count: number }) =>
      `${counting(p.count, 'function does', 'functions do')} not fit the published thing model`,
    zh: (p: { count: number }) => `有 ${p.count} 处功能与已发布物模型不符`,
    status: 409,
  },
  functionMissing: { en: 'Not in the published thing model', zh: '已发布物模型中没有该功能' },
  functionReadOnly: { en: 'Cannot be set', zh: '该属性不可写' },
  functionType: { en: 'Its data type does not fit here', zh: '数据类型不适用' },
  functionRange: { en: 'Outside the range of the property', zh: '超出属性取值范围' },
  nothingToPublish: { en: 'There is nothing to publish', zh: '没有可发布的内容', status: 409 },

  // Languages.
  wordUnknown: { en: 'The product has no such word', zh: '产品没有该词条' },
  languageUnknown: { en: 'This language has not been added', zh: '尚未添加该语言', status: 404 },
  wordTooLong: {
    en: (p: { max: number }) => `At most ${counting(p.max, 'character')}`,
    zh: (p: { max: number }) => `最多 ${p.max} 个字符`,
  },
  columnUnknown: {
    en: (p: Named) => `There is no language ${p.name}`,
    zh: (p: Named) => `没有语言“${p.name}”`,
  },
  wordTwice: {
    en: (p: { row: number }) => `This word is already in row ${p.row}`,
    zh: (p: { row: number }) => `该词条已在第 ${p.row} 行出现`,
  },
  noKeyColumn: { en: 'The column with the key of the word is missing', zh: '缺少词条键列', status: 422 },
  noLanguageColumn: { en: 'There is no language column', zh: '没有任何语言列', status: 422 },
})

export const deviceKindWords: Readonly<Record<DeviceKind, Words>> = {
  oven: word.oven,
  cooler: word.refrigeration,
}
export const productStatusWords: Readonly<Record<ProductStatus, Words>> = {
  draft: { en: 'In development', zh: '开发中' },
  published: word.published,
  disabled: word.disabled,
}
export const networkTypeWords: Readonly<Record<(typeof networkTypes)[number], Words>> = {
  wifi: { en: 'Wi-Fi', zh: 'Wi-Fi' },
  '4g': { en: 'Cellular (4G)', zh: '蜂窝网络（4G）' },
  ethernet: { en: 'Ethernet', zh: '以太网' },
  bluetooth: { en: 'Bluetooth', zh: '蓝牙' },
  rs485: { en: 'RS-485', zh: 'RS-485' },
  other: { en: 'Other', zh: '其他' },
}
export const protocolWords: Readonly<Record<Protocol, Words>> = {
  alink: { en: 'Alink', zh: 'Alink' },
  modbusRtu: { en: 'Modbus RTU', zh: 'Modbus RTU' },
  modbusTcp: { en: 'Modbus TCP', zh: 'Modbus TCP' },
}
export const readyMadeWords: Readonly<Record<ReadyMadeKey, Words>> = {
  'combi-oven': { en: 'Combi steamer', zh: '万能蒸烤箱' },
  refrigerator: { en: 'Refrigeration unit', zh: '制冷设备' },
  'modbus-dtu': { en: 'Modbus DTU', zh: 'Modbus DTU' },
}
export const networkingModeWords: Readonly<Record<NetworkingMode, Words>> = {
  hotspot: { en: 'Appliance hotspot', zh: '热点配网' },
  'smart-config': { en: 'Smart config', zh: '一键配网' },
  bluetooth: { en: 'Bluetooth', zh: '蓝牙配网' },
  'qr-code': { en: 'QR code', zh: '扫码配网' },
  cable: { en: 'Network cable', zh: '网线直连' },
}
export const clickActionWords: Readonly<Record<ClickAction, Words>> = {
  set: { en: 'Set a property', zh: '设置属性' },
  call: { en: 'Call a service', zh: '调用服务' },
  'open-edit': { en: 'Open the settings', zh: '打开参数设置' },
  'open-info': { en: 'Open the figures', zh: '打开参数展示' },
}
export const templateKindWords: Readonly<Record<TemplateKind, Words>> = {
  'distribution-network': { en: 'Network setup', zh: '配网引导' },
  'params-info': { en: 'Parameters shown', zh: '参数展示' },
  'device-control': { en: 'Device control', zh: '设备控制' },
  'params-edit': { en: 'Parameters edited', zh: '参数设置' },
  'temperature-control': { en: 'Temperature control', zh: '温度控制' },
}
export const templateFaultWords: Readonly<Record<z.output<typeof TemplateFault>['reason'], Words>> = {
  missing: productText['product.functionMissing'],
  notWritable: productText['product.functionReadOnly'],
  wrongType: productText['product.functionType'],
  outOfRange: productText['product.functionRange'],
}
/** The console shows the language's own name beside these. */
export const languageWords: Readonly<Record<LanguageTag, Words & { own: string }>> = {
  de: { en: 'German', zh: '德语', own: 'Deutsch' },
  es: { en: 'Spanish', zh: '西班牙语', own: 'Español' },
  it: { en: 'Italian', zh: '意大利语', own: 'Italiano' },
  fr: { en: 'French', zh: '法语', own: 'Français' },
  pt: { en: 'Portuguese', zh: '葡萄牙语', own: 'Português' },
  nl: { en: 'Dutch', zh: '荷兰语', own: 'Nederlands' },
  pl: { en: 'Polish', zh: '波兰语', own: 'Polski' },
  ru: { en: 'Russian', zh: '俄语', own: 'Русский' },
  tr: { en: 'Turkish', zh: '土耳其语', own: 'Türkçe' },
  ja: { en: 'Japanese', zh: '日语', own: '日本語' },
  ko: { en: 'Korean', zh: '韩语', own: '한국어' },
  th: { en: 'Thai', zh: '泰语', own: 'ไทย' },
  vi: { en: 'Vietnamese', zh: '越南语', own: 'Tiếng Việt' },
  ar: { en: 'Arabic', zh: '阿拉伯语', own: 'العربية' },
}
