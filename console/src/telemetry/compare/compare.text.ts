import { word } from '@brigade/contract/word.text.ts'
import { counting } from '@brigade/contract/plural.ts'
import { words } from '@brigade/contract/text.ts'

export const compareText = words({
  title: { en: 'Compare devices', zh: '设备对比' },
  property: word.property,
  ofSome: {
    en: (p: { name: string; count: number; all: number }) => `${p.name} (${p.count} of ${counting(p.all, 'device')})`,
    zh: (p: { name: string; count: number; all: number }) => `${p.name}（${p.count} / ${p.all} 台）`,
  },
  by: { en: 'Step', zh: '统计粒度' },
  hour: { en: 'By hour', zh: '按小时' },
  dayStep: { en: 'By day', zh: '按天' },
  span: word.span,
  day: word.hours24,
  week: word.days7,
  month: word.days30,
  quarter: { en: '90 d', zh: '90 天' },
  own: { en: 'Days', zh: '指定日期' },
  devices: { en: (p: { count: number }) => `Devices (${p.count})`, zh: (p: { count: number }) => `设备（${p.count}）` },
  chooseDevices: { en: 'Devices to compare', zh: '对比设备' },
  find: { en: 'Find by SN or name', zh: '按 SN 或名称查找' },
  nothingFound: { en: 'No device found', zh: '未找到设备' },
  most: {
    en: (p: { max: number }) => `At most ${counting(p.max, 'device')}`,
    zh: (p: { max: number }) => `最多 ${p.max} 台设备`,
  },
  meanOf: {
    en: (p: { name: string; by: string }) => `${p.name}: mean by ${p.by}`,
    zh: (p: { name: string; by: string }) => `${p.name}：${p.by}平均值`,
  },
  byHour: { en: 'hour', zh: '每小时' },
  byDay: { en: 'day', zh: '每日' },
  label: {
    en: (p: { name: string; count: number; from: string; to: string }) =>
      `${p.name} of ${counting(p.count, 'device')}: ${p.from} – ${p.to}`,
    zh: (p: { name: string; count: number; from: string; to: string }) =>
      `${p.count} 台设备的${p.name}：${p.from} – ${p.to}`,
  },
  onlyByDay: { en: 'Longer than 1,000 hours: by day', zh: '超过 1,000 小时，按天统计' },
  dayZone: {
    en: (p: { zone: string }) => `Days of ${p.zone}. A gap in a line is a time without reports.`,
    zh: (p: { zone: string }) => `按 ${p.zone} 时区划分日期。曲线中断处为无上报的时段。`,
  },
  gaps: { en: 'A gap in a line is a time without reports.', zh: '曲线中断处为无上报的时段。' },
  table: word.devices,
  device: word.device,
  sn: { en: 'SN', zh: 'SN' },
  lowest: { en: (p: { unit: string }) => `Lowest${p.unit}`, zh: (p: { unit: string }) => `最低${p.unit}` },
  mean: { en: (p: { unit: string }) => `Mean${p.unit}`, zh: (p: { unit: string }) => `平均${p.unit}` },
  highest: { en: (p: { unit: string }) => `Highest${p.unit}`, zh: (p: { unit: string }) => `最高${p.unit}` },
  inUnit: { en: (p: { unit: string }) => ` (${p.unit})`, zh: (p: { unit: string }) => `（${p.unit}）` },
  reports: { en: 'Reports', zh: '上报次数' },
  standing: { en: 'Note', zh: '说明' },
  noReports: { en: 'No reports in this span', zh: '该时段无上报' },
  noProperty: { en: 'Its model does not have this property', zh: '物模型无此属性' },
  noNumber: { en: 'No number in its model', zh: '物模型中不是数值' },
  otherUnit: {
    en: (p: { unit: string }) => (p.unit === '' ? 'Without a unit in its model' : `In ${p.unit} in its model`),
    zh: (p: { unit: string }) => (p.unit === '' ? '物模型中无单位' : `物模型中单位为 ${p.unit}`),
  },
  leftOut: {
    en: (p: { count: number }) =>
      p.count === 1
        ? '1 device is not compared: the table below says why.'
        : `${p.count} devices are not compared: the table below says why.`,
    zh: (p: { count: number }) => `${p.count} 台设备未参与对比，原因见下表。`,
  },
  open: { en: 'History', zh: '历史数据' },
  remove: { en: 'Remove from the comparison', zh: '移出对比' },
  lastOne: { en: 'It is the only device', zh: '仅剩此设备' },
  download: { en: 'Download (CSV)', zh: '下载（CSV）' },
  export: { en: 'Export (Excel)', zh: '导出（Excel）' },
  nothingToDownload: { en: 'There are no values', zh: '没有可下载的数据' },
  time: word.time,
  unit: word.unit,
  emptyTitle: { en: 'No devices chosen', zh: '尚未选择设备' },
  emptyHint: {
    en: 'Choose devices here, or select them in the device list and press Compare.',
    zh: '请在此选择设备，或在设备列表中勾选后点击“对比”。',
  },
  refusedTitle: { en: 'This comparison cannot be shown', zh: '无法显示该对比' },
  refusedHint: {
    en: 'One of its devices does not exist, or you may not see it.',
    zh: '其中有设备不存在，或您无权查看。',
  },
  chooseOthers: { en: 'Choose other devices', zh: '重新选择设备' },
  noProperties: {
    en: 'The models of these devices have no number to compare',
    zh: '所选设备的物模型没有可对比的数值属性',
  },
  backToList: { en: 'Device list', zh: '设备列表' },
})
