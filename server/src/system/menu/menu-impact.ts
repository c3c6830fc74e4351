import type { MenuImpact } from '@brigade/contract/system/menu/menu.model.ts'
import { requirePlatformStaff } from '../../customer/data-scope.ts'
import type { Ctx } from '../../platform/http/context.ts'
import { refuse } from '../../platform/refusal.ts'
import { subtreeOf } from './menu-tree.ts'
import { countOpenSessions, listHolders, listStoredMenus } from './menu.store.ts'

/**
 * The effect of disabling a row: codes that accounts hold through it and the rows under it, and through no other row.
 */
export async function menuImpact(
  { db, clock, caller }: Pick<Ctx, 'db' | 'clock' | 'caller'>,
  id: string,
): Promise<MenuImpact> {
  await requirePlatformStaff({ db, caller }, 'system.platformOnly')
  const branch = subtreeOf(await listStoredMenus(db), id)
  if (branch.length === 0) refuse('menu.unknown')
  const codes = [...new Set(branch.flatMap(({ operationCode }) => operationCode ?? []))]
  const holders = await listHolders(
    db,
    codes,
    branch.map((row) => row.id),
  )
  const lost = holders.filter(({ isLost }) => isLost)
  const accounts = [...new Set(lost.map(({ accountId }) => accountId))]
  return {
    codes: [...Map.groupBy(lost, ({ code }) => code)].map(([code, own]) => ({ code, accounts: own.length })),
    screens: branch.filter(({ url, isOperation, enabled }) => url !== '#' && !isOperation && enabled).length,
    roles: new Set(lost.map(({ roleId }) => roleId)).size,
    accounts: accounts.length,
    sessions: await countOpenSessions(db, accounts, clock.now()),
  }
}
