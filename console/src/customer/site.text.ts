import { word } from '@brigade/contract/word.text.ts'
import type { SiteEventKind } from '@brigade/contract/customer/site.model.ts'
import type { CommandStatus } from '@brigade/contract/command/command.model.ts'
import { counting } from '@brigade/contract/plural.ts'
import { words } from '@brigade/contract/text.ts'

type Count = { count: number }

/** The present state of a site. */
export const siteText = words({
  title: { en: 'Now', zh: '现场概况' },
  machines: word.devices,
  machinesOf: {
    en: (p: { online: number; all: number }) => `${p.online} of ${p.all} online`,
    zh: (p: { online: number; all: number }) => `${p.online} / ${p.all} 台在线`,
  },
  faulty: { en: (p: Count) => `${p.count} with a fault`, zh: (p: Count) => `${p.count} 台有故障` },
  disabled: { en: (p: Count) => `${p.count} disabled`, zh: (p: Count) => `${p.count} 台已停用` },
  neverSeen: { en: (p: Count) => `${p.count} never connected`, zh: (p: Count) => `${p.count} 台从未连接` },
  faults: { en: 'Open faults and alarms', zh: '未关闭的故障与告警' },
  noFaults: { en: 'None open', zh: '无' },
  faultsOf: {
    en: (p: { faults: number; alarms: number }) => `${counting(p.faults, 'fault')}, ${counting(p.alarms, 'alarm')}`,
    zh: (p: { faults: number; alarms: number }) => `故障 ${p.faults} 条，告警 ${p.alarms} 条`,
  },
  oldest: {
    en: (p: { time: string }) => `the oldest since ${p.time}`,
    zh: (p: { time: string }) => `最早于 ${p.time}`,
  },
  coldChain: { en: 'Cold chain', zh: '冷链' },
  excursions: {
    en: (p: Count) => `${counting(p.count, 'refrigerator')} outside limits now`,
    zh: (p: Count) => `${p.count} 台当前超限`,
  },
  noExcursion: { en: 'No excursion is known to be running', zh: '未发现正在发生的温度超限' },
  noCoolers: { en: 'No refrigeration devices', zh: '无制冷设备' },
  openColdChain: { en: 'Temperatures and report', zh: '温度与报告' },
  warranty: { en: 'Warranty', zh: '质保' },
  warrantyOf: {
    en: (p: { inForce: number; over: number }) => `${p.inForce} in, ${p.over} out of warranty`,
    zh: (p: { inForce: number; over: number }) => `在保 ${p.inForce} 台，过保 ${p.over} 台`,
  },
  warrantyUnknown: { en: (p: Count) => `${p.count} without a date`, zh: (p: Count) => `${p.count} 台未登记` },
  endsSoon: { en: (p: Count) => `${p.count} end within 60 days`, zh: (p: Count) => `${p.count} 台 60 天内到期` },
  nextEnd: { en: (p: { day: string }) => `next on ${p.day}`, zh: (p: { day: string }) => `最近到期 ${p.day}` },
  people: word.people,
  staff: { en: (p: Count) => counting(p.count, 'account'), zh: (p: Count) => `${p.count} 个账号` },
  appUsers: { en: (p: Count) => counting(p.count, 'app user'), zh: (p: Count) => `${p.count} 位应用用户` },
  recipes: word.recipes,
  held: { en: (p: Count) => `${p.count} on its ovens`, zh: (p: Count) => `烤箱内 ${p.count} 个` },
  failing: { en: (p: Count) => `${p.count} could not be sent`, zh: (p: Count) => `${p.count} 个未能下发` },
  dishes: {
    en: (p: Count) => `${counting(p.count, 'dish', 'dishes')} in 30 days`,
    zh: (p: Count) => `近 30 天烹饪 ${p.count} 次`,
  },
  firmware: word.firmware,
  versions: { en: (p: Count) => counting(p.count, 'version'), zh: (p: Count) => `${p.count} 个版本` },
  silent: { en: (p: Count) => `${p.count} without a report`, zh: (p: Count) => `${p.count} 台未上报` },
  upgrades: {
    en: (p: Count) => `${counting(p.count, 'upgrade task')} not over`,
    zh: (p: Count) => `${p.count} 个升级任务未结束`,
  },
  notSeen: { en: 'Not visible to your role', zh: '当前角色无权查看' },
})

