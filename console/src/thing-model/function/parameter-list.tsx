import { describeType } from '@brigade/contract/thing-model/describe-type.ts'
import { DataType, type DataTypeName } from '@brigade/contract/thing-model/thing-model.model.ts'
import { useState, type ComponentType, type ReactNode } from 'react'
import { useLocale, useWords } from '../../platform/locale.ts'
import { Button } from '../../ui/button/button.tsx'
import { Icon } from '../../ui/icon/icon.tsx'
import { StateShape } from '../../ui/icon/state-shape.tsx'
import { Box, Row, Stack, Text } from '../../ui/layout/layout.tsx'
import { useFormFields } from './form-fields.ts'
import css from './function.module.css'
import { functionText } from './function.text.ts'
import { LineList } from './line-list.tsx'
import { PathField } from './path-field.tsx'
import { blankParameter, newKey, readType, type TypedParameter, type TypedType } from '../typed/typed-type.ts'

export type TypeEditorProps = {
  path: string
  label: string
  /** The data types on offer. */
  types: readonly DataTypeName[]
  typed: TypedType
  onChange: (typed: TypedType) => void
  /** A part in the same line, before the editor. */
  lead?: ReactNode
}

type Props = {
  path: string
  label: string
  /** The text for an empty list. */
  empty: string
  addWords: (count: { n: number; max: number }) => string
  most: number
  types: readonly DataTypeName[]
  parameters: readonly TypedParameter[]
  onChange: (parameters: readonly TypedParameter[]) => void
  /** Edits the data types. It uses this list for the members of a structure. */
  Editor: ComponentType<TypeEditorProps>
}

/** Lists the parameters of an event or a service, or the members of a structure. A line opens into its fields. */
export function ParameterList({ path, label, empty, addWords, most, types, parameters, onChange, Editor }: Props) {
  const w = useWords(functionText)
  const { errorOf, isWrongUnder } = useFormFields()
  const [open, setOpen] = useState<ReadonlySet<string>>(new Set())
  const error = errorOf(path)
  const nameOf = ({ identifier, en }: TypedParameter): string => identifier.trim() || en.trim() || w.unnamed
  const change = (index: number, patch: Partial<TypedParameter>): void =>
    onChange(parameters.map((parameter, at) => (at === index ? { ...parameter, ...patch } : parameter)))
  const toggle = (key: string): void => {
    const next = new Set(open)
    if (!next.delete(key)) next.add(key)
    setOpen(next)
  }
  const add = (): void => {
    const added = blankParameter()
    onChange([...parameters, added])
    setOpen(new Set(open).add(added.key))
  }
  return (
    <Stack.fieldset gap="8" margin="0 0 8" padding="0" border="none" shrink className={css.group}>
      <legend className={css.label}>{label}</legend>
      {parameters.length === 0 ? (
        <Text.p size="xs" line="20" tone="ink-3" className={css.hint}>
          {empty}
        </Text.p>
      ) : null}
      <LineList
        lines={parameters}
        onChange={onChange}
        most={most}
        nameOf={nameOf}
        copyOf={(parameter) => ({ ...parameter, key: newKey(), identifier: '' })}
        head={(parameter, index) => (
          <Summary
            parameter={parameter}
            name={nameOf(parameter)}
            isOpen={open.has(parameter.key) || isWrongUnder(`${path}.${index}`)}
            isWrong={isWrongUnder(`${path}.${index}`)}
            onToggle={() => toggle(parameter.key)}
          />
        )}
        body={(parameter, index) =>
          open.has(parameter.key) || isWrongUnder(`${path}.${index}`) ? (
            <ParameterFields
              parameter={parameter}
              path={`${path}.${index}`}
              types={types}
              onChange={(patch) => change(index, patch)}
              Editor={Editor}
            />
          ) : null
        }
      />
      {error === undefined ? null : (
        <p className={css.wrong} role="alert">
          <StateShape name="error" size="tiny" />
          {error}
        </p>
      )}
      <Row gap="8">
        <Button
          size="small"
          icon="plus"
          disabledReason={parameters.length >= most ? w.full({ max: most }) : undefined}
          onClick={add}
        >
          {addWords({ n: parameters.length, max: most })}
        </Button>
      </Row>
    </Stack.fieldset>
  )
}

type FieldsProps = Pick<Props, 'types' | 'Editor'> & {
  parameter: TypedParameter
  path: string
  onChange: (patch: Partial<TypedParameter>) => void
}

function ParameterFields({ parameter, path, types, onChange, Editor }: FieldsProps) {
  const w = useWords(functionText)
  return (
    <Box padding="8 16 4" borderTop>
      <div className={css.three}>
        <PathField
          path={`${path}.identifier`}
          label={w.identifier}
          required
          value={parameter.identifier}
          onChange={(identifier) => onChange({ identifier })}
        />
        <PathField
          path={`${path}.name.zh`}
          label={w.nameZh}
          required
          value={parameter.zh}
          onChange={(zh) => onChange({ zh })}
        />
        <PathField
          path={`${path}.name.en`}
          label={w.nameEn}
          required
          value={parameter.en}
          onChange={(en) => onChange({ en })}
        />
      </div>
      <Editor
        path={`${path}.dataType`}
        label={w.dataType}
        types={types}
        typed={parameter.dataType}
        onChange={(dataType) => onChange({ dataType })}
      />
    </Box>
  )
}

type SummaryProps = {
  parameter: TypedParameter
  name: string
  isOpen: boolean
  isWrong: boolean
  onToggle: () => void
}

function Summary({ parameter, name, isOpen, isWrong, onToggle }: SummaryProps) {
  const w = useWords(functionText)
  const locale = useLocale()
  const dataType = DataType.safeParse(readType(parameter.dataType))
  return (
    <Row.button
      gap="8"
      padding="0 8"
      align="center"
      radius="s"
      textAlign="left"
      overflow="hidden"
      grow
      shrink
      nowrap
      type="button"
      className={css.summary}
      aria-expanded={isOpen}
      onClick={onToggle}
    >
      <Icon name={isOpen ? 'chevron-down' : 'chevron-right'} size="small" />
      <Text.code size="xs" weight="600">
        {name}
      </Text.code>
      <span>{parameter[locale]}</span>
      <Text.small overflow="hidden" tone="ink-3" size="xs" grow shrink ellipsis>
        {dataType.success ? describeType(dataType.data, locale) : parameter.dataType.type}
      </Text.small>
      {isWrong ? (
        <span className={css.wrong}>
          <StateShape name="error" size="tiny" />
          {w.hasProblem}
        </span>
      ) : null}
    </Row.button>
  )
}
