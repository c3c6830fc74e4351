import type { Locale } from '@brigade/contract/locale.ts'
import { TwoStepState } from '@brigade/contract/session/two-step.model.ts'
import { idleDays, type AccountSearchBelow } from '@brigade/contract/system/account/account.model.ts'
import { wordsIn } from '../../../platform/locale.ts'
import { choiceOf, yesNo, type Filter } from '../../../ui/search-form/filter.ts'
import { accountListText, accountText } from '../account.text.ts'

type At = {
  locale: Locale
  roles: readonly { id: string; name: string; enName: string }[]
  /** The list is of several organisations. */
  department: Filter<keyof AccountSearchBelow> | undefined
}

export function accountFilters({ locale, roles, department }: At): readonly Filter<keyof AccountSearchBelow>[] {
  const a = wordsIn(accountText, locale)
  const w = wordsIn(accountListText, locale)
  return [
    { kind: 'text', name: 'keyword', label: w.keyword, maxLength: 60 },
    {
      kind: 'select',
      name: 'roleId',
      label: a.role,
      placeholder: w.anyRole,
      searchable: true,
      options: roles.map((role) => ({ value: role.id, label: locale === 'zh' ? role.name : role.enName })),
    },
    yesNo('enabled', { label: a.state, any: w.anyState, yes: a.enabled, no: a.disabled }),
    choiceOf('twoStep', [a.twoStep, w.anyTwoStep], TwoStepState.options, (state) => a[`twoStep-${state}`]),
    {
      kind: 'select',
      name: 'idle',
      label: w.idle,
      placeholder: w.anyIdle,
      options: idleDays.map((days) => ({ value: String(days), label: w.days({ days: String(days) }) })),
    },
    ...(department === undefined ? [] : [department]),
  ]
}
