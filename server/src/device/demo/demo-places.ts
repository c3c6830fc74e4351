import type { ChannelType } from '@brigade/contract/customer/organisation.model.ts'

/** The places of the demo's devices, at the customers of customer.seed.ts, by name. */
export type DemoPlace = Readonly<{
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
export const hamburg = { customer: 'Grand Quay Hotel', place: 'Hamburg', address: 'Am Kai 14', ...europe, ...nordkocht }
export const dresden = {
  customer: 'Mensa am Elbufer',
  place: 'Dresden',
  address: 'Uferstraße 9',
  ...europe,
  ...nordkocht,
}
export const bergen = { customer: 'Fjord Kantine', place: 'Bergen', address: 'Strandgaten 61', ...europe, ...nordkocht }
export const lyon = { customer: 'Maison Berthier', place: 'Lyon', address: 'Rue Mercière 8', ...europe, ...nordkocht }
export const loire = {
  customer: 'Cuisine centrale des Monts',
  place: 'Saint-Étienne',
  address: 'Rue de la Montat 52',
  ...europe,
  ...nordkocht,
}
export const rotterdam = { customer: 'Harbour Catering', place: 'Rotterdam', address: 'Kade 220', ...europe, ...direct }
export const singapore = {
  customer: 'Keong Hin Central Kitchen',
  place: 'Singapore',
  address: '31 Senoko Drive',
  morning: 1,
  ...direct,
}
export const vancouver = {
  customer: 'Alder Street Bakery',
  place: 'Vancouver',
  address: '2870 Alder Street',
  morning: 16,
  ...online,
}
export const hangzhou = { customer: '杭州湖滨大酒店', region: '330102', address: '湖滨路 28 号', ...china, ...huadong }
export const jingan = { customer: '静安云锦酒店', region: '310106', address: '新闸路 881 号', ...china, ...huadong }
export const pudong = {
  customer: '沪东机械厂职工食堂',
  region: '310115',
  address: '金桥路 1402 号',
  ...china,
  ...huadong,
}
export const suzhou = { customer: '老巷面包房', region: '320508', address: '平江路 116 号', ...china, ...hengwei }
export const school = {
  customer: '城南实验小学食堂',
  region: '320506',
  address: '东吴南路 52 号',
  ...china,
  ...hengwei,
}
export const guangzhou = { customer: '粤香茶楼', region: '440104', address: '文明路 77 号', ...china, ...nanyue }
export const shenzhen = { customer: '南山湾酒店', region: '440305', address: '海德二道 36 号', ...china, ...nanyue }
export const chengdu = { customer: '蜀园川菜馆', region: '510104', address: '东大街 209 号', ...china, ...rongchu }
export const secondary = {
  customer: '西蜀第三中学食堂',
  region: '510107',
  address: '桐梓林东路 15 号',
  ...china,
  ...rongchu,
}
export const xiamen = { customer: '海港餐饮集团', region: '350206', address: '港中路 1736 号', ...china, ...online }
export const beijing = { customer: '麦香面包坊', region: '110105', address: '朝阳门外大街 43 号', ...china, ...direct }
export const wuhan = { customer: '楚味楼', region: '420106', address: '民主路 318 号', ...china, ...online }
