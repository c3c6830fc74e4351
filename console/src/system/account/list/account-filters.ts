import { idleDays } from '@brigade/contract/system/account/account.model.ts'
import { TwoStepState } from '@brigade/contract/session/two-step.model.ts'
import { roleApi } from '@brigade/contract/system/role/role.endpoints.ts'
import { useQuery } from '@tanstack/react-query'
import { useDepartmentFilter } from '../../../customer/department-select.tsx'
import { useWords } from '../../../platform/locale.ts'
import { ask } from '../../../platform/query.ts'
import { yesNo } from '../../../ui/search-form/filter.ts'
import type { Filter } from '../../../ui/search-form/filter.ts'
import { accountListText, accountText } from '../account.text.ts'
import { useRoleName } from '../../role/role-badge.tsx'

type Own = 'keyword' | 'roleId' | 'enabled' | 'idle' | 'twoStep'
type Places = 'department1' | 'department2' | 'department3' | 'department4' | 'department5'

export function useAccountFilters(): readonly Filter<Own>[] {
  const a = useWords(accountText)
  const w = useWords(accountListText)
  const nameOf = useRoleName()
  const { data: roles } = useQuery(ask(roleApi.select, {}, { quiet: true }))
  return [
    { kind: 'text', name: 'keyword', label: w.keyword, maxLength: 60 },
    {
      kind: 'select',
      name: 'roleId',
      label: a.role,
      placeholder: w.anyRole,
      searchable: true,
      options: (roles ?? []).map((role) => ({ value: role.id, label: nameOf(role) })),
    },
    yesNo('enabled', { label: a.state, any: w.anyState, yes: a.enabled, no: a.disabled }),
    {
      kind: 'select',
      name: 'twoStep',
      label: a.twoStep,
      placeholder: w.anyTwoStep,
      options: TwoStepState.options.map((state) => ({ value: state, label: a[`twoStep-${state}`] })),
    },
    {
      kind: 'select',
      name: 'idle',
      label: w.idle,
      placeholder: w.anyIdle,
      options: idleDays.map((days) => ({ value: String(days), label: w.days({ days: String(days) }) })),
    },
  ]
}

export function useAccountFiltersBelow(): readonly Filter<Own | Places>[] {
  const own = useAccountFilters()
  const department = useDepartmentFilter()
  return [...own, department]
}
