import { describeRange } from '@brigade/contract/thing-model/describe-type.ts'
import type { DataType } from '@brigade/contract/thing-model/thing-model.model.ts'
import { useLocale, useWords } from '../../platform/locale.ts'
import { Button, IconButton } from '../../ui/button/button.tsx'
import { Field } from '../../ui/field/field.tsx'
import { SelectField } from '../../ui/field/select-field.tsx'
import { TextField } from '../../ui/field/text-field.tsx'
import { Box, Row, Text } from '../../ui/layout/layout.tsx'
import css from './tester.module.css'
import { testerText } from './tester.text.ts'
import { isTypedList, isTypedStruct, typedText, type TypedValue } from '../typed/typed-value.ts'

type Props = {
  label: string
  dataType: DataType
  typed: TypedValue | undefined
  onChange: (typed: TypedValue) => void
  onBlur?: () => void
  error?: string | undefined
  /** The text of an empty choice. */
  nothing?: string
}

/** Edits a value of any type in fields of that type. Every field may be empty. */
export function ValueInput(props: Props) {
  const { label, dataType, typed, onChange, onBlur, error } = props
  const locale = useLocale()
  switch (dataType.type) {
    case 'bool':
    case 'enum':
      return <ChoiceInput {...props} dataType={dataType} />
    case 'date':
      return (
        <Field label={label} error={error}>
          {(ids) => (
            <Row.span align="center" border="strong" radius="s" ground="paper" className={css.time}>
              <input
                {...ids}
                type="datetime-local"
                step={1}
                value={typedText(typed)}
                onChange={(event) => onChange(event.currentTarget.value)}
                onBlur={onBlur}
              />
            </Row.span>
          )}
        </Field>
      )
    case 'struct': {
      const members = isTypedStruct(typed) ? typed : {}
      return (
        <Box.fieldset margin="0" padding="0 0 0 12" border="none" shrink className={css.values}>
          <Text.legend padding="0" marginBottom="4" size="xs" line="16" weight="600" tone="ink-2" block>
            {label}
          </Text.legend>
          {dataType.members.map((member) => (
            <ValueInput
              key={member.identifier}
              label={member.name[locale]}
              dataType={member.dataType}
              typed={members[member.identifier]}
              onChange={(value) => onChange({ ...members, [member.identifier]: value })}
            />
          ))}
        </Box.fieldset>
      )
    }
    case 'array':
      return <ListInput {...props} dataType={dataType} />
    default:
      return (
        <TextField
          label={label}
          value={typedText(typed)}
          autoComplete="off"
          inputMode={dataType.type === 'int' ? 'numeric' : dataType.type === 'text' ? 'text' : 'decimal'}
          hint={describeRange(dataType, locale)}
          error={error}
          onChange={(event) => onChange(event.currentTarget.value)}
          {...(onBlur === undefined ? {} : { onBlur })}
        />
      )
  }
}

type ChoiceType = Extract<DataType, { type: 'bool' | 'enum' }>

function ChoiceInput({ label, dataType, typed, onChange, onBlur, error, nothing }: Props & { dataType: ChoiceType }) {
  const w = useWords(testerText)
  const locale = useLocale()
  const options =
    dataType.type === 'enum'
      ? dataType.items
      : [
          { value: 0, ...dataType.off },
          { value: 1, ...dataType.on },
        ]
  return (
    <SelectField
      label={label}
      clearable
      placeholder={nothing ?? w.leftOut}
      options={options.map((option) => ({
        value: String(option.value),
        label: `${option.value} · ${option[locale]}`,
      }))}
      value={typedText(typed) === '' ? null : typedText(typed)}
      onChange={(value) => onChange(value ?? '')}
      {...(onBlur === undefined ? {} : { onBlur })}
      error={error}
    />
  )
}

type ListType = Extract<DataType, { type: 'array' }>

function ListInput({ label, dataType, typed, onChange }: Props & { dataType: ListType }) {
  const w = useWords(testerText)
  const items = isTypedList(typed) ? typed : []
  const { item, size } = dataType
  return (
    <Box.fieldset margin="0" padding="0 0 0 12" border="none" shrink className={css.values}>
      <Text.legend padding="0" marginBottom="4" size="xs" line="16" weight="600" tone="ink-2" block>
        {label}
      </Text.legend>
      {items.length === 0 ? (
        <Text.p size="xs" line="20" tone="ink-3">
          {w.listEmpty}
        </Text.p>
      ) : null}
      {items.map((value, index) => (
        <Row key={index} gap="4" align="start" className={css.valueItem}>
          <ValueInput
            label={w.item({ n: index + 1 })}
            dataType={item}
            typed={value}
            onChange={(next) => onChange(items.with(index, next))}
          />
          <IconButton
            size="small"
            icon="trash"
            label={w.removeItem({ n: index + 1 })}
            onClick={() => onChange(items.toSpliced(index, 1))}
          />
        </Row>
      ))}
      {/* One entry more than allowed can be added, to see the refusal. */}
      <div>
        <Button size="small" icon="plus" onClick={() => onChange([...items, items.at(-1) ?? ''])}>
          {w.addItem({ n: items.length, max: size })}
        </Button>
      </div>
    </Box.fieldset>
  )
}
