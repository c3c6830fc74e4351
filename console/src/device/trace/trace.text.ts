import type { MessageOutcome } from '@brigade/contract/device/device.model.ts'
import type { Words } from '@brigade/contract/locale.ts'
import type { ValueReason } from '@brigade/contract/thing-model/thing-model.rules.ts'
import { words } from '../../platform/locale.ts'

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

/** The view of a device's messages as they come. */
export const liveText = words({
  title: { en: 'Live messages', zh: '实时消息' },
  filter: { en: 'Topic or payload', zh: '主题或内容' },
  filterHint: { en: 'Part of either', zh: '其中的文字' },
  pause: { en: 'Pause', zh: '暂停' },
  goOn: { en: 'Go on', zh: '继续' },
  goOnWith: {
    en: (p: { count: number }) => `Go on (${p.count} waiting)`,
    zh: (p: { count: number }) => `继续（${p.count} 条待显示）`,
  },
  clear: { en: 'Clear', zh: '清空' },
  nothingToClear: { en: 'There is nothing to clear', zh: '没有可清空的消息' },
  listening: { en: 'Listening', zh: '监听中' },
  paused: { en: 'Paused', zh: '已暂停' },
  lost: { en: 'Connecting again', zh: '正在重新连接' },
  kept: {
    en: (p: { count: number; most: number }) => `${p.count} of at most ${p.most}`,
    zh: (p: { count: number; most: number }) => `${p.count} / 最多 ${p.most} 条`,
  },
  emptyTitle: { en: 'Waiting for messages', zh: '等待消息' },
  emptyOnline: {
    en: 'What the device says and is told from now on appears here, the newest first.',
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
  sent: { en: 'Sent', zh: '已发送' },
  acknowledged: { en: 'Received', zh: '设备已收到' },
  lost: { en: 'Lost', zh: '未送达' },
}

/** The same in a sentence. */
export const outcomeHints: Readonly<Record<MessageOutcome, Words>> = {
  stored: { en: 'All of it was accepted and stored.', zh: '内容已全部接收并入库。' },
  partly: { en: 'Some fields were dropped; the others were stored.', zh: '部分字段被丢弃，其余已入库。' },
  answered: { en: 'The device asked something and was answered.', zh: '设备发起请求，平台已应答。' },
  refused: { en: 'Nothing of it was stored; the code says why.', zh: '内容未入库，原因见返回码。' },
  failed: {
    en: 'The device answered that it did not do what it was told; its code says why.',
    zh: '设备应答未能执行下发的内容，原因见返回码。',
  },
  repeated: { en: 'The device sent it again; it was stored the first time.', zh: '设备重复发送，首次已入库。' },
  unknown: { en: 'Nothing listens to this topic.', zh: '平台不处理该主题。' },
  sent: { en: 'Sent to the device, which has not confirmed it.', zh: '已发往设备，尚未确认收到。' },
  acknowledged: { en: 'The device has confirmed that it received it.', zh: '设备已确认收到。' },
  lost: { en: 'The connection broke before the device confirmed it.', zh: '设备确认前连接已断开。' },
}

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

/** Why a frame of a Modbus line, or what it says, was dropped. */
export const modbusReasons: ReadonlyMap<string, Words> = new Map([
  ['checksum', { en: 'Damaged on the line', zh: '校验错误' }],
  ['unasked', { en: 'Nobody asked for it', zh: '未经请求的数据' }],
  ['illegalFunction', { en: 'The unit does not know this function', zh: '从站不支持该功能码' }],
  ['illegalAddress', { en: 'The unit has no such register', zh: '从站没有该寄存器' }],
  ['illegalValue', { en: 'The unit does not take this value', zh: '从站不接受该数值' }],
  ['unitFailure', { en: 'The unit has failed', zh: '从站故障' }],
  ['acknowledged', { en: 'The unit needs more time', zh: '从站处理中' }],
  ['busy', { en: 'The unit is busy', zh: '从站忙' }],
  ['modbusException', { en: 'The unit refused', zh: '从站返回异常' }],
])

/** Codes of Alibaba's that answers carry, and the server's own. */
export const codeWords: Readonly<Record<number, Words>> = {
  200: { en: 'success', zh: '成功' },
  400: { en: 'internal error', zh: '内部错误' },
  429: { en: 'too many requests', zh: '请求过于频繁' },
  460: { en: 'request parameter error', zh: '请求参数错误' },
  500: { en: 'system error', zh: '系统错误' },
  520: { en: 'no session of this sub-device', zh: '子设备会话不存在' },
  521: { en: 'device not found', zh: '设备不存在' },
  522: { en: 'device disabled', zh: '设备已停用' },
  6100: { en: 'device not found', zh: '设备不存在' },
  6106: { en: 'too many properties at once', zh: '一次上报的属性过多' },
  6203: { en: 'wrong topic', zh: '主题错误' },
  6207: { en: 'unreadable data', zh: '数据格式错误' },
  6300: { en: 'method not known', zh: '方法不存在' },
  6313: { en: 'no thing model published', zh: '物模型未发布' },
}

/** What messages of a topic are about, by the end of the topic. The first that fits. */
export const topicWords: readonly (readonly [RegExp, Words])[] = [
  [/\/event\/property\/post$/, { en: 'Properties reported', zh: '属性上报' }],
  [/\/event\/property\/post_reply$/, { en: 'Answer to a report', zh: '属性上报应答' }],
  [/\/event\/property\/batch\/post/, { en: 'Batch report', zh: '批量上报' }],
  [/\/event\/property\/history\/post/, { en: 'History report', zh: '历史数据上报' }],
  [/\/event\/[^/]+\/post$/, { en: 'Event', zh: '事件上报' }],
  [/\/event\/[^/]+\/post_reply$/, { en: 'Answer to an event', zh: '事件上报应答' }],
  [/\/service\/property\/set$/, { en: 'Properties set', zh: '设置属性' }],
  [/\/service\/property\/set_reply$/, { en: 'Answer to a set', zh: '设置属性应答' }],
  [/\/property\/desired\/get/, { en: 'Desired values', zh: '获取期望值' }],
  [/\/property\/desired\/delete/, { en: 'Desired values', zh: '清除期望值' }],
  [/\/service\/[^/]+_reply$/, { en: 'Answer of a service', zh: '服务应答' }],
  [/\/service\/[^/]+$/, { en: 'Service called', zh: '服务调用' }],
  [/\/rrpc\/request\//, { en: 'Service called (RRPC)', zh: '同步调用' }],
  [/\/rrpc\/response\//, { en: 'Answer (RRPC)', zh: '同步调用应答' }],
  [/\/model\/(up|down)_raw/, { en: 'Raw bytes', zh: '透传数据' }],
  [/^\/shadow\//, { en: 'Device shadow', zh: '设备影子' }],
  [/\/config\//, { en: 'Remote configuration', zh: '远程配置' }],
  [/\/deviceinfo\//, { en: 'Tags', zh: '设备标签' }],
  [/\/thing\/(config\/)?log\//, { en: 'Device log', zh: '设备日志' }],
  [/\/topo\//, { en: 'Topology', zh: '拓扑关系' }],
  [/\/combine\/|\/sub\/|\/ext\/session\//, { en: 'Sub-device session', zh: '子设备会话' }],
  [/\/ntp\//, { en: 'Time', zh: '时间同步' }],
  [/^\/ota\//, { en: 'Firmware', zh: '固件' }],
  [/\/(dsltemplate|dynamic\w+)\//, { en: 'Thing model', zh: '物模型' }],
  [/\/thing\/(disable|enable|delete|reset)/, { en: 'Device life', zh: '设备生命周期' }],
]
