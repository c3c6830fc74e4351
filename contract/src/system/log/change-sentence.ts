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
/** Sentences about settings that apply to everybody with a role. */
const ofRole: Readonly<
  Record<
    'requires_two_step' | 'enabled',
    Readonly<Record<'on' | 'off', Readonly<Record<Locale, (role: string) => string>>>>
  >
> = {
  requires_two_step: {
    on: {
      en: (role) => `Role “${role}” requires two-step sign-in from now on.`,
      zh: (role) => `角色“${role}”开始要求两步验证。`,
    },
    off: {
      en: (role) => `Role “${role}” no longer requires two-step sign-in.`,
      zh: (role) => `角色“${role}”不再要求两步验证。`,
    },
  },
  enabled: {
    on: {
      en: (role) => `Role “${role}” was enabled: it gives its rights again.`,
      zh: (role) => `角色“${role}”已启用，其权限恢复生效。`,
    },
    off: {
      en: (role) => `Role “${role}” was disabled: it gives no rights any more.`,
      zh: (role) => `角色“${role}”已停用，其权限不再生效。`,
    },
  },
}
const ofAccount: Readonly<Record<'on' | 'off', Readonly<Record<Locale, (account: string) => string>>>> = {
  on: {
    en: (account) => `Account “${account}” was enabled.`,
    zh: (account) => `账号“${account}”已启用。`,
  },
  off: {
    en: (account) => `Account “${account}” was disabled: it can no longer sign in.`,
    zh: (account) => `账号“${account}”已停用，无法登录。`,
  },
}
const swapped: Readonly<Record<Locale, (account: string, before: string, after: string) => string>> = {
  en: (account, before, after) => `Account “${account}” has role “${after}” instead of “${before}”.`,
  zh: (account, before, after) => `账号“${account}”的角色由“${before}”改为“${after}”。`,
}

const nameIn = ({ names }: RecordChange, column: string, row: RecordChange['before']): string | undefined => {
  const value = row?.[column]
  return value === undefined || value === null ? undefined : (names[column]?.[String(value)] ?? String(value))
}

/** The direction in which a yes/no column was changed; undefined if it was not, or if the row is new or deleted. */
function turned({ action, before, after }: RecordChange, column: string): 'on' | 'off' | undefined {
  const is = after?.[column]
  if (action !== 'update' || typeof is !== 'boolean' || before?.[column] === is) return undefined
  return is ? 'on' : 'off'
}

/** A change of rights as sentences, one for each thing that changed; none for a change of anything else. */
export function changeSentences(change: RecordChange, locale: Locale): string[] {
  const { recordType, action, before, after } = change
  const row = after ?? before
  const own = change.name === '' ? change.recordId : change.name
  if (recordType === 'role_menu' && action !== 'update') {
    const [role, right] = [nameIn(change, 'role_id', row), nameIn(change, 'menu_id', row)]
    return role === undefined || right === undefined ? [] : [(action === 'insert' ? given : taken)[locale](role, right)]
  }
  if (recordType === 'role')
    return (['requires_two_step', 'enabled'] as const).flatMap((column) => {
      const way = turned(change, column)
      return way === undefined ? [] : [ofRole[column][way][locale](own)]
    })
  if (recordType !== 'account') return []
  const way = turned(change, 'enabled')
  return [...roleOf(change, own, locale), ...(way === undefined ? [] : [ofAccount[way][locale](own)])]
}

function roleOf(change: RecordChange, account: string, locale: Locale): string[] {
  const [from, to] = [nameIn(change, 'role_id', change.before), nameIn(change, 'role_id', change.after)]
  if (from !== undefined && to !== undefined) return [swapped[locale](account, from, to)]
  if (to !== undefined) return [joined[locale](account, to)]
  return from === undefined ? [] : [left[locale](account, from)]
}
