import type { AccountDetail } from '@brigade/contract/system/account/account.model.ts'
import { roleApi } from '@brigade/contract/system/role/role.endpoints.ts'
import { useQuery } from '@tanstack/react-query'
import type { CallError } from '../../../platform/call-error.ts'
import { useWords } from '../../../platform/locale.ts'
import { ask } from '../../../platform/query.ts'
import { FieldClash } from '../../../ui/form/field-clash.tsx'
import { useRoleName } from '../../role/role-badge.tsx'
import { accountFormText, accountText } from '../account.text.ts'
import { typedAccount, type TypedAccount } from './account-typed.ts'

type Props = {
  /** The refusal. */
  by: CallError
  /** The edit started from `base`; `now` is the current state on the server. */
  base: AccountDetail
  now: AccountDetail
  mine: TypedAccount
  onGoOn: (values: TypedAccount) => void
}

type Compared = Omit<TypedAccount, 'password'>
const compared = ({ password: _password, ...rest }: TypedAccount): Compared => rest

/** Somebody saved this account while it was being edited: what both changed, and what was taken over. */
export function AccountClash({ by, base, now, mine, onGoOn }: Props) {
  const a = useWords(accountText)
  const w = useWords(accountFormText)
  const nameOf = useRoleName()
  const { data: roles } = useQuery(ask(roleApi.select, { organisationId: base.organisation.id }, { quiet: true }))
  const known = [base.role, now.role, ...(roles ?? [])]
  const shown = (name: keyof Compared, values: Compared): string => {
    if (name === 'emailVerified') return values.emailVerified ? w.yes : w.no
    if (name !== 'roleId') return values[name]
    const role = known.find(({ id }) => id === values.roleId)
    return role === undefined ? '' : nameOf(role)
  }
  return (
    <FieldClash
      by={by}
      base={compared(typedAccount(base))}
      mine={compared(mine)}
      theirs={compared(typedAccount(now))}
      labels={{ name: a.name, roleId: a.role, phone: a.phone, email: a.email, emailVerified: w.emailVerified }}
      shown={shown}
      onGoOn={(values) => onGoOn({ ...values, password: mine.password })}
    />
  )
}
