import { createHash } from 'node:crypto'
import type { ChannelType } from '@brigade/contract/customer/organisation.model.ts'
import type { DeviceKind } from '@brigade/contract/product/product.model.ts'

/** One demo device. Its customer is one of customer.seed.ts, by name; the dates are of its installation. */
export type DemoDevice = Readonly<{
  sn: string
  name: string
  productKey: string
  customer: string
  /** The national code of a region; otherwise `place` is the place in words. */
  region?: string
  place?: string
  address: string
  channelType: ChannelType
  /** Also by name. */
  channel?: string
  /** A date, or how many days before the demo begins. */
  installed: string | Readonly<{ daysAgo: number }>
  /** Null: the warranty was never registered. */
  warrantyDays: number | null
}>

const nordkocht = { channelType: 'distributor', channel: 'Nordkocht Küchentechnik' } as const
const huadong = { channelType: 'distributor', channel: '华东厨房设备有限公司' } as const
const hengwei = { channelType: 'agent', channel: '苏州恒味餐饮设备' } as const
const hamburg = { customer: 'Grand Quay Hotel', place: 'Hamburg', address: 'Am Kai 14', ...nordkocht }
const bergen = { customer: 'Fjord Kantine', place: 'Bergen', address: 'Strandgaten 61', ...nordkocht }
const lyon = { customer: 'Maison Berthier', place: 'Lyon', address: 'Rue Mercière 8', ...nordkocht }
const rotterdam = {
  customer: 'Harbour Catering',
  place: 'Rotterdam',
  address: 'Kade 220',
  channelType: 'direct',
} as const
const hangzhou = { customer: '杭州湖滨大酒店', region: '330102', address: '湖滨路 28 号', ...huadong }
const suzhou = { customer: '老巷面包房', region: '320508', address: '平江路 116 号', ...hengwei }
const school = { customer: '城南实验小学食堂', region: '320506', address: '东吴南路 52 号', ...hengwei }
const xiamen = { customer: '海港餐饮集团', region: '350206', address: '港中路 1736 号', channelType: 'online' } as const

const ovens: readonly DemoDevice[] = [
  {
    sn: 'BX1025030318',
    name: 'Pass oven 2',
    productKey: 'a1BX10Pro',
    ...hamburg,
    installed: '2025-04-02',
    warrantyDays: 730,
  },
  {
    sn: 'BX1025030311',
    name: 'Pass oven 1',
    productKey: 'a1BX10Pro',
    ...hamburg,
    installed: '2025-04-02',
    warrantyDays: 730,
  },
  {
    sn: 'BX2026080446',
    name: 'Banquet trolley',
    productKey: 'a1BX20T',
    ...hamburg,
    installed: { daysAgo: 23 },
    warrantyDays: 730,
  },
  {
    sn: 'BX1025041509',
    name: '宴会厅一号炉',
    productKey: 'a1BX10Pro',
    ...hangzhou,
    installed: '2025-05-20',
    warrantyDays: 1095,
  },
  {
    sn: 'BX0625010733',
    name: '面包房左炉',
    productKey: 'a1BX06Pro',
    ...suzhou,
    installed: '2025-02-18',
    warrantyDays: 730,
  },
  {
    sn: 'BX0625010734',
    name: '面包房右炉',
    productKey: 'a1BX06Pro',
    ...suzhou,
    installed: '2025-02-18',
    warrantyDays: 730,
  },
  {
    sn: 'BX2025020113',
    name: 'Canteen main',
    productKey: 'a1BX20T',
    ...bergen,
    installed: '2025-03-11',
    warrantyDays: 730,
  },
  {
    sn: 'BX2024090377',
    name: '食堂二号炉',
    productKey: 'a1BX20T',
    ...school,
    installed: '2024-10-08',
    warrantyDays: 365,
  },
  {
    sn: 'BX0623101187',
    name: 'Bakery left',
    productKey: 'a1BX06Pro',
    ...lyon,
    installed: '2023-11-20',
    warrantyDays: 730,
  },
  {
    sn: 'BX0623101192',
    name: 'Bakery right',
    productKey: 'a1BX06Pro',
    ...lyon,
    installed: '2023-11-20',
    warrantyDays: 730,
  },
  {
    sn: 'BX1024060861',
    name: 'Line B, station 2',
    productKey: 'a1BX10Pro',
    ...rotterdam,
    installed: '2024-07-30',
    warrantyDays: 1095,
  },
  {
    sn: 'BX2026092811',
    name: '中央厨房推车炉',
    productKey: 'a1BX20T',
    ...xiamen,
    installed: { daysAgo: 9 },
    warrantyDays: null,
  },
]

