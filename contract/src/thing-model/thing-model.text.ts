import { word } from '../word.text.ts'
import { counting } from '../plural.ts'
import { texts } from '../text.ts'
import type { Words } from '../locale.ts'
import type { Missing } from './model-draft.model.ts'
import type { BreakingReason, DataTypeName, EventType } from './thing-model.model.ts'

type Named = { name: string }
type BothTexts = Readonly<Record<keyof Words, unknown>>

export const thingModelText = texts('thingModel', {
  unpublished: { en: 'There is no such published thing model', zh: '没有该已发布的物模型', status: 404 },
  noDraft: {
    en: 'There is no draft: nothing has changed since publishing',
    zh: '没有草稿：内容与已发布版本一致',
    status: 409,
  },
  functionUnknown: { en: 'The draft has no such function', zh: '草稿中没有该功能', status: 404 },
  noFunction: { en: 'The thing model has no such function', zh: '物模型中没有该功能', status: 404 },
  changedMeanwhile: { en: 'Somebody else has changed the draft', zh: '草稿已被他人修改', status: 409 },
  orderIncomplete: { en: 'The order must name every function once', zh: '排序须包含全部功能且不重复', status: 422 },
  incomplete: {
    en: 'The thing model is incomplete: fill in what is missing first',
    zh: '物模型信息不完整，请先补全',
    status: 409,
  },
  breakingUnaccepted: {
    en: (p: { count: number }) => `${counting(p.count, 'change')} break what uses the thing model: confirm them first`,
    zh: (p: { count: number }) => `有 ${p.count} 项不兼容变更，请先确认`,
    status: 409,
  },
  nothingChanged: { en: 'The draft is the same as the published version', zh: '草稿与已发布版本相同', status: 409 },
  versionName: {
    en: 'Use letters, digits, dots, hyphens or underscores',
    zh: '版本号由字母、数字、点、短横线或下划线组成',
  },
  versionTaken: { en: 'An earlier version has this name', zh: '已有同名版本', status: 409 },
  /** A problem at one place of a file; its text is already in both languages. */
  fileProblem: { en: (p: BothTexts) => String(p.en), zh: (p: BothTexts) => String(p.zh) },
  badFile: { en: 'The file cannot be imported', zh: '文件无法导入', status: 422 },

  // An invalid definition (spec 5, Function definition).
  identifier: {
    en: 'Use up to 50 letters, digits or underscores',
    zh: '标识符由字母、数字或下划线组成，最多 50 个字符',
  },
  reserved: { en: 'This identifier is reserved by the protocol', zh: '该标识符为协议保留字，请换一个' },
  name: {
    en: 'Start with a Chinese character, letter or digit; then letters, digits, hyphens, underscores, slashes or dots; up to 16 characters',
    zh: '以中文、英文字母或数字开头，可含中文、字母、数字、短横线、下划线、斜杠和点，最多 16 个字符',
  },
  range: { en: 'The maximum must be greater than the minimum', zh: '最大值必须大于最小值' },
  noItems: { en: 'Fill in the enumeration values first', zh: '请先填写枚举项' },
  sameValue: { en: 'Two enumeration items have the same value', zh: '枚举项的取值重复' },
  noMembers: { en: 'Add at least one member', zh: '请至少添加一个成员' },
  neverRepeated: {
    en: 'Functions that heat, wash, start or reset are never sent again',
    zh: '加热、清洗、启动、复位类功能不允许自动重发',
  },
  sameParameter: { en: 'Two parameters have the same identifier', zh: '参数标识符重复' },
  sameParameterName: { en: 'Another parameter has this name', zh: '参数名称重复' },
  sameIdentifier: { en: 'Another function has this identifier', zh: '已有功能使用该标识符' },
  tooManyFunctions: { en: 'A module holds at most 300 functions', zh: '一个模块最多包含 300 个功能' },
  tooManyModules: { en: 'A thing model holds at most 200 modules', zh: '一个物模型最多包含 200 个模块' },
  sameModule: { en: 'Two modules have the same identifier', zh: '模块标识符重复' },
  unknownModule: { en: 'The thing model has no such module', zh: '物模型中没有该模块' },
  moduleMissing: { en: 'No file holds this module', zh: '压缩包中缺少该模块的文件' },
  secondModel: { en: 'Another file holds the default module already', zh: '已有其他文件包含默认模块' },
  noModel: { en: 'This is not a thing model document', zh: '该文件不是物模型' },
  brokenZip: { en: 'The ZIP cannot be read', zh: '压缩包无法读取' },
  zipTooLarge: {
    en: 'A ZIP holds at most 202 files and 10 MB',
    zh: '压缩包最多包含 202 个文件，解压后不超过 10 MB',
  },
  notJson: { en: 'This is not JSON', zh: '该文件不是有效的 JSON' },
  tooDeep: { en: 'This is nested more deeply than any thing model', zh: '该文件的嵌套层数超出物模型的范围' },
  registersAlone: {
    en: 'A register document needs the thing model it is for',
    zh: '寄存器配置需与对应的物模型一起导入',
  },
  registerAddress: { en: 'Enter a hex address, 0x0 to 0xFFFF', zh: '请输入十六进制寄存器地址，范围 0x0 至 0xFFFF' },
  byteLength: {
    en: 'A number takes 1, 2, 4 or 8 bytes, and text an even number up to 246',
    zh: '数值须占 1、2、4 或 8 个字节，文本须占偶数个字节，最多 246 个',
  },
  textTable: { en: 'Text must be in holding or input registers', zh: '文本应在保持寄存器或输入寄存器中' },
  floatLength: { en: 'A floating-point value takes 4 or 8 bytes', zh: '浮点数须占 4 或 8 个字节' },
  bitMask: {
    en: 'The bit mask must lie within the value’s bytes, and floating-point values and text take none',
    zh: '位掩码不能超出该值的字节长度，浮点数和文本不支持位掩码',
  },
  writeFunctionCode: {
    en: 'Coils are written by function 5 or 15, one holding register by 6 or 16, several by 16; inputs cannot be written',
    zh: '写线圈用功能码 5 或 15，写单个保持寄存器用 6 或 16，写多个用 16；输入状态和输入寄存器不可写',
  },
  writeOnly: {
    en: 'Only coils and holding registers can be written',
    zh: '只有线圈和保持寄存器可写',
  },
  modbusUnknown: { en: 'The thing model has no such property', zh: '物模型中没有该属性' },
  modbusTwice: { en: 'This property already has a register', zh: '该属性已配置过寄存器' },
  modbusType: {
    en: 'Registers hold int16, uint16, int32, uint32, int64, uint64, float, double, bool or string; other types need a byte length',
    zh: '寄存器数据类型应为 int16、uint16、int32、uint32、int64、uint64、float、double、bool 或 string；其他类型须注明字节长度',
  },
  registerCount: { en: 'The number of registers does not fit the data type', zh: '寄存器个数与数据类型不符' },
  badTsl: {
    en: (p: { path: string }) => `This is not a thing model document: see ${p.path}`,
    zh: (p: { path: string }) => `该文件不是有效的物模型，问题位置：${p.path}`,
  },

  // Reasons that prevent publishing a draft.
  missingEmpty: { en: 'There are no functions yet', zh: '还没有任何功能' },
  missingRegister: { en: 'The register is not filled in', zh: '未填写寄存器' },
  missingRegisterOverlap: {
    en: 'Another property uses the same register',
    zh: '与其他属性占用了同一寄存器',
  },
  missingRegisterWritable: {
    en: 'Can be set, but its register cannot be written',
    zh: '属性可写，但所在寄存器只读',
  },
  missingRegisterType: {
    en: 'Registers hold numbers, choices and text; a text property needs a register encoded as text',
    zh: '寄存器只能存放数值、枚举、布尔值和文本；文本属性的寄存器编码须为文本',
  },
  missingRegisterUnused: {
    en: 'Has a register, but the product does not use Modbus',
    zh: '填写了寄存器，但产品不是 Modbus 协议',
  },

  // A value that the model does not allow; `name` identifies it.
  valueUnknown: {
    en: (p: Named) => `${p.name} is not in the thing model`,
    zh: (p: Named) => `物模型中没有“${p.name}”`,
  },
  valueReadOnly: { en: (p: Named) => `${p.name} is read-only`, zh: (p: Named) => `“${p.name}”为只读，不能设置` },
  valueMissing: { en: (p: Named) => `${p.name} cannot be empty`, zh: (p: Named) => `“${p.name}”不能为空` },
  valueType: {
    en: (p: Named & { type: DataTypeName }) => `${p.name} must be ${dataTypeArticle[p.type]}`,
    zh: (p: Named & { type: DataTypeName }) => `“${p.name}”应为${dataTypeWords[p.type].zh}`,
  },
  valueRange: {
    en: (p: Named & { min: number; max: number; unit: string }) => `${p.name} must be ${p.min} to ${p.max}${p.unit}`,
    zh: (p: Named & { min: number; max: number; unit: string }) => `“${p.name}”应在 ${p.min} 至 ${p.max}${p.unit} 之间`,
  },
  valueStep: {
    en: (p: Named & { min: number; step: number }) => `${p.name} goes in steps of ${p.step} from ${p.min}`,
    zh: (p: Named & { min: number; step: number }) => `“${p.name}”应从 ${p.min} 起按 ${p.step} 递增`,
  },
  valueLength: {
    en: (p: Named & { max: number }) => `${p.name} takes at most ${counting(p.max, 'byte')}`,
    zh: (p: Named & { max: number }) => `“${p.name}”最多 ${p.max} 字节`,
  },
  valueEnum: { en: (p: Named) => `${p.name} has no such choice`, zh: (p: Named) => `“${p.name}”没有这个选项` },
  valueSize: {
    en: (p: Named & { max: number }) => `${p.name} takes at most ${counting(p.max, 'item')}`,
    zh: (p: Named & { max: number }) => `“${p.name}”最多 ${p.max} 项`,
  },
})

