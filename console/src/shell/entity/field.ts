import type { ReactNode } from 'react'
import type { z } from 'zod'
import type { Option, OptionGroup } from '../../ui/field/select-options.ts'
import type { FieldPath, TextPath } from '../../ui/form/field-path.ts'
import type { useContractForm } from '../../ui/form/use-contract-form.ts'

/** The part of a form that fields use. */
export type FormOf<V extends object> = Pick<
  ReturnType<typeof useContractForm<V, z.ZodType>>,
  'values' | 'set' | 'put' | 'text' | 'errorOf' | 'leave'
>

type Common = {
  label: string
  /** The name in a clash, if the label is a sentence. */
  name?: string
  required?: boolean
  disabled?: boolean | undefined
  hint?: string | undefined
}

/** One value of a field of several: how a clash names and shows it. */
export type FieldPart<V> = {
  at: FieldPath<V>
  label: string
  /** Without it the value is a text. */
  shown?: (values: V) => string
}

/** A field of a form. `at` is a path of what the form holds: a misspelt one does not compile. */
export type Field<V extends object> =
  | (Common & {
      kind: 'text'
      at: TextPath<V>
      max?: number
      inputMode?: 'text' | 'numeric' | 'decimal' | 'email' | 'tel'
      startsFocused?: boolean
    })
  | (Common & { kind: 'area'; at: TextPath<V>; most: number; rows?: number })
  /** `put`: what the choice changes. */
  | (Common & {
      kind: 'select'
      at: FieldPath<V>
      options: readonly (Option | OptionGroup)[]
      searchable?: boolean
      put: (chosen: string | null) => Partial<V>
    })
  | (Common & { kind: 'check'; at: FieldPath<V>; put: (isOn: boolean) => Partial<V> })
  /** Is never kept nor compared. `own`: the sign-in password of the person, by which the form confirms what it does. */
  | (Common & { kind: 'secret'; at: TextPath<V>; isOwn?: boolean })
  /** Anything else, with the values that it is about. */
  | { kind: 'own'; key: string; parts: readonly FieldPart<V>[]; input: ReactNode }

/** A list of fields stands side by side. */
export type FieldRow<V extends object> = Field<V> | readonly Field<V>[]

type Names = { en: string; zh: string }

/** A name in both languages, the one on screen first, side by side. */
export function bothNames<V extends object>(
  paths: { en: TextPath<V>; zh: TextPath<V> },
  labels: Names,
  locale: 'en' | 'zh',
): readonly Field<V>[] {
  const order = locale === 'en' ? (['en', 'zh'] as const) : (['zh', 'en'] as const)
  return order.map((language, index) => ({
    kind: 'text',
    at: paths[language],
    label: labels[language],
    required: true,
    startsFocused: index === 0,
  }))
}