const coolers: readonly DemoDevice[] = [
  {
    sn: 'RC7025021406',
    name: 'Cold larder',
    productKey: 'a1RC700',
    ...hamburg,
    installed: '2025-04-02',
    warrantyDays: 730,
  },
  {
    sn: 'RF7025021411',
    name: 'Fish freezer',
    productKey: 'a1RC700F',
    ...hamburg,
    installed: '2025-04-02',
    warrantyDays: 730,
  },
  {
    sn: 'RC7025041709',
    name: '冷菜间冷藏柜',
    productKey: 'a1RC700',
    ...hangzhou,
    installed: '2025-05-20',
    warrantyDays: 1095,
  },
  {
    sn: 'RF7025041714',
    name: '海鲜冷冻柜',
    productKey: 'a1RC700F',
    ...hangzhou,
    installed: '2025-05-20',
    warrantyDays: 1095,
  },
  {
    sn: 'RU1524082203',
    name: '奶油平台柜',
    productKey: 'a1RC150U',
    ...suzhou,
    installed: '2025-02-18',
    warrantyDays: 730,
  },
  {
    sn: 'RU1523090117',
    name: 'Pastry undercounter',
    productKey: 'a1RC150U',
    ...lyon,
    installed: '2023-11-20',
    warrantyDays: 730,
  },
  {
    sn: 'RC7024051930',
    name: 'Line B cold store',
    productKey: 'a1RC700',
    ...rotterdam,
    installed: '2024-07-30',
    warrantyDays: 1095,
  },
  {
    sn: 'RF7026092105',
    name: '备餐间冷冻柜',
    productKey: 'a1RC700F',
    ...xiamen,
    installed: { daysAgo: 9 },
    warrantyDays: null,
  },
]

const named: Readonly<Record<DeviceKind, readonly DemoDevice[]>> = { oven: ovens, cooler: coolers }
const further = {
  oven: { sn: 'BX1025', en: 'Line oven', zh: '流水线烤箱' },
  cooler: { sn: 'RC7025', en: 'Store cabinet', zh: '库房冷柜' },
} as const

/** The requested number of a kind: first the described ones, then numbered ones at the same places. */
export function demoDevices(kind: DeviceKind, count: number): DemoDevice[] {
  const stories = named[kind]
  return Array.from({ length: count }, (_, index): DemoDevice[] => {
    const story = stories[index % stories.length]
    if (story === undefined) return []
    if (index < stories.length) return [story]
    const number = index + 1
    const { sn, en, zh } = further[kind]
    const name = `${/\p{Script=Han}/u.test(story.name) ? zh : en} ${number}`
    return [
      { ...story, name, sn: `${sn}${String(number).padStart(8, '0')}`, installed: furtherInstalled(story, number) },
    ]
  }).flat()
}

/** Those of the last weeks are spread over them. */
const furtherInstalled = ({ installed }: DemoDevice, number: number): DemoDevice['installed'] =>
  typeof installed === 'string' ? installed : { daysAgo: 1 + ((installed.daysAgo + number * 5) % 28) }

const dayMs = 86_400_000

/** At nine in the morning, UTC; on the day of the beginning an hour ago. */
export function installedMs({ installed }: Pick<DemoDevice, 'installed'>, now: number): number {
  if (typeof installed !== 'string' && installed.daysAgo === 0) return now - 3_600_000
  const day =
    typeof installed === 'string' ? installed : new Date(now - installed.daysAgo * dayMs).toISOString().slice(0, 10)
  return Date.parse(`${day}T09:00:00Z`)
}

/** Installed just before the demo begins, so not connected yet. */
export type Arrival = DemoDevice & Readonly<{ kind: DeviceKind; firstAfterMinutes: number }>

/** The simulated fleet switches each on for the first time that long after its start, while somebody looks. */
export const arrivals: readonly Arrival[] = [
  {
    kind: 'oven',
    sn: 'BX2026090301',
    name: '宴会厅推车炉',
    productKey: 'a1BX20T',
    ...hangzhou,
    installed: { daysAgo: 0 },
    warrantyDays: 1095,
    firstAfterMinutes: 2,
  },
  {
    kind: 'oven',
    sn: 'BX1026090103',
    name: 'Breakfast line',
    productKey: 'a1BX10Pro',
    ...bergen,
    installed: { daysAgo: 0 },
    warrantyDays: 730,
    firstAfterMinutes: 14,
  },
  {
    kind: 'cooler',
    sn: 'RF7026090501',
    name: '点心间冷冻柜',
    productKey: 'a1RC700F',
    ...hangzhou,
    installed: { daysAgo: 0 },
    warrantyDays: 1095,
    firstAfterMinutes: 35,
  },
]

/** Versions of the demo's past: the upgrade of that time led from one to the other. */
export const demoVersions = { before: '01.03.00', after: '01.04.02' } as const

/**
 * The version that a demo device has when the demo begins. Both the seeded upgrades and the simulated devices follow it, so that
 * a device reports the version that its past led to. The upgrade failed for one device in five.
 */
export function demoVersionOf(sn: string): string {
  const isFailed = (createHash('sha256').update(sn).digest()[0] ?? 0) % 5 === 0
  return isFailed ? demoVersions.before : demoVersions.after
}