export const dataTypeWords: Readonly<Record<DataTypeName, Words>> = {
  int: { en: 'Integer', zh: '整数' },
  float: { en: 'Float', zh: '单精度浮点数' },
  double: { en: 'Double', zh: '双精度浮点数' },
  text: word.text,
  date: { en: 'Date', zh: '时间' },
  bool: { en: 'Boolean', zh: '布尔值' },
  enum: { en: 'Enumeration', zh: '枚举' },
  struct: { en: 'Structure', zh: '结构体' },
  array: { en: 'Array', zh: '数组' },
}

const dataTypeArticle: Readonly<Record<DataTypeName, string>> = {
  int: 'a whole number',
  float: 'a number',
  double: 'a number',
  text: 'text',
  date: 'a time in UTC milliseconds',
  bool: '0 or 1',
  enum: 'the number of a choice',
  struct: 'a structure',
  array: 'a list',
}

export const eventTypeWords: Readonly<Record<EventType, Words>> = {
  info: { en: 'Information', zh: '信息' },
  alert: word.alarm,
  error: word.fault,
}

/** Messages for the reasons that prevent publishing a draft. */
export const missingWords: Readonly<Record<Missing['reason'], Words>> = {
  empty: thingModelText['thingModel.missingEmpty'],
  register: thingModelText['thingModel.missingRegister'],
  registerOverlap: thingModelText['thingModel.missingRegisterOverlap'],
  registerWritable: thingModelText['thingModel.missingRegisterWritable'],
  registerType: thingModelText['thingModel.missingRegisterType'],
  registerUnused: thingModelText['thingModel.missingRegisterUnused'],
}

