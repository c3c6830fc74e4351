import { anyCut, live, liveAndTaken, taken, words, type Figure } from './figure.model.ts'

const faults = { tab: 'faults', cuts: anyCut, deviceKind: null, unit: 'faults', lists: ['faults'] } as const
const ofFaults = ['fault_open', 'fault_record'] as const
const raised = { ...faults, kind: 'flow', moved: 'rows', source: ofFaults } as const
const time = { ...faults, kind: 'quantile', moved: 'devices', unit: 'minutes', lists: [], better: 'less' } as const
export const faultFigures = {
  'faults.raised': {
    ...raised,
    ...taken,
    name: words('Faults raised', '新增故障'),
    formula: words(
      'Faults raised in the period; one that came back within 15 minutes of closing counts once.',
      '期间发生的故障数；关闭后 15 分钟内再次发生的只计一次。',
    ),
    better: 'less',
  },
  'faults.eliminated': {
    ...raised,
    ...taken,
    name: words('Cleared of these', '其中已消除'),
    formula: words('Of the faults raised in the period, those that are over.', '期间发生的故障中已消除的数量。'),
    better: null,
  },
  'faults.active': {
    ...raised,
    ...taken,
    name: words('Active of these', '其中未消除'),
    formula: words('Of the faults raised in the period, those that are not over.', '期间发生的故障中尚未消除的数量。'),
    better: 'less',
  },
  'faults.rate': {
    ...faults,
    ...taken,
    name: words('Faults per 100 device-days', '百台日故障数'),
    formula: words('Faults raised / days of devices installed × 100.', '新增故障 ÷ 已安装设备台日 × 100。'),
    kind: 'ratio',
    moved: 'devices',
    unit: 'perHundred',
    lists: [],
    source: [...ofFaults, 'device_state'],
    better: 'less',
  },
  'faults.open': {
    ...faults,
    ...liveAndTaken,
    name: words('Open faults', '未关闭故障'),
    formula: words('All faults that are not closed, whenever they were raised.', '所有未关闭的故障，不论发生时间。'),
    kind: 'stock',
    moved: 'devices',
    source: ['fault_open'],
    better: 'less',
  },
  'faults.openDevices': {
    ...faults,
    ...live,
    name: words('Devices with an open fault', '故障设备数'),
    formula: words('Devices with at least one fault that is not closed.', '至少有一条未关闭故障的设备台数。'),
    kind: 'stock',
    moved: 'live',
    unit: 'devices',
    source: ['fault_open'],
    lists: [],
    better: 'less',
  },
  'faults.toAcknowledge': {
    ...time,
    ...taken,
    name: words('Time to acknowledge', '确认用时'),
    formula: words(
      'Median time from raising to the first acknowledgement, of faults acknowledged in the period.',
      '期间被确认的故障，从发生到首次确认的用时中位数。',
    ),
    source: ['fault_act', ...ofFaults],
  },
  'faults.toAcknowledge90': {
    ...time,
    ...taken,
    name: words('Time to acknowledge, p90', '确认用时 P90'),
    formula: words(
      'Nine of ten faults acknowledged in the period waited no longer than this.',
      '期间被确认的故障中，90% 的确认用时不超过该值。',
    ),
    source: ['fault_act', ...ofFaults],
  },
  'faults.toEliminate': {
    ...time,
    ...taken,
    name: words('Time to clear', '消除用时'),
    formula: words(
      'Median time from raising to the end, of faults cleared in the period.',
      '期间消除的故障，从发生到消除的用时中位数。',
    ),
    source: ofFaults,
  },
  'faults.toEliminate90': {
    ...time,
    ...taken,
    name: words('Time to clear, p90', '消除用时 P90'),
    formula: words(
      'Nine of ten faults cleared in the period took no longer than this.',
      '期间消除的故障中，90% 的消除用时不超过该值。',
    ),
    source: ofFaults,
  },
  'excursions.open': {
    ...faults,
    ...live,
    name: words('Running excursions', '进行中的温度超限'),
    formula: words('Excursions of refrigeration devices that are not over.', '尚未结束的制冷设备温度超限数。'),
    kind: 'stock',
    moved: 'live',
    source: ['fault_open'],
    lists: ['alarms'],
    deviceKind: 'cooler',
    better: 'less',
  },
} as const satisfies Readonly<Record<string, Figure>>

const searches = { tab: 'searches', ...taken, cuts: [], deviceKind: null, lists: [], source: ['app_search'] } as const
export const searchFigures = {
  'searches.times': {
    ...searches,
    name: words('Searches', '搜索次数'),
    formula: words(
      'Searches in the app; the same words of one person within 10 minutes count once.',
      '应用内搜索次数；同一用户 10 分钟内的相同搜索只计一次。',
    ),
    kind: 'flow',
    moved: 'people',
    unit: 'times',
    better: null,
  },
  'searches.nothing': {
    ...searches,
    name: words('No results', '无结果搜索'),
    formula: words('Of these, searches without results.', '其中没有结果的搜索次数。'),
    kind: 'flow',
    moved: 'people',
    unit: 'times',
    better: 'less',
  },
} as const satisfies Readonly<Record<string, Figure>>
