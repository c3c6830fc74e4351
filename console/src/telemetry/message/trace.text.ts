import { word } from '@brigade/contract/word.text.ts'
import type { MessageOutcome } from '@brigade/contract/telemetry/message.model.ts'
import type { Words } from '@brigade/contract/locale.ts'
import { words } from '@brigade/contract/text.ts'

export const messagesText = words({
  title: word.messages,
  time: word.time,
  direction: { en: 'Direction', zh: '方向' },
  anyDirection: { en: 'Up or down', zh: '全部方向' },
  up: { en: 'Up', zh: '上行' },
  down: { en: 'Down', zh: '下行' },
  topic: { en: 'Topic', zh: '主题' },
  topicHint: { en: 'Part of the topic', zh: '主题中的文字' },
  code: { en: 'Code', zh: '返回码' },
  outcome: { en: 'Outcome', zh: '处理结果' },
  anyOutcome: { en: 'Any outcome', zh: '全部结果' },
  through: { en: 'Through', zh: '途经网关' },
  ownConnection: { en: 'Its own connection', zh: '设备自身连接' },
  dropped: { en: 'Dropped fields', zh: '被丢弃字段' },
  anyDropped: { en: 'Any message', zh: '全部消息' },
  withDropped: { en: 'With dropped fields', zh: '有被丢弃字段' },
  withoutDropped: { en: 'Without dropped fields', zh: '无被丢弃字段' },
  payload: { en: 'Payload', zh: '内容' },
  rawPayload: {
    en: (p: { bytes: number }) => (p.bytes === 1 ? 'Payload, 1 byte in hex' : `Payload, ${p.bytes} bytes in hex`),
    zh: (p: { bytes: number }) => `内容（${p.bytes} 字节，十六进制）`,
  },
  open: { en: 'Show the message', zh: '查看消息' },
  between: word.between,
  identifier: word.identifier,
  reason: word.reason,
  value: word.value,
  wholeMessage: { en: 'Whole message', zh: '整条消息' },
  droppedHint: {
    en: 'The device was answered 200, as its protocol expects; these fields were not stored.',
    zh: '已按协议应答设备 200，但以下字段未入库。',
  },
  inHistory: { en: 'In the history', zh: '见历史数据' },
  inHistoryHint: {
    en: 'After two days, property reports that were fully stored keep their payload once a minute. The values of this one are in the history.',
    zh: '完整入库的属性上报，两天后每分钟仅保留一条原始内容；本条的数值可在历史数据中查看。',
  },
  since: {
    en: (p: { time: string }) => `Messages since ${p.time}; none are kept of what was before`,
    zh: (p: { time: string }) => `消息自 ${p.time} 起保留，此前没有消息记录`,
  },
  copy: { en: 'Copy the payload', zh: '复制内容' },
  emptyTitle: { en: 'No messages yet', zh: '暂无消息' },
  emptyHint: { en: 'Each message up and down is kept here for 30 days.', zh: '上下行消息将在此保留 30 天。' },
})

/** The view of a device's messages as they come. */
export const liveText = words({
  title: { en: 'Live messages', zh: '实时消息' },
  filter: { en: 'Topic or payload', zh: '主题或内容' },
  filterHint: { en: 'Part of either', zh: '其中的文字' },
  pause: { en: 'Pause', zh: '暂停' },
  goOn: { en: 'Resume', zh: '继续' },
  goOnWith: {
    en: (p: { count: number }) => `Resume (${p.count} waiting)`,
    zh: (p: { count: number }) => `继续（${p.count} 条待显示）`,
  },
  clear: { en: 'Clear', zh: '清空' },
  nothingToClear: { en: 'There is nothing to clear', zh: '没有可清空的消息' },
  listening: { en: 'Listening', zh: '监听中' },
  paused: { en: 'Paused', zh: '已暂停' },
  lost: { en: 'Reconnecting', zh: '正在重新连接' },
  kept: {
    en: (p: { count: number; most: number }) => `${p.count} of at most ${p.most}`,
    zh: (p: { count: number; most: number }) => `${p.count} / 最多 ${p.most} 条`,
  },
  emptyTitle: { en: 'Waiting for messages', zh: '等待消息' },
  emptyOnline: {
    en: 'Messages from and to the device appear here as they happen, newest first.',
    zh: '从现在起，设备的上下行消息将实时显示在这里，最新的在最上方。',
  },
  emptyOffline: {
    en: 'The device is offline. Its messages appear here as soon as it connects.',
    zh: '设备离线，上线后其消息将立即显示在这里。',
  },
  noneMatch: { en: 'No message matches', zh: '没有匹配的消息' },
})

export const outcomeWords: Readonly<Record<MessageOutcome, Words>> = {
  stored: { en: 'Stored', zh: '已入库' },
  partly: { en: 'Partly stored', zh: '部分入库' },
  answered: { en: 'Answered', zh: '已应答' },
  refused: { en: 'Refused', zh: '已拒绝' },
  failed: { en: 'Device failed', zh: '设备执行失败' },
  repeated: { en: 'Repeated', zh: '重复消息' },
  unknown: { en: 'Unknown topic', zh: '未知主题' },
  custom: { en: 'Custom topic', zh: '自定义主题' },
  sent: { en: 'Sent', zh: '已发送' },
}

/** The same in a sentence. */
export const outcomeHints: Readonly<Record<MessageOutcome, Words>> = {
  stored: { en: 'All of it was accepted and stored.', zh: '内容已全部接收并入库。' },
  partly: { en: 'Some fields were dropped; the others were stored.', zh: '部分字段被丢弃，其余已入库。' },
  answered: { en: 'The device sent a request and was answered.', zh: '设备发起请求，平台已应答。' },
  refused: { en: 'Nothing was stored; the code gives the reason.', zh: '内容未入库，原因见返回码。' },
  failed: {
    en: 'The device answered that it could not execute the message; its code gives the reason.',
    zh: '设备应答未能执行下发的内容，原因见返回码。',
  },
  repeated: { en: 'The device sent it again; it was stored the first time.', zh: '设备重复发送，首次已入库。' },
  unknown: { en: 'Nothing listens to this topic.', zh: '平台不处理该主题。' },
  custom: {
    en: 'A custom topic that the platform does not read. The message is passed back to the device if it subscribes.',
    zh: '自定义主题，平台不解析内容；设备若已订阅，消息会原样发回。',
  },
  sent: {
    en: 'Sent to the device. See Commands for the outcome of a command.',
    zh: '已发往设备。指令的执行结果见“指令记录”。',
  },
}
