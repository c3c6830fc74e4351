import { accountApi } from '@brigade/contract/system/account/account.endpoints.ts'
import { implement } from '../../platform/http/implement.ts'
import { listAccountOptions } from './account.store.ts'
import { addAccount, removeAccount, setAccountEnabled, updateAccount } from './change-account.ts'
import type { WorksInHand } from './in-hand.ts'
import { getAccount, listAccounts } from './list-accounts.ts'

export const accountRoutes = (works: WorksInHand) =>
  implement(accountApi, {
    list: (ctx, { query }) => listAccounts(ctx, query, 'platform'),
    listOfCustomers: (ctx, { query }) => listAccounts(ctx, query, 'customer'),
    listOfDistributors: (ctx, { query }) => listAccounts(ctx, query, 'distributor'),
    listOfAgents: (ctx, { query }) => listAccounts(ctx, query, 'agent'),
    select: ({ db, caller }, { query }) => listAccountOptions(db, caller, query),
    detail: (ctx, { query }) => getAccount(ctx, query.id, works),
    add: (ctx, { body }) => addAccount(ctx, body),
    update: (ctx, { body }) => updateAccount(ctx, body),
    remove: (ctx, { body }) => removeAccount(ctx, body, works),
    setEnabled: (ctx, { body }) => setAccountEnabled(ctx, body),
    states: () => [
      { value: 'normal', name: { en: 'Normal', zh: '正常' } },
      { value: 'disabled', name: { en: 'Disabled', zh: '禁用' } },
    ],
  })
