import type { Clock } from '../platform/clock.ts'
import type { Db, Transaction } from '../platform/db/database.ts'
import { transaction } from '../platform/db/transaction.ts'
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

/** The root of the tree, made if it is missing. Returns its id. */
export async function ensurePlatform({ db, clock }: Given): Promise<string> {
  return transaction(db, async (trx) => {
    await lockSeeding(trx)
    const platform = await findPlatform(trx)
    return platform?.id ?? insertOrganisation(trx, { parentId: null, kind: 'platform', name: 'Brigade' }, clock.now())
  })
}

/** The product key of the model that is sold off. */
const soldOff = 'a1BX06S'

type Demo = Omit<OrganisationDraft, 'parentId'> & { children?: readonly Demo[] }

// Places of the demo's devices (device/demo); places abroad have no codes.
const hangzhou = { province: '330000', city: '330100', region: '330102', address: '湖滨路 28 号' }
const gusu = { province: '320000', city: '320500', region: '320508', address: '平江路 116 号' }
const wuzhong = { province: '320000', city: '320500', region: '320506', address: '东吴南路 52 号' }
const huli = { province: '350000', city: '350200', region: '350206', address: '港中路 1736 号' }

const demo: readonly Demo[] = [
  {
    kind: 'distributor',
    name: 'Nordkocht Küchentechnik',
    principal: 'Anke Petersen',
    contact: '+49 40 555 0136',
    children: [
      {
        kind: 'customer',
        name: 'Grand Quay Hotel',
        principal: 'Jonas Brandt',
        contact: '+49 40 555 0171',
        address: 'Am Kai 14, Hamburg',
        note: 'Kitchen deliveries by the quay gate',
      },
      {
        kind: 'customer',
        name: 'Fjord Kantine',
        principal: 'Ingrid Solberg',
        contact: '+47 55 555 014',
        address: 'Strandgaten 61, Bergen',
      },
      {
        kind: 'customer',
        name: 'Maison Berthier',
        principal: 'Claire Berthier',
        contact: '+33 4 55 55 01 87',
        address: 'Rue Mercière 8, Lyon',
      },
    ],
  },
  {
    kind: 'distributor',
    name: '华东厨房设备有限公司',
    principal: '陈立群',
    contact: '13805710012',
    children: [
      {
        kind: 'customer',
        name: '杭州湖滨大酒店',
        principal: '沈佳怡',
        contact: '13957100236',
        ...hangzhou,
        note: '后厨验收请走北门',
      },
      {
        kind: 'agent',
        name: '苏州恒味餐饮设备',
        principal: '顾明',
        contact: '13862100418',
        children: [
          { kind: 'customer', name: '老巷面包房', principal: '陆小满', contact: '13776000529', ...gusu },
          { kind: 'customer', name: '城南实验小学食堂', principal: '许文斌', contact: '13906200674', ...wuzhong },
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
  },
  { kind: 'customer', name: '海港餐饮集团', principal: '林海', contact: '13600160785', ...huli },
]

/** The demo's organisations, for a database that has none below the platform; existing ones are left unchanged. */
export async function seedCustomers({
  db,
  clock,
  settings,
}: Given & { settings: Pick<Settings, 'timeZone'> }): Promise<void> {
  const platformId = await ensurePlatform({ db, clock })
  await transaction(db, async (trx) => {
    await lockSeeding(trx)
    const customers = await listOrganisationsOf(trx, 'customer')
    if (customers.length > 0) return
    const add = async (parentId: string, organisations: readonly Demo[]) => {
      for (const { children = [], ...organisation } of organisations) {
        await add(await insertOrganisation(trx, { ...organisation, parentId }, clock.now()), children)
      }
    }
    await add(platformId, demo)
    await withdrawModel(trx, platformId, momentOf({ clock, settings }))
  })
}

const sellOffMs = 60 * 86_400_000

/** One distributor of the demo sells off a model, so that its tab shows an example. */
async function withdrawModel(trx: Transaction, parentId: string, moment: Moment): Promise<void> {
  const models = await listModels(trx)
  const dealer = (await listOrganisationsOf(trx, 'distributor')).find(({ name }) => name === demo[0]?.name)
  if (dealer === undefined || !models.some(({ productKey }) => productKey === soldOff)) return
  const productIds = models.filter(({ productKey }) => productKey !== soldOff).map(({ id }) => id)
  const sellOffDate = dayIn(null, { ...moment, at: moment.at + sellOffMs })
  await setCarried(trx, { id: dealer.id, parentId, productIds, sellOffDate }, moment, { isNew: false })
}
