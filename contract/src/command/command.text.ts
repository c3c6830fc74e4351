import { counting } from '../plural.ts'
import { texts } from '../text.ts'
import { problemMessage, type ValueProblem } from '../thing-model/thing-model.rules.ts'

export const commandText = texts('device', {
  offline: { en: 'The device is offline: commands cannot reach it', zh: '设备离线，无法下发指令', status: 409 },
  modelIncomplete: { en: 'Object model information is incomplete', zh: '物模型信息不完整', status: 409 },
  emptyCommand: { en: 'The value cannot be empty', zh: '指令内容不能为空', status: 422 },
  badValue: { en: 'Some values are not allowed', zh: '部分取值不符合物模型', status: 422 },
  wrongValue: {
    en: (p: { problem: ValueProblem }) => problemMessage(p.problem, 'en'),
    zh: (p: { problem: ValueProblem }) => problemMessage(p.problem, 'zh'),
  },
  unknownFunction: { en: 'The thing model has no such function', zh: '物模型中没有该功能', status: 422 },
  readOnly: { en: 'This property can only be read', zh: '该属性只读，不能下发', status: 422 },
  noReply: { en: 'No reply from the device in 60 seconds', zh: '设备 60 秒内无应答' },
  byReport: { en: 'Confirmed by its report', zh: '设备上报值已确认' },
  notSent: {
    en: 'The device could not be reached within 60 seconds: nothing was sent',
    zh: '60 秒内无法连接设备，指令未下发',
  },
  arrivalUnknown: {
    en: 'It is unknown whether it arrived. Check the device before you send it again',
    zh: '无法确认指令是否送达，请先查看设备，再决定是否重新下发',
  },
  deletedSince: { en: 'The device was deleted before it was sent anything', zh: '指令下发前设备已删除' },
  tooManyDesired: { en: 'At most 10 desired values at once', zh: '一次最多设置 10 个期望值', status: 422 },
  heatUnconfirmed: {
    en: 'This heats the oven remotely: confirm that nobody is at it and nothing is in it that must not get hot',
    zh: '该指令会远程启动加热：请确认设备旁无人操作，腔内无不可加热的物品',
    status: 409,
  },
  severalProducts: {
    en: 'These devices belong to several product models: a batch goes to one model',
    zh: '所选设备属于多个产品型号，批量指令只能下发给同一型号',
    status: 422,
  },
  noneChosen: { en: 'No device is chosen', zh: '没有可下发的设备', status: 422 },
  tooManyInBatch: {
    en: (p: { max: number }) => `A batch goes to at most ${counting(p.max, 'device')}`,
    zh: (p: { max: number }) => `批量指令最多下发给 ${p.max} 台设备`,
    status: 422,
  },
  unknownBatch: { en: 'There is no such batch', zh: '批量指令不存在', status: 404 },
  shadowMoved: {
    en: 'Somebody has changed the desired values since you opened this. Reload and try again',
    zh: '期望值已被他人修改，请刷新后再试',
    status: 409,
  },
  valuesWritten: {
    en: (p: { names: string }) => `Written: ${p.names}`,
    zh: (p: { names: string }) => `已写入：${p.names}`,
  },
  valuesNotWritten: {
    en: (p: { names: string }) => `Not written: ${p.names}`,
    zh: (p: { names: string }) => `未写入：${p.names}`,
  },
  valuesUnknown: {
    en: (p: { names: string }) => `Unknown: ${p.names}`,
    zh: (p: { names: string }) => `未知：${p.names}`,
  },
  sendFailed: { en: 'The command could not be sent', zh: '指令发送失败', status: 503 },
  noReset: {
    en: 'Devices of this product cannot be reset to factory settings remotely',
    zh: '该产品的设备不支持远程恢复出厂设置',
    status: 409,
  },
})
