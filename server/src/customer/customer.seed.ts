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
const hangzhou = { province: '330000', city: '330100', region: '330102', address: '湖滨路 28 号', timeZone: china }
const gusu = { province: '320000', city: '320500', region: '320508', address: '平江路 116 号', timeZone: china }
const wuzhong = { province: '320000', city: '320500', region: '320506', address: '东吴南路 52 号', timeZone: china }
const huli = { province: '350000', city: '350200', region: '350206', address: '港中路 1736 号', timeZone: china }
const jingan = { province: '310000', city: '310100', region: '310106', address: '新闸路 881 号', timeZone: china }
const pudong = { province: '310000', city: '310100', region: '310115', address: '金桥路 1402 号', timeZone: china }
const yuexiu = { province: '440000', city: '440100', region: '440104', address: '文明路 77 号', timeZone: china }
const nanshan = { province: '440000', city: '440300', region: '440305', address: '海德二道 36 号', timeZone: china }
const jinjiang = { province: '510000', city: '510100', region: '510104', address: '东大街 209 号', timeZone: china }
const wuhou = { province: '510000', city: '510100', region: '510107', address: '桐梓林东路 15 号', timeZone: china }
const chaoyang = {
  province: '110000',
  city: '110100',
  region: '110105',
  address: '朝阳门外大街 43 号',
  timeZone: china,
}
const wuchang = { province: '420000', city: '420100', region: '420106', address: '民主路 318 号', timeZone: china }

const customer = (name: string, principal: string, contact: string, since: string, more: Partial<Demo>): Demo => ({
  kind: 'customer',
  name,
  principal,
  contact,
  since,
  ...more,
})

const demo: readonly Demo[] = [
  {
    kind: 'distributor',
    name: 'Nordkocht Küchentechnik',
    principal: 'Anke Petersen',
    contact: '+49 40 555 0136',
    timeZone: 'Europe/Berlin',
    since: '2023-04-17T08:20:00Z',
    children: [
      customer('Grand Quay Hotel', 'Jonas Brandt', '+49 40 555 0171', '2025-03-10T09:42:00Z', {
        address: 'Am Kai 14, Hamburg',
        note: 'Kitchen deliveries by the quay gate',
        timeZone: 'Europe/Berlin',
      }),
      customer('Mensa am Elbufer', 'Katrin Wolf', '+49 351 555 0128', '2023-09-04T07:15:00Z', {
        address: 'Uferstraße 9, Dresden',
        timeZone: 'Europe/Berlin',
      }),
      customer('Fjord Kantine', 'Ingrid Solberg', '+47 55 555 014', '2025-02-17T10:31:00Z', {
        address: 'Strandgaten 61, Bergen',
        timeZone: 'Europe/Oslo',
      }),
      customer('Maison Berthier', 'Claire Berthier', '+33 4 55 55 01 87', '2023-10-23T13:05:00Z', {
        address: 'Rue Mercière 8, Lyon',
        timeZone: 'Europe/Paris',
      }),
      customer('Cuisine centrale des Monts', 'Thomas Girard', '+33 4 77 55 01 40', '2023-11-27T09:18:00Z', {
        address: 'Rue de la Montat 52, Saint-Étienne',
        note: 'Livraisons avant 10 h',
        timeZone: 'Europe/Paris',
      }),
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
      customer('杭州湖滨大酒店', '沈佳怡', '13957100236', '2025-04-21T06:33:00Z', {
        ...hangzhou,
        note: '后厨验收请走北门',
      }),
      customer('静安云锦酒店', '方以宁', '021-5555 0163', '2025-06-16T03:27:00Z', { ...jingan }),
      customer('沪东机械厂职工食堂', '蒋国平', '021-5555 0149', '2025-05-26T01:48:00Z', { ...pudong }),
      {
        kind: 'agent',
        name: '苏州恒味餐饮设备',
        principal: '顾明',
        contact: '13862100418',
        timeZone: china,
        since: '2024-08-12T05:55:00Z',
        children: [
          customer('老巷面包房', '陆小满', '13776000529', '2025-01-20T02:40:00Z', { ...gusu }),
          customer('城南实验小学食堂', '许文斌', '13906200674', '2024-09-09T07:22:00Z', { ...wuzhong }),
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
      customer('粤香茶楼', '梁惠珍', '020-5555 0182', '2024-11-18T08:04:00Z', {
        ...yuexiu,
        note: '早市 6:00 开始，检修请安排在 14:30 之后',
      }),
      customer('南山湾酒店', '曾嘉文', '0755-5555 0126', '2025-08-25T02:52:00Z', { ...nanshan }),
      {
        kind: 'agent',
        name: '成都蓉厨商贸',
        principal: '唐小勇',
        contact: '028-5555 0134',
        timeZone: china,
        since: '2024-06-24T06:19:00Z',
        children: [
          customer('蜀园川菜馆', '罗俊', '028-5555 0158', '2025-04-14T04:45:00Z', { ...jinjiang }),
          customer('西蜀第三中学食堂', '何秀兰', '028-5555 0191', '2024-07-29T01:30:00Z', { ...wuhou }),
        ],
      },
    ],
  },
  customer('Harbour Catering', 'Pieter de Wit', '+31 10 555 0192', '2024-06-28T12:12:00Z', {
    address: 'Kade 220, Rotterdam',
    timeZone: 'Europe/Amsterdam',
  }),
  customer('海港餐饮集团', '林海', '13600160785', '2025-11-03T02:25:00Z', { ...huli }),
  customer('Keong Hin Central Kitchen', 'Tan Wei Ling', '+65 5550 0142', '2025-09-15T03:08:00Z', {
    address: '31 Senoko Drive, Singapore',
    timeZone: 'Asia/Singapore',
  }),
  customer('麦香面包坊', '赵晓峰', '010-5555 0175', '2025-09-22T05:37:00Z', { ...chaoyang }),
  customer('楚味楼', '熊建国', '027-5555 0153', '2024-10-14T07:50:00Z', { ...wuchang }),
  customer('Alder Street Bakery', 'Maya Laframboise', '+1 604 555 0168', '2024-05-06T17:26:00Z', {
    address: '2870 Alder Street, Vancouver',
    timeZone: 'America/Vancouver',
  }),
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
