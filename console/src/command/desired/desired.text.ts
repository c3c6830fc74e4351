import { word } from '@brigade/contract/word.text.ts'
import { words } from '@brigade/contract/text.ts'

/** Values a device shall have, kept until it has them. */
export const desiredText = words({
  open: { en: 'Set desired values', zh: '设置期望值' },
  what: {
    en: 'A desired value is kept until the device reports it or somebody takes it back.',
    zh: '期望值会一直保留，直到设备上报该值或被人撤回。',
  },
  onlineNow: {
    en: 'The device is online: the value is sent at once.',
    zh: '设备在线，将立即下发。',
  },
  offlineNow: {
    en: 'The device is offline: the value is sent when it connects and requests it.',
    zh: '设备离线，将在其上线并请求时下发。',
  },
  property: word.property,
  choose: { en: 'Add a property', zh: '添加属性' },
  most: { en: (p: { max: number }) => `At most ${p.max} at once`, zh: (p: { max: number }) => `一次最多 ${p.max} 项` },
  none: { en: 'Choose the properties to set.', zh: '请选择要设置的属性。' },
  drop: { en: (p: { name: string }) => `Leave out ${p.name}`, zh: (p: { name: string }) => `不设置${p.name}` },
  reported: { en: (p: { value: string }) => `reported ${p.value}`, zh: (p: { value: string }) => `当前值 ${p.value}` },
  desired: { en: (p: { value: string }) => `desired ${p.value}`, zh: (p: { value: string }) => `期望值 ${p.value}` },
  noneYet: { en: 'nothing yet', zh: '暂无' },
  confirm: {
    en: (p: { count: number }) => (p.count === 1 ? 'Set 1 desired value' : `Set ${p.count} desired values`),
    zh: (p: { count: number }) => `设置 ${p.count} 项期望值`,
  },
  done: { en: 'Desired values set', zh: '期望值已设置' },
  takeBackTitle: { en: 'Take back a desired value', zh: '撤回期望值' },
  takeBackBody: {
    en: (p: { name: string; value: string }) =>
      `${p.name} will no longer be set to ${p.value}. A device that has already received the value keeps it.`,
    zh: (p: { name: string; value: string }) => `将不再要求${p.name}变为 ${p.value}。设备若已收到，则不受影响。`,
  },
  takeBackConfirm: { en: 'Take it back', zh: '撤回' },
  takenBack: { en: 'Desired value taken back', zh: '期望值已撤回' },
  gone: { en: 'The value was already taken back or reached.', zh: '该期望值已被撤回或已达成。' },
})
