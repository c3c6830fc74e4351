import { createHash } from 'node:crypto'
import {
  hamburg,
  dresden,
  bergen,
  lyon,
  loire,
  rotterdam,
  singapore,
  vancouver,
  hangzhou,
  jingan,
  pudong,
  suzhou,
  school,
  guangzhou,
  shenzhen,
  chengdu,
  secondary,
  xiamen,
  beijing,
  wuhan,
  type DemoPlace,
} from './demo-places.ts'
import { shareOf } from '../../platform/program/demo-days.ts'
import type { DeviceKind } from '@brigade/contract/product/product.model.ts'
import { dayMs, hourMs, minuteMs } from '@brigade/contract/time.ts'

/** One demo device; the dates are of its installation. */
export type DemoDevice = DemoPlace &
  Readonly<{
    sn: string
    name: string
    productKey: string
    /** A date, or how many days before the demo begins. */
    installed: string | Readonly<{ daysAgo: number }>
    /** Null: the warranty was never registered. */
    warrantyDays: number | null
  }>

type Row = readonly [
  sn: string,
  name: string,
  productKey: string,
  place: DemoPlace,
  installed: DemoDevice['installed'],
  warrantyDays: number | null,
]

const ovens: readonly Row[] = [
  ['BX1025030318', 'Pass oven 2', 'a1BX10Pro', hamburg, '2025-04-02', 730],
  ['BX1025030311', 'Pass oven 1', 'a1BX10Pro', hamburg, '2025-04-02', 730],
  ['BX2026080446', 'Banquet trolley', 'a1BX20T', hamburg, { daysAgo: 23 }, 730],
  ['BX1025041509', '宴会厅一号炉', 'a1BX10Pro', hangzhou, '2025-05-20', 1095],
  ['BX0625010733', '面包房左炉', 'a1BX06Pro', suzhou, '2025-02-18', 730],
  ['BX0625010734', '面包房右炉', 'a1BX06Pro', suzhou, '2025-02-18', 730],
  ['BX2025020113', 'Hovedkjøkken', 'a1BX20T', bergen, '2025-03-11', 730],
  ['BX2024090377', '食堂二号炉', 'a1BX20T', school, '2024-10-08', 365],
  ['BX0623101187', 'Four gauche', 'a1BX06Pro', lyon, '2023-11-20', 730],
  ['BX0623101192', 'Four droit', 'a1BX06Pro', lyon, '2023-11-20', 730],
  ['BX1024060861', 'Lijn B, station 2', 'a1BX10Pro', rotterdam, '2024-07-30', 1095],
  ['BX2026092811', '中央厨房推车炉', 'a1BX20T', xiamen, { daysAgo: 9 }, null],
  ['BX1025060527', '西餐厅一号炉', 'a1BX10Pro', jingan, '2025-07-15', 1095],
  ['BX0624110935', '点心房蒸烤炉', 'a1BX06Pro', guangzhou, '2024-12-12', 730],
  ['BX2025100266', 'Trolley line 1', 'a1BX20T', singapore, { daysAgo: 347 }, 365],
  ['BX0625040918', '热菜间烤箱', 'a1BX06Pro', chengdu, '2025-05-08', 365],
  ['BX1025080612', '宴会厨房右炉', 'a1BX10Pro', shenzhen, '2025-09-18', 1095],
  ['BX0624040607', 'Viennoiserie oven', 'a1BX06Pro', vancouver, '2024-05-27', 730],
  ['BX2025050241', '食堂推车炉', 'a1BX20T', pudong, '2025-06-20', 730],
  ['BX1024100719', '蒸菜间一号', 'a1BX10Pro', wuhan, '2024-11-05', 1095],
  ['BX2023080129', 'Ausgabe links', 'a1BX20T', dresden, '2023-09-25', 730],
  ['BX0625090844', '前店烤箱', 'a1BX06Pro', beijing, '2025-10-11', 730],
  ['BX2024070358', '三号线推车炉', 'a1BX20T', secondary, '2024-08-26', 730],
  ['BX1023110554', 'Four mixte 1', 'a1BX10Pro', loire, '2023-12-18', 1095],
]

