import { OrganisationKind } from '@brigade/contract/customer/organisation.model.ts'
import type { RoleRow } from '@brigade/contract/system/role/role.model.ts'
import type { CallError } from '../../../platform/call-error.ts'
import { useWords } from '../../../platform/locale.ts'
import { FieldClash } from '../../../ui/form/field-clash.tsx'
import { useKindsLine } from '../role-badge.tsx'
import { roleFormText, roleText } from '../role.text.ts'
import { typedRole, type TypedRole } from './role-typed.ts'

type Props = {
  /** The refusal. */
  by: CallError
  /** The edit started from `base`; `now` is the current state on the server. */
  base: RoleRow
  now: RoleRow
  mine: TypedRole
  onGoOn: (values: TypedRole) => void
}

/** Somebody saved this role while it was being edited: what both changed, and what was taken over. */
export function RoleClash({ by, base, now, mine, onGoOn }: Props) {
  const r = useWords(roleText)
  const w = useWords(roleFormText)
  const kindsLine = useKindsLine()
  const shown = (name: keyof Flat, values: Flat): string => {
    if (name === 'kinds') return kindsLine(asTyped(values).kinds)
    if (name === 'requiresTwoStep') return values.requiresTwoStep ? w.yes : w.no
    return values[name]
  }
  return (
    <FieldClash
      by={by}
      base={flat(typedRole(base))}
      mine={flat(mine)}
      theirs={flat(typedRole(now))}
      labels={{
        enName: r.nameEn,
        name: r.nameZh,
        enDescription: r.descriptionEn,
        description: r.descriptionZh,
        kinds: r.kinds,
        requiresTwoStep: w.requireTwoStep,
      }}
      shown={shown}
      onGoOn={(values) => onGoOn(asTyped(values))}
    />
  )
}

/** Kinds as one text: for a person, the kinds of a role are one value. */
type Flat = Omit<TypedRole, 'kinds'> & { kinds: string }

const flat = ({ kinds, ...rest }: TypedRole): Flat => ({ ...rest, kinds: kinds.toSorted().join(' ') })
const asTyped = ({ kinds, ...rest }: Flat): TypedRole => ({
  ...rest,
  kinds: kinds.split(' ').flatMap((kind) => OrganisationKind.safeParse(kind).data ?? []),
})
