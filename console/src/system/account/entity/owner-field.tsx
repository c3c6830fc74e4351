import { OrganisationSelect, type Organisation } from '../../../customer/organisation-select.tsx'
import { useKept } from '../../../platform/kept-work.ts'
import { useWords } from '../../../platform/locale.ts'
import { accountText } from '../account.text.ts'

type Props = {
  own: Organisation
  form: {
    errorOf: (path: 'organisationId') => string | undefined
    leave: (path: 'organisationId') => void
    put: (patch: { organisationId: string; roleId: string }) => void
  }
}

/** The organisation of a new account: the own one, or one below it. */
export function OwnerField({ own, form }: Props) {
  const { organisation } = useWords(accountText)
  const [of, setOf] = useKept('account organisation', own)
  return (
    <OrganisationSelect
      label={organisation}
      chosen={of}
      hint=""
      error={form.errorOf('organisationId')}
      onBlur={() => form.leave('organisationId')}
      onChange={(chosen) => {
        setOf(chosen)
        // Roles are for kinds of organisation: another may not have the one chosen.
        form.put({ organisationId: chosen.id, roleId: '' })
      }}
    />
  )
}
