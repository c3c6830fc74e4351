import type { Locale } from '../../locale.ts'
import type { RecordChange } from './log.model.ts'

type Said = Readonly<Record<Locale, (who: string, what: string) => string>>

const given: Said = {
  en: (role, right) => `Role “${role}” was given “${right}”.`,
  zh: (role, right) => `角色“${role}”获得权限“${right}”。`,
}
const taken: Said = {
  en: (role, right) => `“${right}” was taken from role “${role}”.`,
  zh: (role, right) => `角色“${role}”的权限“${right}”被收回。`,
}
const joined: Said = {
  en: (account, role) => `Account “${account}” was given role “${role}”.`,
  zh: (account, role) => `账号“${account}”获得角色“${role}”。`,
}
const left: Said = {
  en: (account, role) => `Role “${role}” was taken from account “${account}”.`,
  zh: (account, role) => `账号“${account}”的角色“${role}”被收回。`,
}
const swapped: Readonly<Record<Locale, (account: string, before: string, after: string) => string>> = {
  en: (account, before, after) => `Account “${account}” has role “${after}” instead of “${before}”.`,
  zh: (account, before, after) => `账号“${account}”的角色由“${before}”改为“${after}”。`,
}

const nameIn = ({ names }: RecordChange, column: string, row: RecordChange['before']): string | undefined => {
  const value = row?.[column]
  return value === undefined || value === null ? undefined : (names[column]?.[String(value)] ?? String(value))
}

/** A change of rights as a sentence; undefined for a change of anything else. */
export function changeSentence(change: RecordChange, locale: Locale): string | undefined {
  const { recordType, action, before, after } = change
  const row = after ?? before
  if (recordType === 'role_menu' && action !== 'update') {
    const [role, right] = [nameIn(change, 'role_id', row), nameIn(change, 'menu_id', row)]
    if (role === undefined || right === undefined) return undefined
    return (action === 'insert' ? given : taken)[locale](role, right)
  }
  if (recordType !== 'account') return undefined
  const account = change.name === '' ? change.recordId : change.name
  const [from, to] = [nameIn(change, 'role_id', before), nameIn(change, 'role_id', after)]
  if (from !== undefined && to !== undefined) return swapped[locale](account, from, to)
  if (to !== undefined) return joined[locale](account, to)
  return from === undefined ? undefined : left[locale](account, from)
}
