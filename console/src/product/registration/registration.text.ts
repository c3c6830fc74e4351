import type { DynamicRegistration } from '@brigade/contract/product/registration/registration.endpoints.ts'
import type { Words } from '@brigade/contract/locale.ts'
import { words } from '@brigade/contract/text.ts'

export const registrationText = words({
  title: { en: 'Dynamic registration', zh: '动态注册' },
  about: {
    en: 'Whether devices that carry only the product’s secret may fetch their own secret.',
    zh: '是否允许仅烧录 ProductSecret 的设备自行获取 DeviceSecret。',
  },
  change: { en: 'Change', zh: '修改' },
  confirm: { en: 'Change dynamic registration', zh: '修改动态注册' },
  becomes: {
    en: (p: { from: string; to: string }) => `From “${p.from}” to “${p.to}”.`,
    zh: (p: { from: string; to: string }) => `由“${p.from}”改为“${p.to}”。`,
  },
  changed: { en: 'Dynamic registration changed', zh: '动态注册设置已修改' },
})

export const registrationWords: Readonly<Record<DynamicRegistration, { name: Words; hint: Words }>> = {
  off: {
    name: { en: 'Off', zh: '关闭' },
    hint: {
      en: 'Each device carries its own secret from the factory.',
      zh: '每台设备出厂时均须烧录自己的 DeviceSecret。',
    },
  },
  listed: {
    name: { en: 'Devices entered here', zh: '仅限已登记的设备' },
    hint: {
      en: 'Once per device, before its first connection.',
      zh: '每台设备在首次连接前可获取一次。',
    },
  },
  any: {
    name: { en: 'Any device', zh: '任意设备' },
    hint: {
      en: 'Including devices not entered here, over MQTT; they appear in the uninstalled list. Anyone with the product’s secret can add devices.',
      zh: '未登记的设备也可通过 MQTT 注册，注册后进入未安装列表。任何持有 ProductSecret 的人均可接入设备。',
    },
  },
}
