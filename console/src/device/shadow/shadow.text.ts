import { words } from '../../platform/locale.ts'

/** The shadow table. */
export const shadowText = words({
  deniedBy: {
    en: (p: { name: string; value: string }) => `Means nothing now. ${p.name}: ${p.value}`,
    zh: (p: { name: string; value: string }) => `当前值无效（${p.name}：${p.value}）`,
  },
  title: { en: 'Shadow', zh: '设备影子' },
  version: {
    en: (p: { version: string; time: string }) => `Version ${p.version} · last report ${p.time}`,
    zh: (p: { version: string; time: string }) => `版本 ${p.version} · 最近上报 ${p.time}`,
  },
  refresh: { en: 'Refresh', zh: '刷新' },
  readNow: { en: 'Read from device', zh: '从设备读取' },
  readOffline: { en: 'The device is offline: it cannot be asked', zh: '设备离线，无法读取' },
  identifier: { en: 'Identifier', zh: '标识符' },
  name: { en: 'Name', zh: '名称' },
  value: { en: 'Value', zh: '当前值' },
  unit: { en: 'Unit', zh: '单位' },
  deviceTime: { en: 'Device time', zh: '设备时间' },
  desired: { en: 'Desired', zh: '期望值' },
  setProperty: { en: (p: { name: string }) => `Set ${p.name}`, zh: (p: { name: string }) => `设置${p.name}` },
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
      `Kept since ${p.time} until the device has it or it is taken back. Version ${p.version}.`,
    zh: (p: { version: number; time: string }) => `自 ${p.time} 起保留，直至设备上报该值或被撤回。版本 ${p.version}。`,
  },
  pendingTip: {
    en: (p: { version: number; time: string }) =>
      `Sent by a command at ${p.time}, not reported back yet. Version ${p.version}.`,
    zh: (p: { version: number; time: string }) => `由指令于 ${p.time} 下发，设备尚未上报。版本 ${p.version}。`,
  },
  neverReported: { en: 'Never reported', zh: '从未上报' },
  offlineWanted: {
    en: 'The device is offline. It is told its desired values when it connects and asks for them.',
    zh: '设备离线。期望值已保留，设备上线并请求时即会下发。',
  },
  emptyTitle: { en: 'Nothing reported yet', zh: '暂无上报数据' },
  empty: { en: 'Properties appear here when the device reports them.', zh: '设备上报属性后，将显示在这里。' },
})

/** What the device said of itself in shadow documents, beside its thing model. */
export const freeText = words({
  title: { en: 'Other attributes', zh: '自定义属性' },
  note: {
    en: 'Told in shadow documents; the thing model does not know them',
    zh: '设备通过影子文档上报，物模型中未定义',
  },
  key: { en: 'Attribute', zh: '属性名' },
  value: { en: 'Value', zh: '当前值' },
  time: { en: 'Reported', zh: '上报时间' },
})

/** Values a device shall have, kept until it has them. */
export const desiredText = words({
  open: { en: 'Set desired values', zh: '设置期望值' },
  setOne: {
    en: (p: { name: string }) => `Set desired ${p.name}`,
    zh: (p: { name: string }) => `设置${p.name}的期望值`,
  },
  noneWritable: { en: 'This product has no property that can be set', zh: '该产品没有可设置的属性' },
  what: {
    en: 'A desired value is kept until the device reports it or somebody takes it back.',
    zh: '期望值会一直保留，直到设备上报该值或被人撤回。',
  },
  onlineNow: {
    en: 'The device is online: it is told at once.',
    zh: '设备在线，将立即下发。',
  },
  offlineNow: {
    en: 'The device is offline: it will be told when it connects and asks.',
    zh: '设备离线，将在其上线并请求时下发。',
  },
  property: { en: 'Property', zh: '属性' },
  choose: { en: 'Add a property', zh: '添加属性' },
  most: { en: (p: { max: number }) => `At most ${p.max} at once`, zh: (p: { max: number }) => `一次最多 ${p.max} 项` },
  none: { en: 'Choose what shall be set.', zh: '请选择要设置的属性。' },
  drop: { en: (p: { name: string }) => `Leave out ${p.name}`, zh: (p: { name: string }) => `不设置${p.name}` },
  reported: { en: (p: { value: string }) => `reported ${p.value}`, zh: (p: { value: string }) => `当前值 ${p.value}` },
  desired: { en: (p: { value: string }) => `desired ${p.value}`, zh: (p: { value: string }) => `期望值 ${p.value}` },
  noneYet: { en: 'nothing yet', zh: '暂无' },
  confirm: {
    en: (p: { count: number }) => (p.count === 1 ? 'Set 1 desired value' : `Set ${p.count} desired values`),
    zh: (p: { count: number }) => `设置 ${p.count} 项期望值`,
  },
  done: { en: 'Desired values set', zh: '期望值已设置' },
  takeBack: {
    en: (p: { name: string }) => `Take back desired ${p.name}`,
    zh: (p: { name: string }) => `撤回${p.name}的期望值`,
  },
  takeBackTitle: { en: 'Take back a desired value', zh: '撤回期望值' },
  takeBackBody: {
    en: (p: { name: string; value: string }) =>
      `${p.name} shall no longer become ${p.value}. A device that has heard it already keeps it.`,
    zh: (p: { name: string; value: string }) => `将不再要求${p.name}变为 ${p.value}。设备若已收到，则不受影响。`,
  },
  takeBackConfirm: { en: 'Take it back', zh: '撤回' },
  takenBack: { en: 'Desired value taken back', zh: '期望值已撤回' },
  gone: { en: 'It was taken back or reached meanwhile.', zh: '该期望值已被撤回或已达成。' },
})
