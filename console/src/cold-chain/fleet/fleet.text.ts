import type { TemperatureVerdict } from '@brigade/contract/cold-chain/cold-chain.model.ts'
import { counting } from '@brigade/contract/plural.ts'
import { words } from '../../platform/locale.ts'

export const fleetText = words({
  title: { en: 'Cold chain', zh: '冷链总览' },
  totals: { en: 'Refrigeration devices', zh: '制冷设备' },
  all: { en: 'All', zh: '全部' },
  running: { en: 'Outside limits now', zh: '当前超限' },
  withExcursions: { en: 'With excursions', zh: '期间有超限' },
  below: { en: 'Judged below 95%', zh: '判定不足 95%' },
  unknown: { en: 'No data', zh: '无数据' },

  keyword: { en: 'Serial number, name or MAC', zh: '序列号、名称或 MAC' },
  customer: { en: 'Customer', zh: '客户' },
  allCustomers: { en: 'All customers', zh: '全部客户' },
  installedIn: { en: 'Region', zh: '所在地区' },
  period: { en: 'Period', zh: '统计期间' },
  week: { en: 'Last 7 days', zh: '近 7 天' },
  day: { en: 'Yesterday', zh: '昨天' },
  month: { en: 'Last 30 days', zh: '近 30 天' },
  quarter: { en: 'Last 90 days', zh: '近 90 天' },
  now: { en: 'Now', zh: '当前状态' },
  anyState: { en: 'Any', zh: '不限' },
  within: { en: 'Not outside limits', zh: '当前未超限' },
  excursionFilter: { en: 'Excursions', zh: '温度超限' },
  none: { en: 'None known', zh: '未发现' },
  coverage: { en: 'Judged', zh: '已判定' },
  anyCoverage: { en: 'Any share', zh: '不限' },
  under: {
    en: (p: { percent: number }) => `Below ${p.percent}%`,
    zh: (p: { percent: number }) => `低于 ${p.percent}%`,
  },
  data: { en: 'Data', zh: '数据' },
  some: { en: 'Some data', zh: '有数据' },

  sn: { en: 'Serial number', zh: '序列号' },
  name: { en: 'Name', zh: '设备名称' },
  model: { en: 'Model', zh: '产品型号' },
  address: { en: 'Address', zh: '地址' },
  temperature: { en: 'Temperature', zh: '柜内温度' },
  asOf: { en: (p: { time: string }) => `Reported ${p.time}`, zh: (p: { time: string }) => `上报于 ${p.time}` },
  limits: { en: 'Limits', zh: '限值' },
  state: { en: 'State', zh: '状态' },
  online: { en: 'Online', zh: '在线' },
  offline: { en: 'Offline', zh: '离线' },
  neverSeen: { en: 'Never connected', zh: '从未连接' },
  disabled: { en: 'Disabled', zh: '已停用' },
  outside: { en: 'Outside limits', zh: '超限中' },
  excursions: { en: 'Excursions', zh: '超限次数' },
  longest: { en: 'Longest', zh: '最长超限' },
  range: { en: 'Lowest – highest', zh: '最低～最高' },
  verdict: { en: 'Verdict', zh: '判定' },
  ofDays: {
    en: (p: { evaluated: number; all: number }) => `${p.evaluated} of ${counting(p.all, 'day')} evaluated`,
    zh: (p: { evaluated: number; all: number }) => `已评估 ${p.evaluated} / ${p.all} 天`,
  },
  periodNote: {
    en: (p: { from: string; to: string; zone: string }) =>
      `${p.from === p.to ? p.from : `${p.from} – ${p.to}`} (${p.zone}) is judged; excursions up to now`,
    zh: (p: { from: string; to: string; zone: string }) =>
      `判定期间 ${p.from === p.to ? p.from : `${p.from} 至 ${p.to}`}（${p.zone}），超限统计至当前`,
  },
  emptyTitle: { en: 'No refrigeration device', zh: '暂无制冷设备' },
  emptyHint: {
    en: 'Installed refrigeration devices appear here with their temperature and how much of it is known.',
    zh: '已安装的制冷设备及其温度、数据完整度将显示在这里。',
  },
  report: { en: 'Report of the customer (PDF)', zh: '客户温度报告（PDF）' },
  siteReport: { en: 'Report (PDF)', zh: '温度报告（PDF）' },
  chooseCustomer: { en: 'Filter by a customer first: a report is about one', zh: '请先按客户筛选：报告按客户生成' },
})

export const verdictText = words({
  clear: { en: 'No excursion', zh: '无温度超限' },
  excursions: { en: 'Excursions', zh: '有温度超限' },
  partly: { en: 'Not enough data', zh: '数据不足' },
  unknown: { en: 'No data', zh: '无数据' },
  noLimits: { en: 'No limits', zh: '未设置限值' },
  notMeasured: { en: 'Not measured', zh: '不测量' },
} satisfies Record<TemperatureVerdict, { en: string; zh: string }>)
