import { roleApi } from '@brigade/contract/system/role/role.endpoints.ts'
import { useQuery } from '@tanstack/react-query'
import { useWords } from '../../../platform/locale.ts'
import { ask } from '../../../platform/query.ts'
import { SelectField } from '../../../ui/field/select-field.tsx'
import { useRoleName } from '../../role/role-badge.tsx'
import { accountFormText, accountText } from '../account.text.ts'

type Props = {
  organisationId: string
  /** The role that it has, which may be disabled or one the caller cannot give. */
  now?: { id: string; name: string; enName: string } | undefined
  value: string
  error: string | undefined
  onChange: (id: string) => void
  onBlur: () => void
}

/** Roles for accounts of an organisation; roles that grant more than the caller holds are listed but disabled. */
export function RoleField({ organisationId, now, value, error, onChange, onBlur }: Props) {
  const a = useWords(accountText)
  const w = useWords(accountFormText)
  const nameOf = useRoleName()
  const { data } = useQuery(ask(roleApi.select, { organisationId }, { quiet: true }))
  const roles = data ?? []
  const options = roles.map((role) => ({
    value: role.id,
    label: nameOf(role),
    disabled: !role.isGrantable && role.id !== now?.id,
  }))
  const isMissing = now !== undefined && !roles.some(({ id }) => id === now.id)
  return (
    <SelectField
      label={a.role}
      required
      searchable
      hint={w.roleHint}
      options={isMissing ? [{ value: now.id, label: nameOf(now) }, ...options] : options}
      value={value === '' ? null : value}
      error={error}
      onChange={(id) => onChange(id ?? '')}
      onBlur={onBlur}
    />
  )
}
