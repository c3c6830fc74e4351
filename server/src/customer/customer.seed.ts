import { dayMs } from '@brigade/contract/time.ts'
import type { Clock } from '../platform/clock.ts'
import type { Db, Transaction } from '../platform/db/database.ts'
import { transaction } from '../platform/db/transaction.ts'
import { demoFounded, demoMs, seededMs } from '../platform/program/demo-days.ts'
import type { Settings } from '../platform/settings.ts'
import { dayIn, momentOf, type Moment } from './carried/carried-state.ts'
import { listModels } from './carried/carried.store.ts'
import { setCarried } from './carried/set-carried.ts'
import {
  findPlatform,
  insertOrganisation,
  listOrganisationsOf,
  lockSeeding,
  type OrganisationDraft,
} from './organisation.store.ts'

type Given = Readonly<{ db: Db; clock: Clock }>
type Founding = Readonly<{ settings?: Pick<Settings, 'demo'> }>

/** The root of the tree, made if it is missing. Returns its id. */
export async function ensurePlatform({ db, clock, settings }: Given & Founding): Promise<string> {
  return transaction(db, async (trx) => {
    await lockSeeding(trx)
    const platform = await findPlatform(trx)
    const at = seededMs({ clock, settings }, demoFounded)
    return platform?.id ?? insertOrganisation(trx, { parentId: null, kind: 'platform', name: 'Brigade' }, at)
  })
}

/** The product key of the model that is sold off. */
const soldOff = 'a1BX06S'

type Demo = Omit<OrganisationDraft, 'parentId'> & {
  /** The day when it was entered, which lies before its first devices. */
  since: string
  children?: readonly Demo[]
}

// Places of the demo's devices (device/demo); places abroad have no codes.
const china = 'Asia/Shanghai'
const hangzhou = { province: '330000', city: '330100', region: '330102', address: '湖滨路 28 号' }
const gusu = { province: '320000', city: '320500', region: '320508', address: '平江路 116 号' }
const wuzhong = { province: '320000', city: '320500', region: '320506', address: '东吴南路 52 号' }
const huli = { province: '350000', city: '350200', region: '350206', address: '港中路 1736 号' }
const jingan = { province: '310000', city: '310100', region: '310106', address: '新闸路 881 号' }
const pudong = { province: '310000', city: '310100', region: '310115', address: '金桥路 1402 号' }
const yuexiu = { province: '440000', city: '440100', region: '440104', address: '文明路 77 号' }
const nanshan = { province: '440000', city: '440300', region: '440305', address: '海德二道 36 号' }
const jinjiang = { province: '510000', city: '510100', region: '510104', address: '东大街 209 号' }
const wuhou = { province: '510000', city: '510100', region: '510107', address: '桐梓林东路 15 号' }
const chaoyang = { province: '110000', city: '110100', region: '110105', address: '朝阳门外大街 43 号' }
const wuchang = { province: '420000', city: '420100', region: '420106', address: '民主路 318 号' }

