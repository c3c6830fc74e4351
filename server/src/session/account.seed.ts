import { ensurePlatform } from '../customer/customer.seed.ts'
import { listOrganisationsOf } from '../customer/organisation.store.ts'
import type { Clock } from '../platform/clock.ts'
import type { Db } from '../platform/db/database.ts'
import { transaction } from '../platform/db/transaction.ts'
import { seededMs } from '../platform/program/demo-days.ts'
import type { Settings } from '../platform/settings.ts'
import { hasAccounts, insertAccount } from '../system/account.store.ts'
import { hashPassword } from '../system/password.ts'
import { listRoleIdsByKey, lockSeeding } from '../system/system.store.ts'

type Given = Readonly<{ db: Db; clock: Clock; settings: Pick<Settings, 'demo' | 'presetPassword'> }>
type Demo = Readonly<{
  account: string
  name: string
  role: string
  phone: string
  since: string
  of?: 'customer' | 'distributor' | 'agent'
}>

/** The name of an installation's first account, and of the demo's. */
export const administratorAccount = 'admin'

const administrator: Demo = {
  account: administratorAccount,
  name: 'Administrator',
  since: '2023-01-09T01:30:00Z',
  role: 'administrator',
  phone: '13800000001',
}

/** One account for each role, and one with a single customer as its data scope. */
const demo: readonly Demo[] = [
  administrator,
  { account: 'operations', name: '周丽萍', since: '2023-01-16T02:12:00Z', role: 'operations', phone: '13800000002' },
  { account: 'support', name: 'Sam Porter', since: '2023-02-13T08:40:00Z', role: 'support', phone: '13800000003' },
  { account: 'product', name: '唐志远', since: '2023-01-23T01:55:00Z', role: 'product-manager', phone: '13800000009' },
  { account: 'recipe', name: '何雨晴', since: '2023-05-08T03:20:00Z', role: 'recipe-editor', phone: '13800000004' },
  {
    account: 'firmware',
    name: 'Marta Nowak',
    since: '2023-02-20T09:05:00Z',
    role: 'firmware-engineer',
    phone: '13800000005',
  },
  { account: 'auditor', name: 'Helen Kent', since: '2024-01-15T08:32:00Z', role: 'auditor', phone: '13800000006' },
  {
    account: 'distributor',
    name: 'Anke Petersen',
    since: '2023-04-18T07:50:00Z',
    role: 'distributor-administrator',
    phone: '13800000007',
    of: 'distributor',
  },
  {
    account: 'agent',
    name: '顾明',
    since: '2024-08-13T02:25:00Z',
    role: 'agent-administrator',
    phone: '13800000010',
    of: 'agent',
  },
  {
    account: 'customer',
    name: 'Jonas Brandt',
    since: '2025-03-12T10:10:00Z',
    role: 'customer-administrator',
    phone: '13800000008',
    of: 'customer',
  },
]

/**
 * For a database without accounts: the administrator with the preset password, to be changed at the first sign-in; for
 * a demo one account a role, with a password that may stay. Returns whether the database was empty.
 */
export async function seedAccounts({ db, clock, settings }: Given): Promise<boolean> {
  const platformId = await ensurePlatform({ db, clock, settings })
  if (await hasAccounts(db)) return false
  const passwordHash = await hashPassword(settings.presetPassword)
  return transaction(db, async (trx) => {
    await lockSeeding(trx)
    if (await hasAccounts(trx)) return false
    const roles = await listRoleIdsByKey(trx)
    for (const { of, role, since, ...account } of settings.demo ? demo : [administrator]) {
      const organisationId = of === undefined ? platformId : (await listOrganisationsOf(trx, of))[0]?.id
      const roleId = roles.get(role)
      // Without demo organisations their accounts have no place.
      if (organisationId === undefined || roleId === undefined) continue
      await insertAccount(
        trx,
        { ...account, organisationId, roleId, passwordHash, mustChangePassword: !settings.demo },
        seededMs({ clock, settings }, since),
      )
    }
    return true
  })
}
