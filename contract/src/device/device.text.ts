import { texts } from '../text.ts'

export const deviceText = texts('device', {
  unknown: { en: 'There is no such device', zh: '设备不存在', status: 404 },
  disabled: { en: 'This device is disabled', zh: '该设备已被停用', status: 409 },
  offlineState: { en: 'An offline device has no working state', zh: '离线设备没有工作状态' },
  crossedLimits: { en: 'The low limit is above the high one', zh: '下限不能高于上限' },
  emptySpan: { en: 'The end must be after the start', zh: '结束时间必须晚于开始时间' },
  longReport: {
    en: 'The end must be after the start, at most 92 days',
    zh: '结束时间必须晚于开始时间，且不超过 92 天',
    status: 422,
  },
  noCoolers: { en: 'It has no refrigeration device installed', zh: '该客户没有已安装的制冷设备', status: 422 },
  manyCoolers: {
    en: 'It has more than 200 refrigeration devices: export them one by one',
    zh: '制冷设备超过 200 台，请逐台导出',
    status: 422,
  },
  longComparison: {
    en: 'A comparison has at most 1,000 hours, or 1,000 days',
    zh: '对比的时间范围按小时最多 1,000 小时，按天最多 1,000 天',
    status: 422,
  },
  wideComparison: {
    en: 'This property depends on another one, so that every report is read: choose fewer devices or a shorter span',
    zh: '该属性依赖其他属性，需逐条读取上报数据，请减少设备或缩短时间范围',
    status: 422,
  },
  spanAhead: {
    en: 'This span has not begun yet: there is nothing to export',
    zh: '所选时间范围尚未开始，没有可导出的数据',
  },
  sn: {
    en: '4 to 32 letters, digits and _ . : @ -, beginning with a letter or digit',
    zh: '4 至 32 位字母、数字或 _ . : @ -，以字母或数字开头',
    status: 422,
  },
  mac: { en: 'A MAC address has 12 hex digits', zh: 'MAC 地址为 12 位十六进制数', status: 422 },
  secret: { en: '16 to 64 letters or digits', zh: '16 至 64 位字母或数字', status: 422 },
  tagKey: { en: '1 to 64 letters, digits and _ . : -', zh: '1 至 64 位字母、数字或 _ . : -', status: 422 },
  tagTwice: { en: 'Two tags have the same key', zh: '标签键重复', status: 422 },
})
