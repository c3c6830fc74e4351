import type { Locale } from '../../locale.ts'
import { texts } from '../../text.ts'
import { operationCodes } from '../operation-codes.ts'

/** A code by the words of the permission tree. */
function wordsOf(code: string, locale: Locale): string {
  const known = operationCodes.get(code)
  return known === undefined ? code : `${known.noun[locale]}: ${known.verb[locale]} (${code})`
}

export const roleText = texts('role', {
  unknown: { en: 'There is no such role', zh: '角色不存在', status: 404 },
  nameTaken: { en: 'A role with this name already exists', zh: '已有同名角色', status: 422 },
  changedSince: {
    en: 'Somebody has changed this role since you opened it. Load it again to see the change',
    zh: '该角色已被他人修改，请重新载入后再编辑',
    status: 409,
  },
  builtIn: {
    en: 'This role comes with the product: it can be restored, not deleted or renamed',
    zh: '该角色为系统内置，可恢复默认，不能删除或改名',
    status: 422,
  },
  administrator: {
    en: 'The administrator holds everything: nothing can be granted or taken away',
    zh: '系统管理员拥有全部权限，无法增减',
    status: 422,
  },
  ofOthers: {
    en: 'This role belongs to an organisation above yours: you can give it to accounts, not change it',
    zh: '该角色归上级组织所有，可分配给账号，不能修改',
    status: 403,
  },
  own: {
    en: 'You cannot disable or delete your own role, or take anything from it',
    zh: '不能停用、删除自己的角色，或从中收回权限',
    status: 422,
  },
  inUse: {
    en: (p: { name: string; accounts: number }) =>
      `${p.name} is the role of ${p.accounts} ${p.accounts === 1 ? 'account' : 'accounts'}: give them another first`,
    zh: (p: { name: string; accounts: number }) => `“${p.name}”仍有 ${p.accounts} 个账号在用，请先改用其他角色`,
    status: 409,
  },
  kindsInUse: {
    en: (p: { accounts: number }) =>
      `${p.accounts} ${p.accounts === 1 ? 'account' : 'accounts'} of another kind of organisation would keep a role that is not for them`,
    zh: (p: { accounts: number }) => `仍有 ${p.accounts} 个其他类型组织的账号使用该角色`,
    status: 409,
  },
  wrongKinds: {
    en: 'Your organisation can keep roles only for itself and the kinds below it',
    zh: '只能为本组织及下级类型设置角色',
    status: 422,
  },
  alsoNeeds: {
    en: (p: { code: string }) => `This also needs a permission that you lack: ${wordsOf(p.code, 'en')}`,
    zh: (p: { code: string }) => `该操作还需要您没有的权限：${wordsOf(p.code, 'zh')}`,
    status: 403,
  },
  confirmLowering: {
    en: 'The administrators would no longer need two-step sign-in: enter your sign-in password',
    zh: '系统管理员登录将不再需要两步验证，请输入您自己的登录密码',
    status: 422,
  },
  stronger: {
    en: (p: { codes: string; more: number }) =>
      `This gives permissions that you lack, so you cannot take it away: ${p.codes}${p.more > 0 ? ` and ${p.more} more` : ''}`,
    zh: (p: { codes: string; more: number }) =>
      `其中有您没有的权限，不能由您收回：${p.codes}${p.more > 0 ? `，另有 ${p.more} 项` : ''}`,
    status: 403,
  },
  notHeld: {
    en: (p: { codes: string; more: number }) =>
      `You cannot grant what you do not hold: ${p.codes}${p.more > 0 ? ` and ${p.more} more` : ''}`,
    zh: (p: { codes: string; more: number }) =>
      `不能授予自己没有的权限：${p.codes}${p.more > 0 ? `，另有 ${p.more} 项` : ''}`,
    status: 403,
  },
})