/** The tabs that only a customer has. */
export const siteTabText = words({
  faults: word.openFaults,
  people: word.people,
  recipes: word.recipes,
  firmware: word.firmware,
  timeline: { en: 'Timeline', zh: '时间线' },
  openOvens: { en: 'Oven faults', zh: '烤箱故障列表' },
  openCoolers: { en: 'Refrigeration faults', zh: '制冷设备故障列表' },
  noFaults: { en: 'No open fault', zh: '暂无未关闭的故障' },
  noFaultsHint: {
    en: 'Faults and alarms of its devices that are not closed appear here.',
    zh: '设备尚未关闭的故障与告警将显示在这里。',
  },
  fault: word.fault,
  severity: { en: 'Severity', zh: '级别' },
  handling: { en: 'Handling', zh: '处理状态' },
  device: word.device,
  raisedAt: { en: 'Raised', zh: '发生时间' },
})

export const sitePeopleText = words({
  people: word.people,
  kind: word.kind,
  everybody: word.all,
  staff: { en: 'Staff accounts', zh: '客户账号' },
  users: word.appUsers,
  staffOne: word.account,
  userOne: { en: 'App user', zh: '绑定用户' },
  name: word.name,
  what: { en: 'Role or devices', zh: '角色 / 设备' },
  devices: {
    en: (p: { count: number; owned: number }) => `${counting(p.count, 'device')}, owner of ${p.owned}`,
    zh: (p: { count: number; owned: number }) => `${p.count} 台设备，其中 ${p.owned} 台为主用户`,
  },
  phone: word.phone,
  state: word.state,
  lastAt: word.lastSeen,
  never: { en: 'Never', zh: '从未' },
  nobody: { en: 'No accounts and no app users', zh: '暂无账号和应用用户' },
  noStaff: { en: 'No accounts', zh: '暂无账号' },
  noUsers: { en: 'No app users', zh: '暂无应用用户' },
  nobodyHint: {
    en: 'Accounts of the customer appear here, and people to whose phone app a device here is bound.',
    zh: '此处显示该客户的账号，以及绑定了现场设备的应用用户。',
  },
})

export const siteRecipesText = words({
  recipes: word.recipes,
  recipe: word.recipe,
  ovens: word.ovens,
  held: { en: 'On the ovens', zh: '烤箱内版本' },
  wanted: { en: 'Target', zh: '目标版本' },
  state: word.state,
  changed: word.lastChanged,
  version: { en: (p: { version: number }) => `v${p.version}`, zh: (p: { version: number }) => `v${p.version}` },
  versionOn: {
    en: (p: { version: number; count: number }) => `v${p.version} on ${p.count}`,
    zh: (p: { version: number; count: number }) => `v${p.version}（${p.count} 台）`,
  },
  mark: word.listMark,
  notHeld: { en: 'On none yet', zh: '尚未下发' },
  removed: { en: 'To be removed', zh: '待移除' },
  failing: { en: (p: Count) => `${counting(p.count, 'oven')} failed`, zh: (p: Count) => `${p.count} 台失败` },
  waiting: { en: (p: Count) => `${counting(p.count, 'oven')} waiting`, zh: (p: Count) => `${p.count} 台等待中` },
  done: { en: 'On all of them', zh: '已全部下发' },
  none: { en: 'No recipe was sent here', zh: '暂无下发到现场的菜谱' },
  noneHint: {
    en: 'Recipes that ovens installed here hold, or are to have, appear here.',
    zh: '此处显示现场烤箱已有或待下发的菜谱。',
  },
})

export const siteFirmwareText = words({
  versions: { en: 'Firmware in use', zh: '在用固件' },
  version: word.version,
  module: word.module,
  model: word.model,
  devices: word.deviceCount,
  notReported: { en: 'Not reported', zh: '未上报' },
  none: { en: 'No device is installed here', zh: '暂无已安装的设备' },
  noneHint: { en: 'The firmware that devices here report appears here.', zh: '现场设备上报的固件版本将显示在这里。' },
  upgrades: { en: 'Upgrade tasks that are not over', zh: '未结束的升级任务' },
  noUpgrades: { en: 'None concerns a device here', zh: '没有涉及现场设备的升级任务' },
  more: {
    en: (p: Count) => `${counting(p.count, 'older one is', 'older ones are')} not listed`,
    zh: (p: Count) => `另有 ${p.count} 个较早的任务未列出`,
  },
  task: { en: 'Task', zh: '任务' },
  status: { en: 'Status', zh: '任务状态' },
  progress: { en: 'Devices here', zh: '现场设备' },
  doneOf: {
    en: (p: { done: number; devices: number }) => `${p.done} of ${p.devices} done`,
    zh: (p: { done: number; devices: number }) => `${p.done} / ${p.devices} 已完成`,
  },
  failed: { en: (p: Count) => `, ${p.count} failed`, zh: (p: Count) => `，${p.count} 失败` },
  started: { en: 'Started', zh: '开始时间' },
  notStarted: { en: 'Not yet', zh: '尚未开始' },
})

