import { wordsNow } from '../../platform/locale.ts'
import { Checkbox } from '../../ui/field/checkbox.tsx'
import { SelectField } from '../../ui/field/select-field.tsx'
import { optionsIn } from '../../ui/field/select-options.ts'
import { TextArea } from '../../ui/field/text-area.tsx'
import { OwnPasswordField, PasswordField, TextField } from '../../ui/field/text-field.tsx'
import { valueAt } from '../../ui/form/field-path.ts'
import { Box, Grid, Text } from '../../ui/layout/layout.tsx'
import { uiText } from '../../ui/ui.text.ts'
import css from './entity.module.css'
import type { Field, FieldPart, FieldRow, FormOf } from './field.ts'

type Props<V extends object> = { field: Field<V>; form: FormOf<V> }

export function EntityFieldRow<V extends object>({ row, form }: { row: FieldRow<V>; form: FormOf<V> }) {
  if (!isSideBySide(row)) return <EntityField field={row} form={form} />
  return (
    <Grid columns="2" gap="0 16" className={css.pair}>
      {row.map((field) => (
        <EntityField key={keyOf(field)} field={field} form={form} />
      ))}
    </Grid>
  )
}

const isSideBySide = <V extends object>(row: FieldRow<V>): row is readonly Field<V>[] => Array.isArray(row)
export const keyOf = <V extends object>(row: FieldRow<V>): string => {
  if (isSideBySide(row)) return row.map(keyOf).join(' ')
  return row.kind === 'own' ? row.key : row.at
}

function EntityField<V extends object>({ field, form }: Props<V>) {
  if (field.kind === 'own') return field.input
  const { label, required, disabled, hint } = field
  const common = { label, required, disabled, hint }
  const error = form.errorOf(field.at)
  switch (field.kind) {
    case 'text':
      return (
        <TextField
          {...common}
          autoComplete="off"
          maxLength={field.max}
          startsFocused={field.startsFocused}
          {...(field.inputMode === undefined ? {} : { inputMode: field.inputMode })}
          {...form.text(field.at)}
        />
      )
    case 'area':
      return <TextArea {...common} rows={field.rows ?? 2} most={field.most} {...form.text(field.at)} />
    case 'secret':
      return field.isOwn === true ? (
        <OwnPasswordField label={label} hint={hint} {...form.text(field.at)} />
      ) : (
        <PasswordField {...common} autoComplete="new-password" {...form.text(field.at)} />
      )
    case 'select': {
      const value = valueAt(form.values, field.at)
      return (
        <SelectField
          {...common}
          searchable={field.searchable}
          options={field.options}
          value={typeof value === 'string' && value !== '' ? value : null}
          error={error}
          onChange={(chosen) => form.put(field.put(chosen))}
          onBlur={() => form.leave(field.at)}
        />
      )
    }
    case 'check':
      return (
        <Box paddingBottom="16">
          <Checkbox
            checked={valueAt(form.values, field.at) === true}
            disabled={disabled}
            error={error}
            onChange={(isOn) => form.put(field.put(isOn))}
          >
            {label}
          </Checkbox>
          {hint === undefined ? null : (
            <Text paddingLeft="24" size="xs" tone="ink-3" block>
              {hint}
            </Text>
          )}
        </Box>
      )
  }
}

/** The values of the fields, each as a clash names and shows it. */
export const partsOf = <V extends object>(rows: readonly FieldRow<V>[]): readonly FieldPart<V>[] =>
  rows.flatMap((row) => (isSideBySide(row) ? row.flatMap(partsOfField) : partsOfField(row)))

function partsOfField<V extends object>(field: Field<V>): readonly FieldPart<V>[] {
  if (field.kind === 'own') return field.parts
  if (field.kind === 'secret') return []
  const { at } = field
  const label = field.name ?? field.label
  if (field.kind === 'select') {
    const shown = (values: V): string => {
      const value = valueAt(values, at)
      return optionsIn(field.options).find((option) => option.value === value)?.label ?? ''
    }
    return [{ at, label, shown }]
  }
  if (field.kind === 'check') return [{ at, label, shown: (values) => yesOrNo(valueAt(values, at) === true) }]
  return [{ at, label }]
}

const yesOrNo = (is: boolean): string => (is ? wordsNow(uiText).yes : wordsNow(uiText).no)
