import { texts } from '../../text.ts'

export const coolerText = texts('device', {
  noReset: {
    en: 'Devices of this product cannot restore their factory settings from afar',
    zh: '该产品的设备不支持远程恢复出厂设置',
    status: 409,
  },
})
