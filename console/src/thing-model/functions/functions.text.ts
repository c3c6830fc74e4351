import { word } from '@brigade/contract/word.text.ts'
import type { FunctionKind } from '@brigade/contract/thing-model/model-draft.model.ts'
import type { Words } from '@brigade/contract/locale.ts'
import { words } from '@brigade/contract/text.ts'

export const kindWords: Readonly<Record<FunctionKind, Words>> = {
  property: word.property,
  event: word.event,
  service: word.service,
}

export const functionsText = words({
  name: word.name,
  identifier: word.identifier,
  kind: { en: 'Kind', zh: '功能' },
  nodeType: word.nodeType,
  type: word.type,
  access: { en: 'Access', zh: '读写' },
  range: { en: 'Range', zh: '取值范围' },
  step: { en: 'Step', zh: '步长' },
  register: { en: 'Register', zh: '寄存器' },
  coefficient: { en: 'Coeff.', zh: '系数' },
  bytes: { en: 'Bytes', zh: '字节' },
  signed: { en: 'Signed', zh: '有符号' },
  report: { en: 'Report, s', zh: '上报（秒）' },
  change: word.change,
  yes: { en: 'yes', zh: '是' },
  no: { en: 'no', zh: '否' },
  find: { en: 'Find a function', zh: '查找功能' },
  findHint: { en: 'Name, identifier or register', zh: '名称、标识符或寄存器' },
  findNothing: { en: 'No function matches', zh: '没有匹配的功能' },

  kinds: { en: 'Kinds of function', zh: '功能类型' },
  all: word.all,
  properties: word.properties,
  events: word.events,
  services: { en: 'Services', zh: '服务' },
  published: { en: 'Published functions', zh: '已发布功能' },
  asOf: {
    en: (p: { version: string }) => `Version ${p.version}`,
    zh: (p: { version: string }) => `版本 ${p.version}`,
  },
  loading: { en: 'The functions are loading', zh: '正在加载功能' },
  none: { en: 'Nothing is published yet', zh: '尚未发布物模型' },
  noneHint: {
    en: 'Devices and forms see the functions once a version of the draft is published.',
    zh: '草稿发布后，设备和表单才能使用这些功能。',
  },
  toDraft: word.goToTheDraft,
  ofKindNone: { en: 'There are none of this kind', zh: '没有该类功能' },

  required: { en: 'Required', zh: '必选' },
  repeatable: { en: 'Sent again', zh: '重连后重发' },
  description: { en: 'Notes', zh: '描述' },
  otherName: word.nameInOtherLanguage,
  defaultValue: { en: 'Default', zh: '默认值' },
  onlyWhile: { en: 'Valid only while', zh: '有效条件' },
  level: { en: 'Level', zh: '级别' },
  call: { en: 'Call', zh: '调用方式' },
  items: { en: 'Enumeration items', zh: '枚举项' },
  members: { en: 'Members', zh: '结构体成员' },
  inputs: { en: 'Input parameters', zh: '输入参数' },
  outputs: { en: 'Output parameters', zh: '输出参数' },
  noParameters: word.none,
  value: word.valueOfProperty,
  label: { en: 'Label', zh: '含义' },
  otherLabel: { en: 'In Chinese', zh: '英文含义' },
  tester: { en: 'Try a value', zh: '试一个取值' },
  copyIdentifier: { en: 'Copy the identifier', zh: '复制标识符' },
  modbus: { en: 'Register', zh: '寄存器' },
})
