import { ensurePlatform } from '../customer/customer.seed.ts'
import { listOrganisationsOf } from '../customer/organisation.store.ts'
import type { Clock } from '../platform/clock.ts'
import type { Db } from '../platform/db/database.ts'
import { transaction } from '../platform/db/transaction.ts'
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
  of?: 'customer' | 'distributor' | 'agent'
}>

const administrator: Demo = { account: 'admin', name: 'Administrator', role: 'administrator', phone: '13800000001' }

/** One account for each role, and one with a single customer as its data scope. */
const demo: readonly Demo[] = [
  administrator,
  { account: 'operations', name: '周运', role: 'operations', phone: '13800000002' },
  { account: 'support', name: 'Sam Porter', role: 'support', phone: '13800000003' },
  { account: 'product', name: '唐工', role: 'product-manager', phone: '13800000009' },
  { account: 'recipe', name: '何味', role: 'recipe-editor', phone: '13800000004' },
  { account: 'firmware', name: 'Fiona Ware', role: 'firmware-engineer', phone: '13800000005' },
  { account: 'auditor', name: 'Audrey Kent', role: 'auditor', phone: '13800000006' },
  {
    account: 'distributor',
    name: 'Anke Petersen',
    role: 'distributor-administrator',
    phone: '13800000007',
    of: 'distributor',
  },
  { account: 'agent', name: '陆通', role: 'agent-administrator', phone: '13800000010', of: 'agent' },
  { account: 'customer', name: 'Jonas Brandt', role: 'customer-administrator', phone: '13800000008', of: 'customer' },
]

/**
 * For a database without accounts: the administrator with the preset password, to be changed at the first sign-in; for
 * a demo one account a role, with a password that may stay. Returns whether the database was empty.
 */
export async function seedAccounts({ db, clock, settings }: Given): Promise<boolean> {
  const platformId = await ensurePlatform({ db, clock })
  if (await hasAccounts(db)) return false
  const passwordHash = await hashPassword(settings.presetPassword)
  return transaction(db, async (trx) => {
    await lockSeeding(trx)
    if (await hasAccounts(trx)) return false
    const roles = await listRoleIdsByKey(trx)
    for (const { of, role, ...account } of settings.demo ? demo : [administrator]) {
      const organisationId = of === undefined ? platformId : (await listOrganisationsOf(trx, of))[0]?.id
      const roleId = roles.get(role)
      // Without demo organisations their accounts have no place.
      if (organisationId === undefined || roleId === undefined) continue
      await insertAccount(
        trx,
        { ...account, organisationId, roleId, passwordHash, mustChangePassword: !settings.demo },
        clock.now(),
      )
    }
    return true
  })
}
