import type { DemoKind } from '@brigade/contract/system/demo/demo.model.ts'
import { words } from '@brigade/contract/text.ts'

type Percent = { percent: string }
type Staying = { what: string; because: string }

/** Words of the demo's badge, its panel and the confirmation. */
export const demoText = words({
  badge: { en: 'Demo data', zh: '演示数据' },
  removing: {
    en: (p: Percent) => `Removing demo data: ${p.percent} %`,
    zh: (p: Percent) => `正在清空演示数据：${p.percent}%`,
  },
  invented: {
    en: 'The customers, devices, people and their past in this installation are invented, to try Brigade with.',
    zh: '本系统中的客户、设备、用户及其历史记录均为虚构，仅供体验。',
  },
  simulated: {
    en: 'A simulated fleet on this machine reports for the devices.',
    zh: '设备数据由本机的模拟设备实时上报。',
  },
  pastComing: {
    en: (p: { written: string; all: string }) =>
      `The past of the devices is still being written (${p.written} of ${p.all}).`,
    zh: (p: { written: string; all: string }) => `设备的历史记录仍在生成：已完成 ${p.written} / ${p.all} 台。`,
  },
  startEmpty: { en: 'Start empty…', zh: '清空并开始使用…' },
  whoMay: { en: 'An administrator can remove it and start empty.', zh: '管理员可清空演示数据并开始使用。' },
  goesOn: {
    en: 'You may close this and go on. If the program stops meanwhile, it continues by itself.',
    zh: '可以关闭此面板继续操作；程序中途停止后会自动继续。',
  },
  title: { en: 'Remove demo data and start empty?', zh: '清空演示数据并开始使用？' },
  confirm: { en: 'Start empty', zh: '清空演示数据' },
  loading: { en: 'Counting what would be removed…', zh: '正在统计将要清空的数据…' },
  goes: {
    en: 'This is removed, with everything reported for it and counted of it:',
    zh: '将清空以下数据，以及相关的上报与统计：',
  },
  nothingGoes: { en: 'Nothing: you use all of it.', zh: '无：均已被您使用。' },
  stays: {
    en: 'The administrator’s account, roles, menus, ready-made models and all that you made yourself stay. The log keeps what was done.',
    zh: '管理员账号、角色、菜单、预置型号以及您自行创建的数据将保留；操作日志保留已发生的操作。',
  },
  staysToo: { en: 'These of the demo stay too, and become yours:', zh: '以下演示数据将一并保留，并归您使用：' },
  because: {
    en: (p: Staying) => `${p.what}, because of ${p.because}`,
    zh: (p: Staying) => `${p.what}（关联 ${p.because}）`,
  },
  more: { en: (p: { n: string }) => `and ${p.n} more`, zh: (p: { n: string }) => `以及另外 ${p.n} 项` },
  final: {
    en: 'The simulated fleet stops. The demo does not come back at the next start.',
    zh: '模拟设备将停止运行，重新启动后演示数据不会恢复。',
  },
  done: { en: 'Demo data removed', zh: '演示数据已清空' },
})

type Counted = { n: number; shown: string }
const of =
  (one: string, many: string) =>
  ({ n, shown }: Counted) =>
    `${shown} ${n === 1 ? one : many}`

/** Names of the counted rows, and the words that stand before a name. */
export const demoKindText = words({
  organisation: {
    en: of('customer or dealer', 'customers and dealers'),
    zh: (p: Counted) => `${p.shown} 个客户与经销商`,
  },
  account: { en: of('sign-in', 'sign-ins'), zh: (p: Counted) => `${p.shown} 个登录账号` },
  device: { en: of('device', 'devices'), zh: (p: Counted) => `${p.shown} 台设备` },
  product: { en: of('model', 'models'), zh: (p: Counted) => `${p.shown} 个型号` },
  app_user: { en: of('app user', 'app users'), zh: (p: Counted) => `${p.shown} 个应用用户` },
  recipe: { en: of('recipe', 'recipes'), zh: (p: Counted) => `${p.shown} 个菜谱` },
  firmware_version: { en: of('firmware version', 'firmware versions'), zh: (p: Counted) => `${p.shown} 个固件版本` },
  upgrade_task: { en: of('upgrade task', 'upgrade tasks'), zh: (p: Counted) => `${p.shown} 个升级任务` },
  push_task: { en: of('push task', 'push tasks'), zh: (p: Counted) => `${p.shown} 个推送任务` },
} satisfies Record<DemoKind, unknown>)
