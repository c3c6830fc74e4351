import type { Words } from '@brigade/contract/locale.ts'
import type { ValueReason } from '@brigade/contract/thing-model/thing-model.rules.ts'
import { words } from '../../platform/locale.ts'

export const historyText = words({
  properties: { en: 'Properties', zh: '属性' },
  choose: {
    en: (p: { count: number; max: number }) => `Properties (${p.count} of ${p.max})`,
    zh: (p: { count: number; max: number }) => `选择属性（${p.count} / ${p.max}）`,
  },
  find: { en: 'Find a property', zh: '查找属性' },
  most: {
    en: (p: { max: number }) => `At most ${p.max} at once`,
    zh: (p: { max: number }) => `最多同时查看 ${p.max} 项`,
  },
  span: { en: 'Span', zh: '时间范围' },
  sixHours: { en: '6 h', zh: '6 小时' },
  day: { en: '24 h', zh: '24 小时' },
  week: { en: '7 d', zh: '7 天' },
  month: { en: '30 d', zh: '30 天' },
  own: { en: 'Days', zh: '指定日期' },
  curveTitle: { en: 'Curve', zh: '曲线' },
  bucket: {
    en: (p: { duration: string }) => `each point is the mean of ${p.duration}; the band is lowest to highest`,
    zh: (p: { duration: string }) => `每点为 ${p.duration} 内的平均值，色带为最低至最高`,
  },
  rawTitle: { en: 'Reports', zh: '上报记录' },
  property: { en: 'Property', zh: '属性' },
  anyProperty: { en: 'Any property', zh: '全部属性' },
  time: { en: 'Time', zh: '时间' },
  value: { en: 'Value', zh: '值' },
  clock: { en: 'Clock', zh: '时间来源' },
  deviceClock: { en: 'Device', zh: '设备时间' },
  serverClock: { en: 'Server', zh: '服务器时间' },
  serverClockWhy: { en: 'The device’s clock could not be believed', zh: '设备时间不可信，已使用服务器时间' },
  emptyTitle: { en: 'No reports in this span', zh: '该时段无上报记录' },
  emptyHint: { en: 'Choose a longer span or another property.', zh: '请选择更长的时间范围或其他属性。' },
  noneChosen: { en: 'Choose at least one property', zh: '请至少选择一个属性' },
})

export const messagesText = words({
  title: { en: 'Messages', zh: '消息' },
  time: { en: 'Time', zh: '时间' },
  direction: { en: 'Direction', zh: '方向' },
  anyDirection: { en: 'Up or down', zh: '全部方向' },
  up: { en: 'Up', zh: '上行' },
  down: { en: 'Down', zh: '下行' },
  topic: { en: 'Topic', zh: '主题' },
  topicHint: { en: 'Part of the topic', zh: '主题中的文字' },
  code: { en: 'Code', zh: '返回码' },
  dropped: { en: 'Dropped fields', zh: '被丢弃字段' },
  anyDropped: { en: 'Any message', zh: '全部消息' },
  withDropped: { en: 'With dropped fields', zh: '有被丢弃字段' },
  withoutDropped: { en: 'Without dropped fields', zh: '无被丢弃字段' },
  payload: { en: 'Payload', zh: '内容' },
  open: { en: 'Show the message', zh: '查看消息' },
  between: { en: 'Between', zh: '时间范围' },
  identifier: { en: 'Identifier', zh: '标识符' },
  reason: { en: 'Reason', zh: '原因' },
  value: { en: 'Value', zh: '值' },
  droppedHint: {
    en: 'The device was answered 200, as its protocol expects; these fields were not stored.',
    zh: '已按协议应答设备 200，但以下字段未入库。',
  },
  copy: { en: 'Copy the payload', zh: '复制内容' },
  emptyTitle: { en: 'No messages yet', zh: '暂无消息' },
  emptyHint: { en: 'Each message up and down is kept here for 30 days.', zh: '上下行消息将在此保留 30 天。' },
})

/** Why a field was dropped (alink.md 3). */
export const droppedReasons: Readonly<Record<ValueReason, Words>> = {
  unknown: { en: 'Not in the thing model', zh: '物模型中没有该字段' },
  readOnly: { en: 'Read-only', zh: '只读字段' },
  missing: { en: 'Empty', zh: '值为空' },
  type: { en: 'Wrong data type', zh: '数据类型不符' },
  range: { en: 'Out of range', zh: '超出取值范围' },
  step: { en: 'Not on a step', zh: '不符合步长' },
  length: { en: 'Too long', zh: '超出长度限制' },
  enum: { en: 'No such choice', zh: '不在枚举项中' },
  size: { en: 'Too many items', zh: '元素过多' },
}

export const eventsText = words({
  title: { en: 'Faults and events', zh: '故障与事件' },
  time: { en: 'Time', zh: '时间' },
  type: { en: 'Type', zh: '类型' },
  anyType: { en: 'Any type', zh: '全部类型' },
  event: { en: 'Event', zh: '事件' },
  code: { en: 'Code', zh: '代码' },
  output: { en: 'Details', zh: '详情' },
  cleared: { en: 'Cleared', zh: '消除时间' },
  stillOpen: { en: 'Open', zh: '未消除' },
  emptyTitle: { en: 'No faults or events', zh: '暂无故障与事件' },
  emptyHint: { en: 'What the device raises is listed here.', zh: '设备上报的事件将显示在这里。' },
})
