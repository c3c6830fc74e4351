import { maskedEmail, maskedPhone } from '@brigade/contract/app-user/contact.rules.ts'
import type { Locale, Words } from '@brigade/contract/locale.ts'
import type { TableColumn } from '../../platform/excel/table.ts'
import type { StoredAppUser } from '../staff/app-user-list.store.ts'

/** The columns of an import: those of a template, and the first of an export. */
export const importHeads = {
  nickname: { en: 'Nickname', zh: '昵称' },
  phone: { en: 'Phone', zh: '手机号' },
  email: { en: 'E-mail', zh: '邮箱' },
} as const satisfies Readonly<Record<string, Words>>
export type ImportColumn = keyof typeof importHeads

/** Columns of an export only. An import recognises and ignores them. */
export const exportHeads = {
  devices: { en: 'Devices', zh: '设备数' },
  boundAt: { en: 'Bound', zh: '绑定时间' },
  lastLoginAt: { en: 'Last sign-in', zh: '最近登录' },
  createdAt: { en: 'Registered', zh: '注册时间' },
  state: { en: 'State', zh: '状态' },
} as const satisfies Readonly<Record<string, Words>>

const states = { true: { en: 'Normal', zh: '正常' }, false: { en: 'Disabled', zh: '禁用' } }

/** `withContact`: whole phone numbers and e-mail addresses. */
export function appUserColumns(locale: Locale, withContact: boolean): readonly TableColumn<StoredAppUser>[] {
  const text = (head: Words, value: (row: StoredAppUser) => string): TableColumn<StoredAppUser> => ({
    head,
    type: 'text',
    value,
  })
  return [
    text(importHeads.nickname, ({ nickname }) => nickname),
    text(importHeads.phone, ({ phone }) => (withContact ? phone : maskedPhone(phone))),
    text(importHeads.email, ({ email }) => (withContact ? email : maskedEmail(email))),
    { head: exportHeads.devices, type: 'number', value: ({ devices }) => devices },
    { head: exportHeads.boundAt, type: 'instant', value: ({ boundAt }) => boundAt },
    { head: exportHeads.lastLoginAt, type: 'instant', value: ({ lastLoginAt }) => lastLoginAt },
    { head: exportHeads.createdAt, type: 'instant', value: ({ createdAt }) => createdAt },
    text(exportHeads.state, ({ enabled }) => states[enabled ? 'true' : 'false'][locale]),
  ]
}
