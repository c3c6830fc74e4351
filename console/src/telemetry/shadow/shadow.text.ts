import { word } from '@brigade/contract/word.text.ts'
import { words } from '@brigade/contract/text.ts'

/** The shadow table. */
export const shadowText = words({
  deniedBy: {
    en: (p: { name: string; value: string }) => `Not valid now. ${p.name}: ${p.value}`,
    zh: (p: { name: string; value: string }) => `当前值无效（${p.name}：${p.value}）`,
  },
  title: { en: 'Shadow', zh: '设备影子' },
  version: {
    en: (p: { version: string; time: string }) => `Version ${p.version} · last report ${p.time}`,
    zh: (p: { version: string; time: string }) => `版本 ${p.version} · 最近上报 ${p.time}`,
  },
  refresh: { en: 'Refresh', zh: '刷新' },
  readNow: { en: 'Read from device', zh: '从设备读取' },
  readOffline: { en: 'The device is offline: it cannot be read', zh: '设备离线，无法读取' },
  identifier: word.identifier,
  name: word.name,
  nameAndIdentifier: { en: 'Name, identifier', zh: '名称、标识符' },
  dataType: word.type,
  value: { en: 'Value', zh: '当前值' },
  unit: word.unit,
  deviceTime: { en: 'Device time', zh: '设备时间' },
  desired: { en: 'Desired', zh: '期望值' },
  setProperty: { en: (p: { name: string }) => `Set “${p.name}”`, zh: (p: { name: string }) => `设置${p.name}` },
  pending: {
    en: (p: { duration: string }) => `pending ${p.duration}`,
    zh: (p: { duration: string }) => `待生效 ${p.duration}`,
  },
  kept: {
    en: (p: { duration: string }) => `kept ${p.duration}`,
    zh: (p: { duration: string }) => `已保留 ${p.duration}`,
  },
  keptTip: {
    en: (p: { version: number; time: string }) =>
      `Kept since ${p.time} until the device reports it or it is taken back. Version ${p.version}.`,
    zh: (p: { version: number; time: string }) => `自 ${p.time} 起保留，直至设备上报该值或被撤回。版本 ${p.version}。`,
  },
  pendingTip: {
    en: (p: { version: number; time: string }) =>
      `Sent by a command at ${p.time}, not reported back yet. Version ${p.version}.`,
    zh: (p: { version: number; time: string }) => `由指令于 ${p.time} 下发，设备尚未上报。版本 ${p.version}。`,
  },
  setOne: {
    en: (p: { name: string }) => `Set desired: ${p.name}`,
    zh: (p: { name: string }) => `设置${p.name}的期望值`,
  },
  noneWritable: { en: 'This product has no property that can be set', zh: '该产品没有可设置的属性' },
  takeBack: {
    en: (p: { name: string }) => `Take back desired ${p.name}`,
    zh: (p: { name: string }) => `撤回${p.name}的期望值`,
  },
  setDesired: { en: 'Set desired values', zh: '设置期望值' },
  refused: { en: 'Refused by the unit', zh: '从站拒绝读取' },
  refusedTip: {
    en: (p: { reason: string; time: string }) => `${p.reason}. Asked for again every 10 minutes, last at ${p.time}.`,
    zh: (p: { reason: string; time: string }) => `${p.reason}。每 10 分钟重试一次，最近一次 ${p.time}。`,
  },
  neverReported: { en: 'Never reported', zh: '从未上报' },
  offlineWanted: {
    en: 'The device is offline. It receives its desired values when it connects and requests them.',
    zh: '设备离线。期望值已保留，设备上线并请求时即会下发。',
  },
  emptyTitle: { en: 'Nothing reported yet', zh: '暂无上报数据' },
  empty: { en: 'Properties appear here when the device reports them.', zh: '设备上报属性后，将显示在这里。' },
})

/** These words describe the attributes in shadow documents that are not part of the thing model. */
export const freeText = words({
  title: { en: 'Other attributes', zh: '自定义属性' },
  note: {
    en: 'Reported in shadow documents; not in the thing model',
    zh: '设备通过影子文档上报，物模型中未定义',
  },
  key: { en: 'Attribute', zh: '属性名' },
  value: { en: 'Value', zh: '当前值' },
  time: word.reported,
})
