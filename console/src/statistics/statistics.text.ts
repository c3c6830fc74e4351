import { word } from '@brigade/contract/word.text.ts'
import { counting } from '@brigade/contract/plural.ts'
import { kindWords, restWords } from '@brigade/contract/statistics/part-words.ts'
import { words } from '@brigade/contract/text.ts'

type At = { at: string }

export const statisticsText = words({
  title: { en: 'Statistics', zh: '数据统计' },
  tabs: { en: 'Parts of the statistics', zh: '统计分区' },
  overview: { en: 'Overview', zh: '总览' },
  devices: word.devices,
  users: { en: 'Users', zh: '用户' },
  recipes: word.recipes,
  faults: word.faults,
  searches: { en: 'Searches', zh: '搜索' },
  runs: { en: 'Runs', zh: '统计批次' },

  range: { en: 'Range', zh: '时间范围' },
  today: { en: 'Today', zh: '今天' },
  days: { en: (p: { n: number }) => counting(p.n, 'day'), zh: (p: { n: number }) => `近 ${p.n} 天` },
  own: word.custom,
  ownDays: { en: 'First and last day', zh: '起止日期' },
  filters: { en: 'Filters', zh: '筛选' },
  organisation: word.organisation,
  allOrganisations: word.allOrganisations,
  product: { en: 'Series and model', zh: '系列与型号' },
  allProducts: word.allModels,
  kind: { en: 'Kind', zh: '设备类型' },
  bothKinds: { en: 'Ovens and refrigeration', zh: '烤箱与制冷设备' },
  ovens: kindWords.oven,
  coolers: kindWords.cooler,
  province: { en: 'Province', zh: '省份' },
  allProvinces: { en: 'All provinces', zh: '全部省份' },
  elsewhere: restWords.elsewhere,
  unknown: restWords.unknown,
  clear: word.clearFilters,
  export: word.export,

  zone: {
    en: (p: { offset: string }) => `Days and runs in ${p.offset}`,
    zh: (p: { offset: string }) => `按 ${p.offset} 时区统计`,
  },
  offsetFrom: {
    en: (p: { day: string; offset: string }) => `from ${p.day} in ${p.offset}`,
    zh: (p: { day: string; offset: string }) => `${p.day} 起 ${p.offset}`,
  },
  list: word.listMark,
  asOf: { en: (p: At) => `as of ${p.at}`, zh: (p: At) => `截至 ${p.at}` },
  next: { en: (p: At) => `next at ${p.at}`, zh: (p: At) => `下次 ${p.at}` },
  live: { en: 'Live', zh: '实时' },
  notYet: {
    en: (p: At) => `No statistics have been taken yet. The first run is at ${p.at}; live figures are shown now.`,
    zh: (p: At) => `尚未进行统计，首次统计时间为 ${p.at}；当前仅显示实时指标。`,
  },
  pastComing: {
    en: (p: { written: string; all: string }) =>
      `The past of the demo devices is still being written (${p.written} of ${p.all}). The statistics are taken after it; live figures are shown now.`,
    zh: (p: { written: string; all: string }) =>
      `演示设备的历史记录仍在生成：已完成 ${p.written} / ${p.all} 台，完成后进行统计；当前仅显示实时指标。`,
  },
  pastCounted: {
    en: 'The past of the demo devices is written, and its days are being counted; live figures are shown now.',
    zh: '演示设备的历史记录已生成，正在逐日统计；当前仅显示实时指标。',
  },
  stale: {
    en: (p: { due: string; at: string }) =>
      `The run of ${p.due} has not ended or has failed: figures are as of ${p.at}.`,
    zh: (p: { due: string; at: string }) => `${p.due} 的统计未完成或失败，当前显示截至 ${p.at} 的数据。`,
  },
  liveLost: {
    en: (p: At) => `Live figures could not be refreshed; they are from ${p.at}.`,
    zh: (p: At) => `实时指标刷新失败，当前为 ${p.at} 的数据。`,
  },

  attention: { en: 'Needs attention', zh: '待处理事项' },
  attentionNone: { en: 'Nothing needs attention', zh: '暂无待处理事项' },
  'attention-critical': {
    en: (p: { n: number; count: string }) =>
      p.n === 1 ? '1 active critical fault' : `${p.count} active critical faults`,
    zh: (p: { n: number; count: string }) => `${p.count} 个未消除的紧急故障`,
  },
  'attention-excursions': {
    en: (p: { n: number; count: string }) => (p.n === 1 ? '1 running excursion' : `${p.count} running excursions`),
    zh: (p: { n: number; count: string }) => `${p.count} 个进行中的温度超限`,
  },
  'attention-offline': {
    en: (p: { n: number; count: string }) => (p.n === 1 ? '1 offline alarm' : `${p.count} offline alarms`),
    zh: (p: { n: number; count: string }) => `${p.count} 台设备长时间离线`,
  },
  'attention-firmware': {
    en: (p: { n: number; count: string }) =>
      p.n === 1 ? '1 upgrade awaits approval' : `${p.count} upgrades await approval`,
    zh: (p: { n: number; count: string }) => `${p.count} 个升级任务待审批`,
  },
  'attention-imports': {
    en: (p: { n: number; count: string }) =>
      p.n === 1 ? '1 import with refused rows' : `${p.count} imports with refused rows`,
    zh: (p: { n: number; count: string }) => `${p.count} 个导入有未通过的数据`,
  },
  shelvedToo: {
    en: (p: { count: string }) => `${p.count} more shelved`,
    zh: (p: { count: string }) => `另有 ${p.count} 个已暂缓`,
  },
  since: {
    en: (p: { duration: string }) => `longest ${p.duration}`,
    zh: (p: { duration: string }) => `最长 ${p.duration}`,
  },
  nobody: {
    en: 'Critical faults are only shown here. Set up e-mail to be notified: a mail server, and an address for somebody who acknowledges faults.',
    zh: '紧急故障仅在此处显示。请配置邮件服务器，并为负责确认故障的人员填写邮箱，以便接收通知。',
  },

  strip: { en: 'Figures', zh: '指标' },
  change: { en: 'Change', zh: '环比' },
  changeHint: {
    en: 'Against the previous period; a day that has begun against the same hours',
    zh: '环比：与上一个相同长度的时段相比，未结束的一天与相同时刻之前相比',
  },
  yearAgo: { en: 'Year on year', zh: '同比' },
  yearHint: { en: 'Against the same days a year earlier', zh: '同比：与去年同期相比' },
  wholeDaysHint: {
    en: (p: { value: string }) => `; both without the day that has begun (${p.value})`,
    zh: (p: { value: string }) => `；双方均不含未结束的一天（本期 ${p.value}）`,
  },
  isNew: { en: 'new', zh: '新增' },
  about: {
    en: (p: { name: string }) => `What “${p.name}” counts`,
    zh: (p: { name: string }) => `“${p.name}”的统计口径`,
  },
  until: { en: (p: { day: string }) => `to ${p.day}`, zh: (p: { day: string }) => `截至 ${p.day}` },
  'reason-not-taken': { en: 'Not taken for this time', zh: '该时段未统计' },
  'reason-not-kept': { en: 'Not kept for these filters', zh: '该筛选条件下不提供' },
  'reason-not-reported': { en: 'No device reported it', zh: '没有设备上报该数据' },
  'reason-no-base': { en: 'Nothing to calculate a share of', zh: '无可计算的基数' },
  showTrend: { en: (p: { name: string }) => `Trend of ${p.name}`, zh: (p: { name: string }) => `查看${p.name}趋势` },

  target: { en: 'Target', zh: '目标值' },
  targetOf: { en: (p: { value: string }) => `Target ${p.value}`, zh: (p: { value: string }) => `目标 ${p.value}` },
  targetReached: {
    en: (p: { value: string }) => `Target ${p.value}, reached`,
    zh: (p: { value: string }) => `目标 ${p.value}，已达成`,
  },
  targetMissed: {
    en: (p: { value: string }) => `Target ${p.value}, not reached`,
    zh: (p: { value: string }) => `目标 ${p.value}，未达成`,
  },
  setTarget: { en: 'Set a target', zh: '设置目标值' },
  changeTarget: { en: 'Change the target', zh: '修改目标值' },
  targetHint: {
    en: 'Empty: no target. It is shown as a line in the trend.',
    zh: '留空则不设目标值；目标值在趋势图中显示为一条线。',
  },
  targetWrong: { en: 'Enter a number of 0 or more', zh: '请输入不小于 0 的数字' },
  targetSaved: { en: 'Target saved', zh: '目标值已保存' },
  targetGone: { en: 'Target removed', zh: '目标值已移除' },
  save: word.save,
  cancel: word.cancel,

  trend: { en: (p: { name: string }) => `${p.name}, trend`, zh: (p: { name: string }) => `${p.name}趋势` },
  figure: { en: 'Figure', zh: '指标' },
  now: { en: 'This period', zh: '本期' },
  before: { en: 'Last period', zh: '上期' },
  trendLabel: {
    en: (p: { name: string; from: string; to: string }) =>
      `${p.name} from ${p.from} to ${p.to}, the last period dashed. The table has the same figures.`,
    zh: (p: { name: string; from: string; to: string }) =>
      `${p.name}，${p.from} 至 ${p.to}，虚线为上期，表格列出相同数据。`,
  },
  openLabel: {
    en: (p: At) => ` The last day is not over: it is counted as of ${p.at}.`,
    zh: (p: At) => `最后一天尚未结束，数据截至 ${p.at}。`,
  },
  soFar: { en: (p: At) => `so far, as of ${p.at}`, zh: (p: At) => `截至目前（${p.at}）` },
  upTo: { en: (p: At) => `to ${p.at}`, zh: (p: At) => `至 ${p.at}` },
  hourly: { en: 'by hour', zh: '按小时' },
  daily: { en: 'by day', zh: '按天' },
  dailyOver: {
    en: (p: { n: number }) => `by day, each over the last ${counting(p.n, 'day')}`,
    zh: (p: { n: number }) => `按天，每天取近 ${p.n} 日值`,
  },

  splitOf: {
    en: (p: { name: string; by: string }) => `${p.name} by ${p.by}`,
    zh: (p: { name: string; by: string }) => `${p.name}（按${p.by}）`,
  },
  'by-kind': { en: 'kind', zh: '设备类型' },
  'by-product': { en: 'model', zh: '型号' },
  'by-province': { en: 'province', zh: '省份' },
  'by-channel': { en: 'channel', zh: '渠道' },
  'by-warranty': { en: 'warranty', zh: '质保状态' },
  'by-firmware': { en: 'firmware version', zh: '固件版本' },
  'by-appType': { en: 'app', zh: '应用类型' },
  'by-category': { en: 'category', zh: '分类' },
  'by-language': { en: 'language', zh: '语言' },
  'by-severity': { en: 'severity', zh: '级别' },
  'by-code': { en: 'code', zh: '代码' },
  'by-cause': { en: 'cause', zh: '故障原因' },
  part: { en: 'Part', zh: '项目' },
  value: { en: 'Value', zh: '数值' },
  share: { en: 'Share', zh: '占比' },
  sum: { en: 'Total', zh: '合计' },
  others: restWords.others,
  othersOf: { en: (p: { n: number }) => counting(p.n, 'other'), zh: (p: { n: number }) => `其他 ${p.n} 项` },
  noParts: { en: 'Nothing was counted in this range', zh: '该时段没有数据' },
  partWord: { en: 'Shade:', zh: '深色：' },

  map: { en: (p: { name: string }) => `${p.name} by province`, zh: (p: { name: string }) => `${p.name}省份分布` },
  mapLabel: {
    en: (p: { name: string; count: string }) =>
      `Map of China: ${p.name}, ${p.count} in total. The table has the same figures.`,
    zh: (p: { name: string; count: string }) => `中国地图：${p.name}，共 ${p.count}，表格列出相同数据。`,
  },
  china: { en: 'China', zh: '中国' },
  noMap: { en: 'The map could not be loaded; the table has the same figures.', zh: '地图加载失败，请查看表格。' },
  mapSource: {
    en: (p: { source: string }) => `Map: ${p.source}`,
    zh: (p: { source: string }) => `地图数据：${p.source}`,
  },

  top: { en: 'Top list', zh: '排行榜' },
  topOf: {
    en: (p: { of: string; by: string }) => `${p.of} by ${p.by}`,
    zh: (p: { of: string; by: string }) => `${p.of}排行（按${p.by}）`,
  },
  ofLabel: { en: 'Of', zh: '对象' },
  byLabel: { en: 'By', zh: '排序依据' },
  sizeLabel: { en: 'Rows', zh: '条数' },
  'of-models': { en: 'Models', zh: '型号' },
  'of-customers': word.customers,
  'of-provinces': { en: 'Provinces', zh: '省份' },
  'of-codes': { en: 'Fault codes', zh: '故障代码' },
  'of-recipes': word.recipes,
  'topBy-devices': { en: 'devices', zh: '设备数' },
  'topBy-faults': { en: 'faults', zh: '故障数' },
  'topBy-cooked': { en: 'times cooked', zh: '烹饪次数' },
  'topBy-downloads': { en: 'downloads', zh: '下载次数' },
  'topBy-favourites': { en: 'favourites', zh: '收藏数' },

  keywords: { en: 'Keywords', zh: '搜索关键词' },
  keywordsNote: {
    en: (p: { n: number }) => `Searched by ${counting(p.n, 'person', 'people')} or more`,
    zh: (p: { n: number }) => `仅显示至少 ${p.n} 人搜索过的词`,
  },
  word: { en: 'Keyword', zh: '关键词' },
  times: { en: 'Times', zh: '次数' },
  people: { en: 'Users', zh: '用户数' },
  nothing: { en: 'No results', zh: '无结果' },
  noKeywords: { en: 'No keyword was searched by enough people in this range', zh: '该时段没有达到人数要求的关键词' },
})
