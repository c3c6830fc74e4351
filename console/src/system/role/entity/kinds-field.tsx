import { organisationKinds, type OrganisationKind } from '@brigade/contract/customer/organisation.model.ts'
import type { RoleRow } from '@brigade/contract/system/role/role.model.ts'
import { OrganisationSelect } from '../../../customer/organisation-select.tsx'
import { useKept } from '../../../platform/kept-work.ts'
import { useWords } from '../../../platform/locale.ts'
import { roleFormText, roleText } from '../role.text.ts'
import { KindBoxes } from './kind-boxes.tsx'
import { kindsOfKeeper, type Keeper } from './role-typed.ts'

type Form = {
  values: { kinds: OrganisationKind[] }
  errorOf: (path: 'kinds' | 'organisationId') => string | undefined
  leave: (path: 'organisationId') => void
  put: (patch: { kinds: OrganisationKind[]; organisationId?: string }) => void
}
type Props = { own: Keeper; form: Form }

/** The organisation that keeps a new role, and the kinds of organisation that a role is for: those of its keeper and below. */
export function KindsField({ row, ...rest }: Props & { row: RoleRow | null }) {
  if (row === null) return <OfNew {...rest} />
  return (
    <Kinds
      form={rest.form}
      allowed={row.organisation === null ? organisationKinds : kindsOfKeeper(row.organisation.kind)}
    />
  )
}

function OfNew({ own, form }: Props) {
  const r = useWords(roleText)
  const w = useWords(roleFormText)
  const [keeper, setKeeper] = useKept<Keeper>('role keeper', own)
  const choose = ({ id, name, kind }: Keeper): void => {
    const kinds = form.values.kinds.filter((one) => kindsOfKeeper(kind).includes(one))
    setKeeper({ id, name, kind })
    form.put({ organisationId: id, kinds: kinds.length === 0 ? [kind] : kinds })
  }
  return (
    <>
      <OrganisationSelect
        label={r.keeper}
        holds="customer"
        chosen={keeper}
        onChange={choose}
        onBlur={() => form.leave('organisationId')}
        error={form.errorOf('organisationId')}
        hint={w.keeperHint}
      />
      <Kinds form={form} allowed={kindsOfKeeper(keeper.kind)} />
    </>
  )
}

const Kinds = ({ form, allowed }: { form: Form; allowed: readonly OrganisationKind[] }) => (
  <KindBoxes
    allowed={allowed}
    value={form.values.kinds}
    onChange={(kinds) => form.put({ kinds })}
    error={form.errorOf('kinds')}
  />
)
