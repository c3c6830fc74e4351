import { useDepartmentSource } from '../../customer/department-select.tsx'
import { CascadeField } from '../../ui/field/cascade/cascade-field.tsx'
import type { FieldProps } from '../../ui/field/field.tsx'

type Props = FieldProps & {
  value: string | undefined
  onChange: (id: string | undefined) => void
  placeholder?: string | undefined
}

/** Chooses one organisation of the tree that the caller sees, level by level or by typing its name. */
export function OrganisationField({ value, onChange, ...field }: Props) {
  const source = useDepartmentSource()
  return (
    <CascadeField
      {...field}
      source={source}
      value={value === undefined ? [] : [value]}
      onChange={(path) => onChange(path.at(-1))}
    />
  )
}