/** Words for the reasons why a change breaks present uses of the model. */
export const breakingWords: Readonly<Record<BreakingReason, Words>> = {
  removed: { en: 'Removed', zh: '已删除' },
  required: { en: 'Now required', zh: '变为必选' },
  readOnly: { en: 'Can no longer be set', zh: '不再可写' },
  type: { en: 'Another data type', zh: '数据类型已变更' },
  range: { en: 'Narrower range', zh: '取值范围变窄' },
  step: { en: 'Values between the new steps are no longer allowed', zh: '步长变更，部分原有取值不再允许' },
  length: { en: 'Shorter text', zh: '文本长度变短' },
  size: { en: 'Fewer items', zh: '元素个数变少' },
  enumItem: { en: 'A choice was removed', zh: '枚举项被删除' },
  memberRemoved: { en: 'A member was removed', zh: '结构体成员被删除' },
  memberAdded: { en: 'A member was added that must be sent', zh: '结构体新增了必须下发的成员' },
  inputRemoved: { en: 'An input parameter was removed', zh: '输入参数被删除' },
  inputAdded: { en: 'An input parameter was added', zh: '新增了输入参数' },
  outputRemoved: { en: 'An output parameter was removed', zh: '输出参数被删除' },
  eventType: { en: 'Another type of event', zh: '事件类型已变更' },
  callType: { en: 'Called another way', zh: '调用方式已变更' },
}