const coolers: readonly Row[] = [
  ['RC7025021406', 'Cold larder', 'a1RC700', hamburg, '2025-04-02', 730],
  ['RF7025021411', 'Fish freezer', 'a1RC700F', hamburg, '2025-04-02', 730],
  ['RC7025041709', '冷菜间冷藏柜', 'a1RC700', hangzhou, '2025-05-20', 1095],
  ['RF7025041714', '海鲜冷冻柜', 'a1RC700F', hangzhou, '2025-05-20', 1095],
  ['RU1524082203', '奶油平台柜', 'a1RC150U', suzhou, '2025-02-18', 730],
  ['RU1523090117', 'Tour pâtissier', 'a1RC150U', lyon, '2023-11-20', 730],
  ['RC7024051930', 'Koelkast lijn B', 'a1RC700', rotterdam, '2024-07-30', 1095],
  ['RF7026092105', '备餐间冷冻柜', 'a1RC700F', xiamen, { daysAgo: 9 }, null],
  ['RC7025060512', '冷厨冷藏柜', 'a1RC700', jingan, '2025-07-15', 1095],
  ['RU1524110208', '点心平台柜', 'a1RC150U', guangzhou, '2024-12-12', 730],
  ['RC7025100919', 'Cold holding 1', 'a1RC700', singapore, { daysAgo: 347 }, 365],
  ['RC7025040846', '备菜冷藏柜', 'a1RC700', chengdu, '2025-05-08', 365],
  ['RF7025080731', '海鲜冻柜', 'a1RC700F', shenzhen, '2025-09-18', 1095],
  ['RU1524040133', 'Butter fridge', 'a1RC150U', vancouver, '2024-05-27', 730],
  ['RF7024100655', '粗加工冷冻柜', 'a1RC700F', wuhan, '2024-11-05', 1095],
  ['RC7023080418', 'Tageskühlschrank', 'a1RC700', dresden, '2023-09-25', null],
]

const deviceOf = ([sn, name, productKey, place, installed, warrantyDays]: Row): DemoDevice => ({
  sn,
  name,
  productKey,
  ...place,
  installed,
  warrantyDays,
})

const named: Readonly<Record<DeviceKind, readonly DemoDevice[]>> = {
  oven: ovens.map(deviceOf),
  cooler: coolers.map(deviceOf),
}
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

/** Devices that were installed in the last weeks are spread over these weeks. */
const furtherInstalled = ({ installed }: DemoDevice, number: number): DemoDevice['installed'] =>
  typeof installed === 'string' || installed.daysAgo > 28
    ? installed
    : { daysAgo: 1 + ((installed.daysAgo + number * 5) % 28) }

type Installed = Pick<DemoDevice, 'sn' | 'installed' | 'morning'>

/** Returns a time in the working hours of its place; on the day of the beginning an hour ago, and never later. */
export function installedMs({ sn, installed, morning }: Installed, now: number): number {
  const latest = now - hourMs
  if (typeof installed !== 'string' && installed.daysAgo === 0) return latest
  const day =
    typeof installed === 'string' ? installed : new Date(now - installed.daysAgo * dayMs).toISOString().slice(0, 10)
  const began = Date.parse(`${day}T00:00:00Z`) + morning * hourMs
  return Math.min(latest, began + shareOf(sn, 300) * minuteMs)
}

/** The time of registration, when the device was ordered: some days before it was installed. */
export const enteredMs = (device: Installed, now: number): number =>
  installedMs(device, now) - (3 + shareOf(device.sn, 4)) * dayMs - shareOf(`${device.sn} entered`, 150) * minuteMs

/** Installed just before the demo begins, so not connected yet. */
export type Arrival = DemoDevice & Readonly<{ kind: DeviceKind; firstAfterMinutes: number }>

/** The simulated fleet switches each on for the first time that long after its start, while people watch. */
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

/** The trial of the newest version: two ovens have it, one returned to its old version, so the others wait. */
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
