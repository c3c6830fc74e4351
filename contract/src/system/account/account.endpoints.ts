import { z } from 'zod'
import { endpoints, get, noInput, nothing, post } from '../../endpoint.ts'
import { Id, OptionalLine, filter } from '../../field.ts'
import { pageOf } from '../../paging.ts'
import { EnumOption } from '../../product/product.model.ts'
import {
  AccountChange,
  AccountDetail,
  AccountDraft,
  AccountEnabling,
  AccountOption,
  AccountRemoval,
  AccountRow,
  AccountSearch,
  AccountSearchBelow,
  AccountSession,
  GivenPassword,
  PasswordReset,
  SessionsEnd,
  TwoStepReset,
  Unlocking,
} from './account.model.ts'

const ById = z.strictObject({ id: Id })
const pageBelow = (path: string, en: string, zh: string) =>
  get(`/web/account/page/${path}`, {
    access: 'account:view',
    summary: { en: `Accounts of ${en}`, zh: `${zh}账号列表` },
    query: AccountSearchBelow,
    reply: pageOf(AccountRow),
  })

/** Spec 7, account. */
export const accountApi = endpoints('account', {
  list: get('/web/account/page', {
    access: 'account:view',
    summary: { en: 'Accounts of the platform', zh: '平台账号列表' },
    query: AccountSearch,
    reply: pageOf(AccountRow),
  }),
  listOfCustomers: pageBelow('customer', 'customers', '客户'),
  listOfDistributors: pageBelow('distributor', 'distributors', '经销商'),
  listOfAgents: pageBelow('agent', 'agents', '代理商'),
  select: get('/web/account/list', {
    access: 'signed-in',
    summary: { en: 'Accounts to choose from', zh: '账号下拉选项' },
    description:
      'Enabled ones within the scope, by name. `successorOf`: only those that may take over what that account has in hand, of its organisation or one above.',
    query: z.strictObject({ keyword: filter(OptionalLine(60)), successorOf: filter(Id) }),
    reply: z.array(AccountOption),
  }),
  detail: get('/web/account/detail', {
    access: 'account:view',
    summary: { en: 'One account', zh: '账号详情' },
    description: '`blocks` says why it cannot sign in, or could do nothing if it did.',
    query: ById,
    reply: AccountDetail,
  }),
  add: post('/web/account/add', {
    access: 'account:create',
    summary: { en: 'Add an account', zh: '新增账号' },
    description:
      'Its password is void after 7 days and is replaced at the first sign-in. The role may give nothing that the caller lacks.',
    body: AccountDraft,
    reply: GivenPassword.extend({ id: Id }),
    alsoStale: ['role'],
  }),
  update: post('/web/account/update', {
    access: 'account:update',
    summary: { en: 'Edit an account', zh: '编辑账号' },
    body: AccountChange,
    reply: nothing,
    alsoStale: ['role'],
  }),
  remove: post('/web/account/delete', {
    access: 'account:remove',
    summary: { en: 'Delete an account', zh: '删除账号' },
    description:
      'Contact, avatar, password and links are removed; the name stays in history, and the sign-in name is never used again. Imports and exports that are not done pass to `successorId`. Wants the caller’s password, and all codes that the account holds.',
    body: AccountRemoval,
    reply: nothing,
    alsoStale: ['role'],
  }),
  setEnabled: post('/web/account/forbidden', {
    access: 'account:set-enabled',
    summary: { en: 'Enable or disable an account', zh: '启用/停用账号' },
    description:
      'Disabling wants a reason and the caller’s password, and ends all sessions for good. Both ways want all codes that the account holds.',
    body: AccountEnabling,
    reply: nothing,
  }),
  states: get('/commons/enums/forbidden', {
    access: 'signed-in',
    summary: { en: 'States of an account', zh: '禁用状态' },
    query: noInput,
    reply: z.array(EnumOption),
  }),
})

/** Calls that help or end somebody else's sign-in: spec 7 reset/password, and own calls. */
export const accountAccessApi = endpoints('account', {
  resetPassword: post('/web/account/reset/password', {
    access: 'account:reset-password',
    summary: { en: 'Reset the password of an account', zh: '重置账号密码' },
    description:
      'Ends its sessions. The new password is void after 7 days and is replaced at the next sign-in. Wants the caller’s password, and all codes that the account holds.',
    body: PasswordReset,
    reply: GivenPassword,
  }),
  mailEmailLink: post('/web/account/email/link', {
    access: 'account:update',
    summary: { en: 'Mail a verification link to the e-mail of an account', zh: '向账号邮箱发送验证链接' },
    description:
      'Whoever has the mailbox verifies it. The link serves once, within 24 hours. At most 5 an hour for an account.',
    body: ById,
    reply: nothing,
  }),
  unlock: post('/web/account/unlock', {
    access: 'account:reset-password',
    summary: { en: 'Unlock an account after failed sign-ins', zh: '解除登录锁定' },
    body: Unlocking,
    reply: nothing,
  }),
  resetTwoStep: post('/web/account/reset/two-step', {
    access: 'account:reset-two-step',
    summary: { en: 'Reset two-step sign-in of an account', zh: '重置账号的两步验证' },
    description:
      'For who lost app and recovery codes: the account signs in with its password alone, or sets it up anew where its role requires it. Ends its sessions. Wants the caller’s password, and all codes that the account holds.',
    body: TwoStepReset,
    reply: nothing,
  }),
  sessions: get('/web/account/session/list', {
    access: 'account:reset-password',
    summary: { en: 'Sessions of an account', zh: '账号的登录会话' },
    query: ById,
    reply: z.array(AccountSession),
  }),
  endSessions: post('/web/account/session/end', {
    access: 'account:reset-password',
    summary: { en: 'End one session of an account, or all', zh: '结束账号的登录会话' },
    description: 'Wants the caller’s password, and all codes that the account holds.',
    body: SessionsEnd,
    reply: nothing,
  }),
})
