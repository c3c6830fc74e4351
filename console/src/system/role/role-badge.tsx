import type { Locale } from '@brigade/contract/locale.ts'
import type { RoleRow } from '@brigade/contract/system/role/role.model.ts'
import { organisationKinds } from '@brigade/contract/customer/organisation.model.ts'
import { useCallback } from 'react'
import { kindNamesIn } from '../../customer/organisation-kind-badge.tsx'
import { useLocale, useWords, wordsIn } from '../../platform/locale.ts'
import { StateBadge } from '../../ui/icon/state-shape.tsx'
import { roleText } from './role.text.ts'

/** Whether a role gives anything: shape and word. */
export function RoleBadge({ enabled }: { enabled: boolean }) {
  const w = useWords(roleText)
  return enabled ? <StateBadge shape="enabled" word={w.enabled} /> : <StateBadge shape="disabled" word={w.disabled} />
}

/** A role's name in the language on screen. */
export function useRoleName(): (role: Pick<RoleRow, 'name' | 'enName'>) => string {
  const locale = useLocale()
  return ({ name, enName }) => (locale === 'zh' ? name : enName)
}

/** Kinds of organisation in one line. */
export function kindsLineIn(kinds: RoleRow['kinds'], locale: Locale): string {
  const w = wordsIn(roleText, locale)
  const names = kindNamesIn(locale)
  return kinds.length === organisationKinds.length ? w.allKinds : kinds.map((kind) => names[kind]).join(w.listMark)
}
export function useKindsLine(): (kinds: RoleRow['kinds']) => string {
  const locale = useLocale()
  return useCallback((kinds: RoleRow['kinds']) => kindsLineIn(kinds, locale), [locale])
}
