import type { Valued } from '@brigade/contract/thing-model/thing-model.rules.ts'
import { useLocale } from '../platform/locale.ts'
import { Stack } from '../ui/layout/layout.tsx'
import type { Typed } from './command-draft.ts'
import css from './command.module.css'
import { ListField } from './list-field.tsx'
import { MemberFields } from './member-fields.tsx'
import { ValueField, startOf, type Otherwise } from './value-field.tsx'

type Props = {
  of: Valued
  typed: Typed
  /** The device reports or should have this value, which the field held before the person edited it. */
  first: Typed
  /** When there is no value yet, this decides whether the field may stay empty or needs a choice. */
  otherwise: Otherwise
  onChange: (typed: Typed) => void
  /** Called when a field was left, with its path below this one; '' is this one. */
  onLeave: (path: string) => void
  /** Messages by path below this one; '' is this one. */
  errors: Readonly<Record<string, string>>
  was?: { value: unknown } | undefined
  anchor?: string
}

/** The field of a property or parameter, whatever its type. */
export function TypedField({ of, typed, first, otherwise, onChange, onLeave, errors, was, anchor }: Props) {
  const locale = useLocale()
  const label = of.name[locale]
  const { dataType } = of
  switch (dataType.type) {
    case 'array':
      return <ListField {...{ label, dataType, typed, onChange, errors, onLeave }} />
    case 'struct':
      return (
        <Stack.fieldset
          gap="8"
          margin="0"
          padding="0"
          border="none"
          justifyItems="start"
          shrink
          across
          data-anchor={anchor}
        >
          <legend className={css.label}>{label}</legend>
          <MemberFields {...{ dataType, typed, first, otherwise, onChange, errors, onLeave }} />
        </Stack.fieldset>
      )
    default:
      return (
        <ValueField
          {...{ label, dataType, typed, onChange, was }}
          start={startOf(first, otherwise)}
          {...(anchor === undefined ? {} : { anchor })}
          onBlur={() => onLeave('')}
          error={errors['']}
        />
      )
  }
}