const demo: readonly Demo[] = [
  {
    kind: 'distributor',
    name: 'Nordkocht Küchentechnik',
    principal: 'Anke Petersen',
    contact: '+49 40 555 0136',
    timeZone: 'Europe/Berlin',
    since: '2023-04-17T08:20:00Z',
    children: [
      {
        kind: 'customer',
        name: 'Grand Quay Hotel',
        principal: 'Jonas Brandt',
        contact: '+49 40 555 0171',
        address: 'Am Kai 14, Hamburg',
        note: 'Kitchen deliveries by the quay gate',
        timeZone: 'Europe/Berlin',
        since: '2025-03-10T09:42:00Z',
      },
      {
        kind: 'customer',
        name: 'Mensa am Elbufer',
        principal: 'Katrin Wolf',
        contact: '+49 351 555 0128',
        address: 'Uferstraße 9, Dresden',
        timeZone: 'Europe/Berlin',
        since: '2023-09-04T07:15:00Z',
      },
      {
        kind: 'customer',
        name: 'Fjord Kantine',
        principal: 'Ingrid Solberg',
        contact: '+47 55 555 014',
        address: 'Strandgaten 61, Bergen',
        timeZone: 'Europe/Oslo',
        since: '2025-02-17T10:31:00Z',
      },
      {
        kind: 'customer',
        name: 'Maison Berthier',
        principal: 'Claire Berthier',
        contact: '+33 4 55 55 01 87',
        address: 'Rue Mercière 8, Lyon',
        timeZone: 'Europe/Paris',
        since: '2023-10-23T13:05:00Z',
      },
      {
        kind: 'customer',
        name: 'Cuisine centrale des Monts',
        principal: 'Thomas Girard',
        contact: '+33 4 77 55 01 40',
        address: 'Rue de la Montat 52, Saint-Étienne',
        note: 'Livraisons avant 10 h',
        timeZone: 'Europe/Paris',
        since: '2023-11-27T09:18:00Z',
      },
    ],
  },
  {
    kind: 'distributor',
    name: '华东厨房设备有限公司',
    principal: '陈立群',
    contact: '13805710012',
    timeZone: china,
    since: '2023-05-22T02:10:00Z',
    children: [
      {
        kind: 'customer',
        name: '杭州湖滨大酒店',
        principal: '沈佳怡',
        contact: '13957100236',
        ...hangzhou,
        note: '后厨验收请走北门',
        timeZone: china,
        since: '2025-04-21T06:33:00Z',
      },
      {
        kind: 'customer',
        name: '静安云锦酒店',
        principal: '方以宁',
        contact: '021-5555 0163',
        ...jingan,
        timeZone: china,
        since: '2025-06-16T03:27:00Z',
      },
      {
        kind: 'customer',
        name: '沪东机械厂职工食堂',
        principal: '蒋国平',
        contact: '021-5555 0149',
        ...pudong,
        timeZone: china,
        since: '2025-05-26T01:48:00Z',
      },
      {
        kind: 'agent',
        name: '苏州恒味餐饮设备',
        principal: '顾明',
        contact: '13862100418',
        timeZone: china,
        since: '2024-08-12T05:55:00Z',
        children: [
          {
            kind: 'customer',
            name: '老巷面包房',
            principal: '陆小满',
            contact: '13776000529',
            ...gusu,
            timeZone: china,
            since: '2025-01-20T02:40:00Z',
          },
          {
            kind: 'customer',
            name: '城南实验小学食堂',
            principal: '许文斌',
            contact: '13906200674',
            ...wuzhong,
            timeZone: china,
            since: '2024-09-09T07:22:00Z',
          },
        ],
      },
    ],
  },
  {
    kind: 'distributor',
    name: '南粤商厨设备有限公司',
    principal: '黄志坚',
    contact: '020-5555 0117',
    timeZone: china,
    since: '2024-05-13T03:36:00Z',
    children: [
      {
        kind: 'customer',
        name: '粤香茶楼',
        principal: '梁惠珍',
        contact: '020-5555 0182',
        ...yuexiu,
        note: '早市 6:00 开始，检修请安排在 14:30 之后',
        timeZone: china,
        since: '2024-11-18T08:04:00Z',
      },
      {
        kind: 'customer',
        name: '南山湾酒店',
        principal: '曾嘉文',
        contact: '0755-5555 0126',
        ...nanshan,
        timeZone: china,
        since: '2025-08-25T02:52:00Z',
      },
      {
        kind: 'agent',
        name: '成都蓉厨商贸',
        principal: '唐小勇',
        contact: '028-5555 0134',
        timeZone: china,
        since: '2024-06-24T06:19:00Z',
        children: [
          {
            kind: 'customer',
            name: '蜀园川菜馆',
            principal: '罗俊',
            contact: '028-5555 0158',
            ...jinjiang,
            timeZone: china,
            since: '2025-04-14T04:45:00Z',
          },
          {
            kind: 'customer',
            name: '西蜀第三中学食堂',
            principal: '何秀兰',
            contact: '028-5555 0191',
            ...wuhou,
            timeZone: china,
            since: '2024-07-29T01:30:00Z',
          },
        ],
      },
    ],
  },
  {
    kind: 'customer',
    name: 'Harbour Catering',
    principal: 'Pieter de Wit',
    contact: '+31 10 555 0192',
    address: 'Kade 220, Rotterdam',
    timeZone: 'Europe/Amsterdam',
    since: '2024-06-28T12:12:00Z',
  },
  {
    kind: 'customer',
    name: '海港餐饮集团',
    principal: '林海',
    contact: '13600160785',
    ...huli,
    timeZone: china,
    since: '2025-11-03T02:25:00Z',
  },
  {
    kind: 'customer',
    name: 'Keong Hin Central Kitchen',
    principal: 'Tan Wei Ling',
    contact: '+65 5550 0142',
    address: '31 Senoko Drive, Singapore',
    timeZone: 'Asia/Singapore',
    since: '2025-09-15T03:08:00Z',
  },
  {
    kind: 'customer',
    name: '麦香面包坊',
    principal: '赵晓峰',
    contact: '010-5555 0175',
    ...chaoyang,
    timeZone: china,
    since: '2025-09-22T05:37:00Z',
  },
  {
    kind: 'customer',
    name: '楚味楼',
    principal: '熊建国',
    contact: '027-5555 0153',
    ...wuchang,
    timeZone: china,
    since: '2024-10-14T07:50:00Z',
  },
  {
    kind: 'customer',
    name: 'Alder Street Bakery',
    principal: 'Maya Laframboise',
    contact: '+1 604 555 0168',
    address: '2870 Alder Street, Vancouver',
    timeZone: 'America/Vancouver',
    since: '2024-05-06T17:26:00Z',
  },
]

/** The demo's organisations, for a database that has none below the platform; existing ones are left unchanged. */
export async function seedCustomers({
  db,
  clock,
  settings,
}: Given & { settings: Pick<Settings, 'timeZone' | 'demo'> }): Promise<void> {
  const platformId = await ensurePlatform({ db, clock, settings })
  await transaction(db, async (trx) => {
    await lockSeeding(trx)
    const customers = await listOrganisationsOf(trx, 'customer')
    if (customers.length > 0) return
    const add = async (parentId: string, organisations: readonly Demo[]) => {
      for (const { children = [], since, ...organisation } of organisations) {
        await add(await insertOrganisation(trx, { ...organisation, parentId }, demoMs(since, clock.now())), children)
      }
    }
    await add(platformId, demo)
    await withdrawModel(trx, platformId, momentOf({ clock, settings }))
  })
}

const sellOffMs = 60 * dayMs

/** One distributor of the demo sells off a model, so that its tab shows an example. */
async function withdrawModel(trx: Transaction, parentId: string, moment: Moment): Promise<void> {
  const models = await listModels(trx)
  const dealer = (await listOrganisationsOf(trx, 'distributor')).find(({ name }) => name === demo[0]?.name)
  if (dealer === undefined || !models.some(({ productKey }) => productKey === soldOff)) return
  const productIds = models.filter(({ productKey }) => productKey !== soldOff).map(({ id }) => id)
  const sellOffDate = dayIn(null, { ...moment, at: moment.at + sellOffMs })
  await setCarried(trx, { id: dealer.id, parentId, productIds, sellOffDate }, moment, { isNew: false })
}
