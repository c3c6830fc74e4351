import { counting } from '../plural.ts'
import { texts } from '../text.ts'

export const faultText = texts('fault', {
  unknown: { en: 'There is no such fault or alarm', zh: '故障或告警不存在', status: 404 },
  unknownAssignee: {
    en: 'There is no such account, or it does not see these devices',
    zh: '账号不存在，或无权查看这些设备',
    status: 422,
  },
  unknownCode: { en: 'There is no such fault code', zh: '故障码不存在', status: 404 },
  unknownProduct: { en: 'There is no such product', zh: '产品型号不存在', status: 422 },
  unknownProperty: {
    en: 'The published model of the product has no such numeric property',
    zh: '产品已发布的物模型中没有该数值属性',
    status: 422,
  },
  unknownProductKey: { en: 'No product has this key', zh: '没有使用该产品标识的产品', status: 422 },
  unknownSeverity: {
    en: 'Use critical, major, minor or notice',
    zh: '请填写紧急、重要、次要或提示',
    status: 422,
  },
  unknownCategory: { en: 'There is no such category', zh: '故障类型不存在', status: 422 },
  codeTwice: {
    en: (p: { row: number }) => `This code is already in row ${p.row}`,
    zh: (p: { row: number }) => `该故障码已在第 ${p.row} 行出现`,
    status: 422,
  },
  codeTaken: { en: 'This code already has a description', zh: '该故障码已有说明', status: 409 },
  codeChanged: {
    en: 'Somebody else has changed this code. Nothing you typed is lost',
    zh: '该故障码已被他人修改，您填写的内容未丢失',
    status: 409,
  },
  unknownCause: { en: 'There is no such cause', zh: '故障原因不存在', status: 404 },
  causeNotOffered: {
    en: 'This cause is no longer in use: choose another one',
    zh: '该故障原因已停用，请选择其他原因',
    status: 422,
  },
  causeTaken: { en: 'Another cause has this name', zh: '已有同名的故障原因', status: 409 },
  causeChanged: {
    en: 'Somebody else has changed this cause. Nothing you typed is lost',
    zh: '该故障原因已被他人修改，您填写的内容未丢失',
    status: 409,
  },
  causeInUse: {
    en: (p: { name: string }) => `Records were closed with “${p.name}”: retire it instead`,
    zh: (p: { name: string }) => `已有记录以“${p.name}”关闭，请改为停用`,
    status: 409,
  },
  lastCause: {
    en: 'One cause has to stay in use: without one nothing could be closed',
    zh: '至少保留一个启用的故障原因，否则无法关闭故障',
    status: 409,
  },
  tooManyCauses: {
    en: (p: { most: number }) => `There can be ${counting(p.most, 'cause')} at most`,
    zh: (p: { most: number }) => `最多可有 ${p.most} 个故障原因`,
    status: 409,
  },
  unknownBatch: { en: 'There is nothing left to undo', zh: '没有可撤销的操作', status: 409 },
  changedMeanwhile: {
    en: 'Somebody else has changed one of these records. Nothing was done; reload and try again',
    zh: '部分记录已被他人处理，本次操作未执行，请刷新后重试',
    status: 409,
  },
  notNow: {
    en: 'This cannot be done in the current state of one of these records. Nothing was changed',
    zh: '部分记录的当前状态不支持此操作，本次操作未执行',
    status: 409,
  },
  withdrawn: {
    en: 'Late reports showed that one of these records was never true: it was withdrawn, and nothing can be done with it',
    zh: '迟到的数据表明其中有记录并不成立，该记录已撤回，不能再处理',
    status: 409,
  },
  openAgain: {
    en: 'The same fault is open again: continue there',
    zh: '同一故障已再次上报，请处理新的记录',
    status: 409,
  },
  sameRecord: { en: 'A record is listed twice', zh: '记录重复', status: 422 },
  shelvePast: { en: 'Choose a future time', zh: '请选择将来的时间', status: 422 },
  shelveTooLong: {
    en: 'Critical records can be shelved for at most 24 hours, others for seven days',
    zh: '紧急故障最多暂缓 24 小时，其他最多 7 天',
    status: 422,
  },
})
