import { counting } from '@brigade/contract/plural.ts'
import { words } from '../../platform/locale.ts'

type Count = { count: string }
type At = { time: string }
type Limit = { limit: string; isHigh: boolean; time: string }

export const wallText = words({
  pageTitle: { en: 'Data wall', zh: '数据大屏' },
  title: { en: 'Fleet overview', zh: '设备运行总览' },
  allOrganisations: { en: 'All organisations', zh: '全部组织' },
  loading: { en: 'Loading the data wall', zh: '正在加载画面' },
  // Top
  asOf: { en: (p: At) => `Statistics as of ${p.time}`, zh: (p: At) => `统计数据截至 ${p.time}` },
  notTaken: { en: 'No statistics taken yet', zh: '尚无统计数据' },
  next: { en: (p: At) => `next at ${p.time}`, zh: (p: At) => `${p.time} 更新` },
  runFailed: { en: 'the latest run failed', zh: '最近一次统计失败' },
  delay: {
    en: (p: { seconds: string }) => `Live events, delay ${p.seconds} s`,
    zh: (p: { seconds: string }) => `实时事件，延迟 ${p.seconds} 秒`,
  },
  live: { en: 'Live', zh: '实时' },
  liveEvents: { en: 'Live events', zh: '实时事件' },
  connecting: { en: 'Connecting', zh: '连接中' },
  connected: { en: 'Connected', zh: '已连接' },
  reconnecting: { en: 'Reconnecting', zh: '正在重连' },
  lastNews: { en: (p: At) => `last event ${p.time}`, zh: (p: At) => `最近事件 ${p.time}` },
  newVersion: { en: 'Load the new version', zh: '加载新版本' },
  // Left
  devices: { en: 'Devices', zh: '设备' },
  online: { en: 'online', zh: '在线率' },
  onlineOf: {
    en: (p: { online: string; all: string }) => `${p.online} of ${p.all} online`,
    zh: (p: { online: string; all: string }) => `共 ${p.all} 台，在线 ${p.online} 台`,
  },
  total: { en: 'Total', zh: '总数' },
  onlineCount: { en: 'Online', zh: '在线' },
  offline: { en: 'Offline', zh: '离线' },
  oven: { en: 'Ovens', zh: '烤箱' },
  cooler: { en: 'Refrigeration', zh: '制冷设备' },
  models: { en: 'Devices by model', zh: '设备型号分布' },
  filled: { en: 'filled: online', zh: '实色为在线' },
  others: { en: (p: Count) => counting(p.count, 'other'), zh: (p: Count) => `其他 ${p.count} 种` },
  noDevices: { en: 'No installed devices', zh: '暂无已安装设备' },
  activations: { en: 'Activations, 30 days', zh: '近 30 天激活' },
  change: {
    en: (p: { change: string }) => `${p.change} vs previous 30 days`,
    zh: (p: { change: string }) => `较前 30 天 ${p.change}`,
  },
  yearChange: {
    en: (p: { change: string }) => `${p.change} vs last year`,
    zh: (p: { change: string }) => `同比 ${p.change}`,
  },
  newChange: { en: 'new: none in previous 30 days', zh: '新增，前 30 天为 0' },
  todaySoFar: { en: (p: Count) => `today ${p.count} so far`, zh: (p: Count) => `今日已激活 ${p.count}` },
  activationsChart: {
    en: (p: Count) => `Activations per day over 30 days, ${p.count} in total`,
    zh: (p: Count) => `近 30 天每日激活数，共 ${p.count}`,
  },
  timeAsOf: { en: (p: At) => `as of ${p.time}`, zh: (p: At) => `截至 ${p.time}` },
  notYet: { en: 'not taken yet', zh: '尚未统计' },
  waitForRun: { en: (p: At) => `due at ${p.time}`, zh: (p: At) => `将于 ${p.time} 统计` },
  // Centre
  cooking: { en: 'Cooking now', zh: '正在烹饪' },
  ofOnlineOvens: {
    en: (p: { share: string }) => `${p.share} of online ovens`,
    zh: (p: { share: string }) => `占在线烤箱 ${p.share}`,
  },
  noOvenOnline: { en: 'no oven is online', zh: '无在线烤箱' },
  inUse: {
    en: (p: { hours: string }) => `in use ${p.hours} h a day`,
    zh: (p: { hours: string }) => `日均使用 ${p.hours} 小时`,
  },
  perSecond: { en: 'Messages per second', zh: '每秒消息数' },
  peak: { en: (p: Count) => `today’s peak ${p.count}`, zh: (p: Count) => `今日峰值 ${p.count}` },
  availability: { en: 'Cooler availability', zh: '制冷设备可用率' },
  sevenDays: { en: (p: At) => `7 days to ${p.time}`, zh: (p: At) => `近 7 天，截至 ${p.time}` },
  commands: { en: 'Commands today', zh: '今日指令' },
  commandsBy: { en: (p: At) => `Commands by ${p.time}`, zh: (p: At) => `今日指令，截至 ${p.time}` },
  succeeded: {
    en: (p: { share: string }) => `${p.share} succeeded`,
    zh: (p: { share: string }) => `成功率 ${p.share}`,
  },
  openFaults: { en: 'Open faults', zh: '未关闭故障' },
  onDevices: { en: (p: Count) => `on ${counting(p.count, 'device')}`, zh: (p: Count) => `涉及 ${p.count} 台设备` },
  onOneDevice: { en: 'on 1 device', zh: '涉及 1 台设备' },
  provinces: { en: 'Devices by province', zh: '设备省份分布' },
  china: { en: 'China', zh: '中国' },
  abroad: { en: 'Elsewhere', zh: '其他国家和地区' },
  notGiven: { en: 'Not given', zh: '未填写' },
  mapLabel: { en: 'Map of China: devices by province', zh: '中国地图：设备省份分布' },
  mapKey: { en: 'Devices', zh: '设备数' },
  mapSource: {
    en: (p: { source: string }) => `Map: ${p.source}`,
    zh: (p: { source: string }) => `地图数据：${p.source}`,
  },
  noMap: { en: 'The map could not be loaded', zh: '地图加载失败' },
  // Events
  kindFault: { en: 'Fault', zh: '故障' },
  kindExcursion: { en: 'Temperature excursion', zh: '温度超限' },
  kindActivation: { en: 'Activation', zh: '激活' },
  kindCleared: { en: 'Cleared', zh: '已消除' },
  kindCommand: { en: 'Command', zh: '指令' },
  /** A device at its place. */
  deviceAt: {
    en: (p: { model: string; place: string }) => `${p.model}, ${p.place}`,
    zh: (p: { model: string; place: string }) => `${p.model}，${p.place}`,
  },
  /** A customer at its place. */
  customerAt: {
    en: (p: { customer: string; place: string }) => `${p.customer}, ${p.place}`,
    zh: (p: { customer: string; place: string }) => `${p.place} ${p.customer}`,
  },
  faultEvent: { en: 'Fault raised', zh: '故障发生' },
  excursionEvent: { en: 'Excursion began', zh: '温度超限' },
  activationEvent: { en: 'Device activated', zh: '设备激活' },
  clearedEvent: { en: 'Fault cleared', zh: '故障消除' },
  commandEvent: { en: 'Command succeeded', zh: '指令成功' },
  firstConnection: { en: 'First connection', zh: '首次连接' },
  lasted: {
    en: (p: { what: string; time: string }) => `${p.what}, ${p.time}`,
    zh: (p: { what: string; time: string }) => `${p.what}，历时 ${p.time}`,
  },
  answered: {
    en: (p: { what: string; time: string }) => `${p.what}, ${p.time}`,
    zh: (p: { what: string; time: string }) => `${p.what}，${p.time}`,
  },
  seconds: { en: (p: Count) => `${p.count} s`, zh: (p: Count) => `${p.count} 秒` },
  beyond: {
    en: (p: { value: string; limit: string; isHigh: boolean }) => `${p.value} °C, limit ${p.limit}`,
    zh: (p: { value: string; limit: string; isHigh: boolean }) =>
      `${p.value} °C，${p.isHigh ? '上限' : '下限'} ${p.limit}`,
  },
  newestFirst: { en: 'newest first', zh: '最新在前' },
  more: { en: (p: Count) => `+${p.count} at once`, zh: (p: Count) => `同时 +${p.count}` },
  noEvents: { en: 'No events in the last few hours', zh: '最近数小时内没有事件' },
  // Right
  faultsToday: { en: 'Faults today', zh: '今日故障' },
  cleared: { en: (p: Count) => `${p.count} cleared, `, zh: (p: Count) => `已消除 ${p.count}，` },
  stillOpen: { en: (p: Count) => `${p.count} open`, zh: (p: Count) => `未消除 ${p.count}` },
  all: { en: 'All', zh: '总数' },
  open: { en: 'Open', zh: '未消除' },
  otherFaults: { en: 'Other faults', zh: '其他故障' },
  noFaults: { en: 'None raised today', zh: '今日无新增故障' },
  recipes: { en: 'Top recipes today', zh: '今日热门菜谱' },
  timesCooked: { en: 'times cooked', zh: '烹饪次数' },
  noRecipes: { en: 'No cooking reported today', zh: '今日暂无烹饪记录' },
  excursions: { en: 'Temperature excursions', zh: '温度超限' },
  liveOpen: { en: (p: Count) => `Live, ${p.count} open`, zh: (p: Count) => `实时，未恢复 ${p.count}` },
  noExcursions: { en: 'No temperature is beyond its limits', zh: '当前无温度超限' },
  limit: {
    en: (p: Limit) => `limit ${p.limit}, ${p.time}`,
    zh: (p: Limit) => `${p.isHigh ? '上限' : '下限'} ${p.limit}，已 ${p.time}`,
  },
  value: { en: (p: { value: string }) => `${p.value} °C`, zh: (p: { value: string }) => `${p.value} °C` },
  worst: { en: (p: { value: string }) => `worst ${p.value} °C`, zh: (p: { value: string }) => `极值 ${p.value} °C` },
  // States
  linkOver: { en: 'This wall link is no longer valid', zh: '大屏链接已失效' },
  linkOverHint: { en: 'Ask whoever gave it to you for a new one.', zh: '请向提供链接的人员索取新链接。' },
  gone: { en: 'You cannot view this organisation', zh: '您无权查看该组织' },
  tooSmall: { en: 'The data wall needs a larger screen', zh: '数据大屏需要更大的屏幕' },
  tooSmallHint: {
    en: 'From 1280 × 720. The same figures are on the statistics screen.',
    zh: '请使用 1280 × 720 以上的屏幕。相同指标可在“数据统计”中查看。',
  },
  toStatistics: { en: 'Open statistics', zh: '打开数据统计' },
})
