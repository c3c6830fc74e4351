import type { OrganisationKind } from '@brigade/contract/customer/organisation.model.ts'
import { roleLimits } from '@brigade/contract/system/role/role.model.ts'
import type { ReactNode } from 'react'
import { useLocale, useWords } from '../../../platform/locale.ts'
import { Checkbox } from '../../../ui/field/checkbox.tsx'
import { TextArea } from '../../../ui/field/text-area.tsx'
import { TextField } from '../../../ui/field/text-field.tsx'
import { Box } from '../../../ui/layout/layout.tsx'
import { roleFormText, roleText } from '../role.text.ts'
import { KindBoxes } from './kind-boxes.tsx'
import css from './role-form.module.css'
import type { TypedRole } from './role-typed.ts'

type TextName = 'name' | 'enName' | 'description' | 'enDescription'
type TextProps = {
  name?: string | undefined
  value: string
  error: string | undefined
  onChange: (event: { currentTarget: { value: string } }) => void
  onBlur: () => void
}

type Props = {
  form: {
    values: TypedRole
    text: (name: TextName) => TextProps
    put: (patch: Partial<TypedRole>) => void
    errorOf: (name: 'kinds') => string | undefined
  }
  allowed: readonly OrganisationKind[]
  /** Its names stay. */
  isBuiltIn?: boolean
  /** Between the names and what follows: the organisation that keeps it. */
  children?: ReactNode
}

/** Names and descriptions, the language on screen first; the kinds of organisation that the role is for, and its requirements. */
export function RoleFields({ form, allowed, isBuiltIn = false, children }: Props) {
  const r = useWords(roleText)
  const w = useWords(roleFormText)
  const locale = useLocale()
  const fixed = isBuiltIn ? { disabled: true, hint: w.nameFixed } : {}
  const names = [
    <TextField key="en" label={r.nameEn} required autoComplete="off" {...fixed} {...form.text('enName')} />,
    <TextField key="zh" label={r.nameZh} required autoComplete="off" {...fixed} {...form.text('name')} />,
  ]
  const { description } = roleLimits
  const descriptions = [
    <TextArea key="en" label={r.descriptionEn} rows={2} most={description} {...form.text('enDescription')} />,
    <TextArea key="zh" label={r.descriptionZh} rows={2} most={description} {...form.text('description')} />,
  ]
  const inOrder = <T,>(fields: readonly T[]): readonly T[] => (locale === 'zh' ? fields.toReversed() : fields)
  return (
    <>
      {inOrder(names)}
      {children}
      <KindBoxes
        allowed={allowed}
        value={form.values.kinds}
        onChange={(kinds) => form.put({ kinds })}
        error={form.errorOf('kinds')}
      />
      {inOrder(descriptions)}
      <Box paddingBottom="16" className={css.twoStep}>
        <Checkbox checked={form.values.requiresTwoStep} onChange={(requiresTwoStep) => form.put({ requiresTwoStep })}>
          {w.requireTwoStep}
        </Checkbox>
        <span>{w.twoStepHint}</span>
      </Box>
    </>
  )
}