export const timelineText = words({
  filter: word.show,
  everything: { en: 'Everything', zh: '全部' },
  time: word.time,
  what: word.event,
  device: word.device,
  detail: { en: 'What happened', zh: '详情' },
  older: { en: 'Older', zh: '更早' },
  newest: { en: 'Newest', zh: '最新' },
  empty: { en: 'Nothing is known of this', zh: '暂无记录' },
  note: {
    en: 'Of a device that was transferred: what happened while it was here. Rows that are no longer kept are not shown.',
    zh: '设备曾转移的，仅显示其归属本客户期间的事件；超过保留期的记录不再显示。',
  },
  noRight: { en: 'Your role lets you see no events of devices', zh: '当前角色无权查看设备事件' },
  came: { en: 'Came to this customer', zh: '划入本客户' },
  left: { en: 'Went to another organisation', zh: '划出至其他组织' },
  boundOn: { en: 'Bound to an app user', zh: '绑定应用用户' },
  boundOff: { en: 'Unbound from an app user', zh: '解绑应用用户' },
  lost: { en: 'Connection lost', zh: '连接中断' },
  disconnected: { en: 'Disconnected', zh: '主动断开' },
  gateway: { en: 'Its gateway went offline', zh: '所属网关离线' },
  upgraded: {
    en: (p: { from: string; to: string }) => `${p.from} → ${p.to}`,
    zh: (p: { from: string; to: string }) => `${p.from} → ${p.to}`,
  },
  upgradeFailed: { en: (p: { to: string }) => `${p.to} failed`, zh: (p: { to: string }) => `${p.to} 升级失败` },
  version: {
    en: (p: { version: number }) => `version ${p.version}`,
    zh: (p: { version: number }) => `版本 ${p.version}`,
  },
  cooked: {
    en: (p: { dishes: number; ovens: number }) =>
      `${counting(p.dishes, 'dish', 'dishes')} on ${counting(p.ovens, 'oven')} this day`,
    zh: (p: { dishes: number; ovens: number }) => `当天 ${p.ovens} 台烤箱烹饪 ${p.dishes} 次`,
  },
  high: {
    en: (p: { worst: string; limit: string }) => `Up to ${p.worst}, limit ${p.limit}`,
    zh: (p: { worst: string; limit: string }) => `最高 ${p.worst}，上限 ${p.limit}`,
  },
  low: {
    en: (p: { worst: string; limit: string }) => `Down to ${p.worst}, limit ${p.limit}`,
    zh: (p: { worst: string; limit: string }) => `最低 ${p.worst}，下限 ${p.limit}`,
  },
  lasted: { en: (p: { time: string }) => `for ${p.time}`, zh: (p: { time: string }) => `持续 ${p.time}` },
  running: { en: 'still running', zh: '仍在持续' },
  endUnknown: { en: 'ended elsewhere', zh: '结束时已不在此处' },
  set: { en: 'Values set', zh: '设置属性' },
  get: { en: 'Values requested', zh: '查询属性' },
})

export const siteEventWords = words({
  raised: { en: 'Fault raised', zh: '故障发生' },
  closed: { en: 'Fault closed', zh: '故障关闭' },
  excursion: { en: 'Excursion', zh: '温度超限' },
  offline: word.offline,
  moved: { en: 'Transfer', zh: '转移' },
  bound: { en: 'Binding', zh: '绑定' },
  firmware: { en: 'Firmware', zh: '固件升级' },
  recipe: { en: 'Recipe sent', zh: '菜谱下发' },
  command: word.command,
  cooked: { en: 'Cooking', zh: '烹饪' },
} satisfies Record<SiteEventKind, { en: string; zh: string }>)

export const commandOutcomeWords = words({
  created: { en: 'under way', zh: '进行中' },
  sent: { en: 'under way', zh: '进行中' },
  acknowledged: { en: 'under way', zh: '进行中' },
  succeeded: { en: 'succeeded', zh: '成功' },
  failed: { en: 'failed', zh: '失败' },
  unknown: { en: 'outcome unknown', zh: '结果未知' },
  timed_out: { en: 'no answer', zh: '无应答' },
  late: { en: 'answered late', zh: '超时后应答' },
} satisfies Record<CommandStatus, { en: string; zh: string }>)
