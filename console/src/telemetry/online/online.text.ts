import type { Words } from '@brigade/contract/locale.ts'
import type { OnlineReason } from '@brigade/contract/telemetry/online.model.ts'
import type { z } from 'zod'
import { words } from '../../platform/locale.ts'

/** The online log: a week by the hour and its entries. */
export const onlineText = words({
  title: { en: 'Online log', zh: '上下线' },
  week: { en: 'Last 7 days', zh: '近 7 天' },
  shareOnly: {
    en: (p: { share: string }) => `${p.share} online`,
    zh: (p: { share: string }) => `在线 ${p.share}`,
  },
  share: {
    en: (p: { share: string }) => `7 days · ${p.share} online`,
    zh: (p: { share: string }) => `近 7 天在线 ${p.share}`,
  },
  day: {
    en: (p: { weekday: number; day: string }) => `${weekdays.en[p.weekday] ?? ''} ${p.day}`,
    zh: (p: { weekday: number; day: string }) => `${weekdays.zh[p.weekday] ?? ''} ${p.day}`,
  },
  dayLine: {
    en: (p: { day: string; share: string }) => `${p.day}: online ${p.share} of the day`,
    zh: (p: { day: string; share: string }) => `${p.day}：在线 ${p.share}`,
  },
  shareOfKnown: {
    en: (p: { share: string; duration: string }) => `${p.share} online of the ${p.duration} known`,
    zh: (p: { share: string; duration: string }) => `已知 ${p.duration}内在线 ${p.share}`,
  },
  dayKnown: {
    en: (p: { day: string; share: string; duration: string }) =>
      `${p.day}: online ${p.share} of the ${p.duration} known`,
    zh: (p: { day: string; share: string; duration: string }) => `${p.day}：已知 ${p.duration}内在线 ${p.share}`,
  },
  dayBefore: {
    en: (p: { day: string }) => `${p.day}: not registered yet`,
    zh: (p: { day: string }) => `${p.day}：设备尚未登记`,
  },
  dayUnknown: {
    en: (p: { day: string }) => `${p.day}: not known`,
    zh: (p: { day: string }) => `${p.day}：无记录`,
  },
  onlineNow: {
    en: (p: { duration: string }) => `online ${p.duration}`,
    zh: (p: { duration: string }) => `已在线 ${p.duration}`,
  },
  online: {
    en: (p: { duration: string }) => `online ${p.duration}`,
    zh: (p: { duration: string }) => `在线 ${p.duration}`,
  },
  offline: {
    en: (p: { duration: string }) => `offline ${p.duration}`,
    zh: (p: { duration: string }) => `离线 ${p.duration}`,
  },
  offlineNow: {
    en: (p: { duration: string }) => `offline ${p.duration}`,
    zh: (p: { duration: string }) => `已离线 ${p.duration}`,
  },
  empty: { en: 'This device has not connected yet.', zh: '设备尚未连接过。' },
  all: { en: 'Whole log', zh: '全部记录' },
  time: { en: 'Time', zh: '时间' },
  what: { en: 'Event', zh: '事件' },
  reason: { en: 'Reason', zh: '原因' },
  address: { en: 'Address', zh: '来源地址' },
  protocol: { en: 'Protocol', zh: '协议' },
  lasted: { en: 'Lasted', zh: '持续时间' },
  keepAlive: { en: 'Keep-alive', zh: '心跳间隔' },
  seconds: { en: (p: { seconds: string }) => `${p.seconds} s`, zh: (p: { seconds: string }) => `${p.seconds} 秒` },
  noKeepAlive: { en: '0, counts as 1,200 s', zh: '0（按 1,200 秒计）' },
  between: { en: 'Between', zh: '时间范围' },
})
const weekdays = {
  en: ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'],
  zh: ['周日', '周一', '周二', '周三', '周四', '周五', '周六'],
} as const

type Reason = z.output<typeof OnlineReason>
/** Each kind of event has a short name and a reason. */
export const onlineWhat: Readonly<Record<'connected' | 'left' | 'lost' | 'replaced' | 'refused', Words>> = {
  connected: { en: 'Connected', zh: '上线' },
  left: { en: 'Left', zh: '下线' },
  lost: { en: 'Lost', zh: '断线' },
  replaced: { en: 'Replaced', zh: '被顶替' },
  refused: { en: 'Refused', zh: '被拒绝' },
}
export const onlineReasons: Readonly<Record<Reason, Words>> = {
  connected: { en: 'Signed in with its credentials', zh: '凭证校验通过' },
  disconnected: { en: 'The device disconnected', zh: '设备主动断开' },
  keep_alive: { en: 'No keep-alive in time', zh: '心跳超时' },
  connection_lost: { en: 'The connection was lost', zh: '网络连接中断' },
  replaced: { en: 'Second connection, same device', zh: '同一设备建立了新连接' },
  kicked: { en: 'Disconnected by the platform', zh: '被平台断开' },
  disabled: { en: 'The device was disabled', zh: '设备被停用' },
  rekeyed: { en: 'The device was given a new secret', zh: '设备密钥已更换' },
  server_restart: { en: 'The server restarted', zh: '服务器重启' },
  gateway_lost: { en: 'The server process that held it failed', zh: '接入服务进程异常中断' },
  wrong_topic: { en: 'Used a topic that is not its own', zh: '使用了无权访问的主题' },
  topic_too_long: { en: 'Topic over 256 bytes', zh: '主题超过 256 字节' },
  too_large: { en: 'Message over 256 KB', zh: '消息超过 256 KB' },
  qos_2: { en: 'Published with QoS 2, which is not supported', zh: '使用了不支持的 QoS 2' },
  bad_packet: { en: 'Sent something unreadable', zh: '报文格式错误' },
  refused_credentials: { en: 'Wrong credentials', zh: '凭证错误' },
  refused_version: { en: 'MQTT 5 is not supported here, use 3.1.1', zh: '不支持 MQTT 5，请使用 3.1.1' },
  refused_too_often: {
    en: 'Failed to sign in too often, try again in a minute',
    zh: '认证失败次数过多，请一分钟后重试',
  },
  refused_filter: {
    en: 'Asked for a topic that is not here, and hears nothing there',
    zh: '订阅了不存在的主题，不会收到任何消息',
  },
  refused_unknown: { en: 'Refused: unknown device', zh: '拒绝连接：设备不存在' },
  sub_login: { en: 'Came online behind its gateway', zh: '经网关上线' },
  sub_logout: { en: 'Went offline behind its gateway', zh: '经网关下线' },
  gateway_offline: { en: 'Its gateway went offline', zh: '所属网关离线' },
  unit_silent: { en: 'Did not answer on its Modbus line', zh: 'Modbus 从站无应答' },
  unit_unreached: { en: 'Its Modbus gateway does not reach it', zh: 'Modbus 网关无法连通该从站' },
  unit_refuses: {
    en: 'Answers with exceptions alone, and does not count as online',
    zh: '只返回异常应答，不计为在线',
  },
  removed: { en: 'Removed from its gateway', zh: '已从网关移除' },
  refused_disabled: { en: 'The device is disabled', zh: '设备已停用' },
}
