import type { DataType } from '@brigade/contract/thing-model/thing-model.model.ts'
import { useLocale } from '../platform/locale.ts'
import { isRecord } from '../device/view/shown-value.ts'
import { Grid } from '../ui/layout/layout.tsx'
import type { Typed } from './command-draft.ts'
import { ValueField, startOf, type Otherwise } from './value-field.tsx'

type Props = {
  dataType: Extract<DataType, { type: 'struct' }>
  typed: Typed
  /** The field held this value before the person edited it. */
  first: Typed
  /** This applies when the member has no value yet. */
  otherwise: Otherwise
  onChange: (typed: Typed) => void
  /** Messages by member. */
  errors: Readonly<Record<string, string>>
  onLeave: (member: string) => void
}

/** The members of a structure, a field each. It is sent whole: once one is filled in, all have to be. */
export function MemberFields({ dataType, typed, first, otherwise, onChange, errors, onLeave }: Props) {
  const locale = useLocale()
  const members = membersOf(typed)
  const before = membersOf(first)
  return (
    <Grid gap="8 16" columns="2" align="start">
      {dataType.members.map(({ identifier, name, dataType: memberType }) => (
        <ValueField
          key={identifier}
          label={name[locale]}
          dataType={memberType}
          typed={members[identifier] ?? ''}
          start={startOf(before[identifier] ?? '', otherwise)}
          onChange={(next) => onChange({ ...members, [identifier]: next })}
          error={errors[identifier]}
          onBlur={() => onLeave(identifier)}
        />
      ))}
    </Grid>
  )
}

const membersOf = (typed: Typed): { readonly [identifier: string]: Typed } => (isStruct(typed) ? typed : {})
const isStruct = (typed: Typed): typed is { readonly [identifier: string]: Typed } => isRecord(typed)
