import { word } from '@brigade/contract/word.text.ts'
import { words } from '@brigade/contract/text.ts'

type Name = { name: string }
type Count = { count: number }

const functions = (count: number): string => `${count} ${count === 1 ? 'function' : 'functions'}`

/** The functions of a draft. */
export const draftFunctionsText = words({
  title: { en: 'Functions of the draft', zh: '草稿功能' },
  required: { en: 'Required', zh: '必选' },
  loading: { en: 'The functions are loading', zh: '正在加载功能' },

  add: { en: 'Add', zh: '新增功能' },
  addProperty: word.property,
  addPropertyNote: { en: 'a value it has', zh: '设备的状态值' },
  addEvent: word.event,
  addEventNote: { en: 'something that happens', zh: '设备主动上报' },
  addService: word.service,
  addServiceNote: { en: 'something it can do', zh: '可调用的能力' },
  edit: word.edit,
  duplicate: { en: 'Duplicate', zh: '复制' },
  remove: word.delete,
  open: { en: (p: Name) => `Edit ${p.name}`, zh: (p: Name) => `编辑“${p.name}”` },
  removed: { en: (p: Name) => `${p.name} is deleted from the draft`, zh: (p: Name) => `草稿已删除“${p.name}”` },
  manyRemoved: {
    en: (p: Count) => `${functions(p.count)} deleted from the draft`,
    zh: (p: Count) => `草稿已删除 ${p.count} 个功能`,
  },
  undo: word.undo,
  undone: word.undone,
  bringBack: { en: 'Bring back', zh: '恢复' },
  broughtBack: { en: (p: Name) => `${p.name} is back in the draft`, zh: (p: Name) => `草稿已恢复“${p.name}”` },
  selected: { en: (p: Count) => `${p.count} selected`, zh: (p: Count) => `已选 ${p.count} 项` },
  selectAll: { en: 'Select all shown', zh: '全选' },
  clearSelection: { en: 'Clear', zh: '取消选择' },
  foundSome: {
    en: (p: { found: number; all: number }) => `${p.found} of ${p.all}`,
    zh: (p: { found: number; all: number }) => `${p.found} / ${p.all}`,
  },
  noOrderNow: { en: 'Clear the search to change the order', zh: '清除搜索后才能调整顺序' },
  ofKindNone: { en: 'There are none of this kind yet', zh: '还没有该类功能' },

  missingTitle: {
    en: (p: Count) => `${p.count} ${p.count === 1 ? 'thing is' : 'things are'} missing before this can be published`,
    zh: (p: Count) => `发布前还有 ${p.count} 处需要补全`,
  },
  missingMore: { en: (p: Count) => `and ${p.count} more`, zh: (p: Count) => `另有 ${p.count} 处` },

  emptyTitle: { en: 'This thing model has no functions yet', zh: '物模型还没有任何功能' },
  emptyHint: {
    en: 'Functions describe what the appliance reports and accepts: properties, events and services. Start from a ready-made model and change what differs, or begin with the first function.',
    zh: '功能描述设备能上报什么、能接受什么：属性、事件和服务。可从现成的物模型开始，再按需修改，也可以从第一个功能开始。',
  },
  ovenHint: {
    en: 'Temperatures, humidity, fan, stages, cleaning, faults. Terms of OPC 30200.',
    zh: '温度、湿度、风机、烹饪阶段、清洗和故障，术语遵循 OPC 30200。',
  },
  coolerHint: {
    en: 'Compartment temperature, compressor, defrost, door, alarms. Terms of OPC 30200.',
    zh: '箱内温度、压缩机、除霜、门和告警，术语遵循 OPC 30200。',
  },
  dtuHint: {
    en: 'An appliance behind a modem: properties with their registers.',
    zh: '经 DTU 接入的设备，属性已分配寄存器。',
  },
  dtuOnly: { en: 'Only for models that use Modbus', zh: '仅适用于 Modbus 协议的型号' },
  startFrom: { en: (p: Name) => `Start from ${p.name}`, zh: (p: Name) => `从“${p.name}”开始` },
  started: { en: (p: Name) => `The draft starts with ${p.name}`, zh: (p: Name) => `草稿已从“${p.name}”开始` },
  import: { en: 'Import a file', zh: '导入文件' },
  addFirst: { en: 'Add the first function', zh: '新增第一个功能' },
  emptyReader: { en: 'Nobody has added any.', zh: '暂无功能。' },
})
