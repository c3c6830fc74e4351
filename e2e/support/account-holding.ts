import { make } from '@brigade/server/testing/make.ts'
import type { MadeAccount } from '@brigade/server/testing/make-account.ts'
import type { TestApp } from '@brigade/server/testing/start-app.ts'

/**
 * An account with a role that holds exactly these rows of the menu (menu.seed.ts), including the groups above them only if they are named.
 */
export async function accountHolding(app: TestApp, menuKeys: readonly string[]): Promise<MadeAccount> {
  const account = await make.account(app, { operationCodes: [] })
  const { roleId } = await app.db
    .selectFrom('account')
    .select('roleId')
    .where('id', '=', account.id)
    .executeTakeFirstOrThrow()
  if (roleId === null) throw new Error('The account was deleted')
  const menus = await app.db
    .selectFrom('menu')
    .select('id')
    .where('key', 'in', [...menuKeys])
    .execute()
  await app.db
    .insertInto('roleMenu')
    .values(menus.map((menu) => ({ roleId, menuId: menu.id })))
    .execute()
  return account
}
