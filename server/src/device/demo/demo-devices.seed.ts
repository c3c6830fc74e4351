import { createHash } from 'node:crypto'
import type { ChannelType } from '@brigade/contract/customer/organisation.model.ts'
import { shareOf } from '../../platform/program/demo-days.ts'
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
  /** The hour, UTC, at which a working day begins there. */
  morning: number
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
const nanyue = { channelType: 'distributor', channel: '南粤商厨设备有限公司' } as const
const hengwei = { channelType: 'agent', channel: '苏州恒味餐饮设备' } as const
const rongchu = { channelType: 'agent', channel: '成都蓉厨商贸' } as const
const direct = { channelType: 'direct' } as const
const online = { channelType: 'online' } as const

/** The hour, UTC, at which a working day begins there. */
const china = { morning: 1 } as const
const europe = { morning: 7 } as const
const hamburg = { customer: 'Grand Quay Hotel', place: 'Hamburg', address: 'Am Kai 14', ...europe, ...nordkocht }
const dresden = { customer: 'Mensa am Elbufer', place: 'Dresden', address: 'Uferstraße 9', ...europe, ...nordkocht }
const bergen = { customer: 'Fjord Kantine', place: 'Bergen', address: 'Strandgaten 61', ...europe, ...nordkocht }
const lyon = { customer: 'Maison Berthier', place: 'Lyon', address: 'Rue Mercière 8', ...europe, ...nordkocht }
const loire = {
  customer: 'Cuisine centrale des Monts',
  place: 'Saint-Étienne',
  address: 'Rue de la Montat 52',
  ...europe,
  ...nordkocht,
}
const rotterdam = { customer: 'Harbour Catering', place: 'Rotterdam', address: 'Kade 220', ...europe, ...direct }
const singapore = {
  customer: 'Keong Hin Central Kitchen',
  place: 'Singapore',
  address: '31 Senoko Drive',
  morning: 1,
  ...direct,
}
const vancouver = {
  customer: 'Alder Street Bakery',
  place: 'Vancouver',
  address: '2870 Alder Street',
  morning: 16,
  ...online,
}
const hangzhou = { customer: '杭州湖滨大酒店', region: '330102', address: '湖滨路 28 号', ...china, ...huadong }
const jingan = { customer: '静安云锦酒店', region: '310106', address: '新闸路 881 号', ...china, ...huadong }
const pudong = { customer: '沪东机械厂职工食堂', region: '310115', address: '金桥路 1402 号', ...china, ...huadong }
const suzhou = { customer: '老巷面包房', region: '320508', address: '平江路 116 号', ...china, ...hengwei }
const school = { customer: '城南实验小学食堂', region: '320506', address: '东吴南路 52 号', ...china, ...hengwei }
const guangzhou = { customer: '粤香茶楼', region: '440104', address: '文明路 77 号', ...china, ...nanyue }
const shenzhen = { customer: '南山湾酒店', region: '440305', address: '海德二道 36 号', ...china, ...nanyue }
const chengdu = { customer: '蜀园川菜馆', region: '510104', address: '东大街 209 号', ...china, ...rongchu }
const secondary = { customer: '西蜀第三中学食堂', region: '510107', address: '桐梓林东路 15 号', ...china, ...rongchu }
const xiamen = { customer: '海港餐饮集团', region: '350206', address: '港中路 1736 号', ...china, ...online }
const beijing = { customer: '麦香面包坊', region: '110105', address: '朝阳门外大街 43 号', ...china, ...direct }
const wuhan = { customer: '楚味楼', region: '420106', address: '民主路 318 号', ...china, ...online }

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
    name: 'Hovedkjøkken',
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
    name: 'Four gauche',
    productKey: 'a1BX06Pro',
    ...lyon,
    installed: '2023-11-20',
    warrantyDays: 730,
  },
  {
    sn: 'BX0623101192',
    name: 'Four droit',
    productKey: 'a1BX06Pro',
    ...lyon,
    installed: '2023-11-20',
    warrantyDays: 730,
  },
  {
    sn: 'BX1024060861',
    name: 'Lijn B, station 2',
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
  {
    sn: 'BX1025060527',
    name: '西餐厅一号炉',
    productKey: 'a1BX10Pro',
    ...jingan,
    installed: '2025-07-15',
    warrantyDays: 1095,
  },
  {
    sn: 'BX0624110935',
    name: '点心房蒸烤炉',
    productKey: 'a1BX06Pro',
    ...guangzhou,
    installed: '2024-12-12',
    warrantyDays: 730,
  },
  {
    sn: 'BX2025100266',
    name: 'Trolley line 1',
    productKey: 'a1BX20T',
    ...singapore,
    installed: { daysAgo: 347 },
    warrantyDays: 365,
  },
  {
    sn: 'BX0625040918',
    name: '热菜间烤箱',
    productKey: 'a1BX06Pro',
    ...chengdu,
    installed: '2025-05-08',
    warrantyDays: 365,
  },
  {
    sn: 'BX1025080612',
    name: '宴会厨房右炉',
    productKey: 'a1BX10Pro',
    ...shenzhen,
    installed: '2025-09-18',
    warrantyDays: 1095,
  },
  {
    sn: 'BX0624040607',
    name: 'Viennoiserie oven',
    productKey: 'a1BX06Pro',
    ...vancouver,
    installed: '2024-05-27',
    warrantyDays: 730,
  },
  {
    sn: 'BX2025050241',
    name: '食堂推车炉',
    productKey: 'a1BX20T',
    ...pudong,
    installed: '2025-06-20',
    warrantyDays: 730,
  },
  {
    sn: 'BX1024100719',
    name: '蒸菜间一号',
    productKey: 'a1BX10Pro',
    ...wuhan,
    installed: '2024-11-05',
    warrantyDays: 1095,
  },
  {
    sn: 'BX2023080129',
    name: 'Ausgabe links',
    productKey: 'a1BX20T',
    ...dresden,
    installed: '2023-09-25',
    warrantyDays: 730,
  },
  {
    sn: 'BX0625090844',
    name: '前店烤箱',
    productKey: 'a1BX06Pro',
    ...beijing,
    installed: '2025-10-11',
    warrantyDays: 730,
  },
  {
    sn: 'BX2024070358',
    name: '三号线推车炉',
    productKey: 'a1BX20T',
    ...secondary,
    installed: '2024-08-26',
    warrantyDays: 730,
  },
  {
    sn: 'BX1023110554',
    name: 'Four mixte 1',
    productKey: 'a1BX10Pro',
    ...loire,
    installed: '2023-12-18',
    warrantyDays: 1095,
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
    name: 'Tour pâtissier',
    productKey: 'a1RC150U',
    ...lyon,
    installed: '2023-11-20',
    warrantyDays: 730,
  },
  {
    sn: 'RC7024051930',
    name: 'Koelkast lijn B',
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
  {
    sn: 'RC7025060512',
    name: '冷厨冷藏柜',
    productKey: 'a1RC700',
    ...jingan,
    installed: '2025-07-15',
    warrantyDays: 1095,
  },
  {
    sn: 'RU1524110208',
    name: '点心平台柜',
    productKey: 'a1RC150U',
    ...guangzhou,
    installed: '2024-12-12',
    warrantyDays: 730,
  },
  {
    sn: 'RC7025100919',
    name: 'Cold holding 1',
    productKey: 'a1RC700',
    ...singapore,
    installed: { daysAgo: 347 },
    warrantyDays: 365,
  },
  {
    sn: 'RC7025040846',
    name: '备菜冷藏柜',
    productKey: 'a1RC700',
    ...chengdu,
    installed: '2025-05-08',
    warrantyDays: 365,
  },
  {
    sn: 'RF7025080731',
    name: '海鲜冻柜',
    productKey: 'a1RC700F',
    ...shenzhen,
    installed: '2025-09-18',
    warrantyDays: 1095,
  },
  {
    sn: 'RU1524040133',
    name: 'Butter fridge',
    productKey: 'a1RC150U',
    ...vancouver,
    installed: '2024-05-27',
    warrantyDays: 730,
  },
  {
    sn: 'RF7024100655',
    name: '粗加工冷冻柜',
    productKey: 'a1RC700F',
    ...wuhan,
    installed: '2024-11-05',
    warrantyDays: 1095,
  },
  {
    sn: 'RC7023080418',
    name: 'Tageskühlschrank',
    productKey: 'a1RC700',
    ...dresden,
    installed: '2023-09-25',
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
  typeof installed === 'string' || installed.daysAgo > 28
    ? installed
    : { daysAgo: 1 + ((installed.daysAgo + number * 5) % 28) }

const dayMs = 86_400_000
const hourMs = 3_600_000

type Installed = Pick<DemoDevice, 'sn' | 'installed' | 'morning'>

/** In the working hours of its place; on the day of the beginning an hour ago. Never later than that. */
export function installedMs({ sn, installed, morning }: Installed, now: number): number {
  const latest = now - hourMs
  if (typeof installed !== 'string' && installed.daysAgo === 0) return latest
  const day =
    typeof installed === 'string' ? installed : new Date(now - installed.daysAgo * dayMs).toISOString().slice(0, 10)
  const began = Date.parse(`${day}T00:00:00Z`) + morning * hourMs
  return Math.min(latest, began + shareOf(sn, 300) * 60_000)
}

/** When the office entered it, ordered and on its way: some days before it was installed. */
export const enteredMs = (device: Installed, now: number): number =>
  installedMs(device, now) - (3 + shareOf(device.sn, 4)) * dayMs - shareOf(`${device.sn} entered`, 150) * 60_000

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

/** Versions of the demo's past: the upgrade of that time led from one to the other. The newest was tried on a few ovens. */
export const demoVersions = { before: '01.03.00', after: '01.04.02', newest: '01.05.00' } as const

/** The trial of the newest version: two ovens have it, one went back to its old version, so the others wait. */
export const demoTrial = {
  succeeded: ['BX1025080612', 'BX2025050241'],
  failed: 'BX1024100719',
  waiting: ['BX0625090844', 'BX2024070358'],
} as const

/** The version to which the upgrade of that time led. It failed for one device in five. */
export function upgradedVersionOf(sn: string): string {
  const isFailed = (createHash('sha256').update(sn).digest()[0] ?? 0) % 5 === 0
  return isFailed ? demoVersions.before : demoVersions.after
}

/**
 * The version that a demo device has when the demo begins. Both the seeded upgrades and the simulated devices follow it, so that
 * a device reports the version that its past led to.
 */
export const demoVersionOf = (sn: string): string =>
  demoTrial.succeeded.some((one) => one === sn) ? demoVersions.newest : upgradedVersionOf(sn)
