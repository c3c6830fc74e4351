import type { FunctionName } from '@brigade/contract/thing-model/thing-model.model.ts'
import { useNameOf, useWords } from '../../../platform/locale.ts'
import { SelectField } from '../../../ui/field/select-field.tsx'
import { useTemplateContext } from '../field/template-context.ts'
import { templateText } from '../field/template.text.ts'
import { Box } from '../../../ui/layout/layout.tsx'

type Props = {
  label: string
  path: string
  /** Empty: none chosen. */
  value: string
  onChange: (identifier: string) => void
  /** The published functions that fit here. */
  options: readonly { identifier: string; name: FunctionName }[]
  /** The choice may be cleared. */
  optional?: boolean
  /** In a row the label is only for assistive technology. */
  inRow?: boolean
  hint?: string
  disabled?: boolean
}

/** A published function, found by name or identifier. A deleted one stays readable by its old value. */
export function FunctionField({
  label,
  path,
  value,
  onChange,
  options,
  optional = false,
  inRow = false,
  hint,
  disabled = false,
}: Props) {
  const w = useWords(templateText)
  const nameOf = useNameOf()
  const { problemAt, model } = useTemplateContext()
  const known = options.map(({ identifier, name }) => ({ value: identifier, label: `${nameOf(name)} · ${identifier}` }))
  const all = [...model.properties, ...model.events, ...model.services]
  const there = all.find(({ identifier }) => identifier === value)
  const isListed = value === '' || known.some((option) => option.value === value)
  const stray = { value, label: there === undefined ? `${value} (${w.gone})` : `${nameOf(there.name)} · ${value}` }
  return (
    <Box shrink={inRow} className={inRow ? 'spoken-label' : undefined} data-path={path}>
      <SelectField
        label={label}
        bare={inRow}
        required={!optional && !inRow}
        options={isListed ? known : [stray, ...known]}
        value={value === '' ? null : value}
        onChange={(chosen) => onChange(chosen ?? '')}
        placeholder={w.chooseFunction}
        error={problemAt(path)}
        hint={hint}
        searchable
        clearable={optional}
        disabled={disabled}
      />
    </Box>
  )
}
