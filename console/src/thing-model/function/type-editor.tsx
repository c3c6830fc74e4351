import { thingModelLimits } from '@brigade/contract/thing-model/thing-model.model.ts'
import { dataTypeWords } from '@brigade/contract/thing-model/thing-model.text.ts'
import { useLocale, useWords } from '../../platform/locale.ts'
import { SelectField } from '../../ui/field/select-field.tsx'
import { Box, Stack, Text } from '../../ui/layout/layout.tsx'
import { EnumPart } from './enum-part.tsx'
import css from './function.module.css'
import { functionText } from './function.text.ts'
import { NumberPart } from './number-part.tsx'
import { ParameterList, type TypeEditorProps } from './parameter-list.tsx'
import { PathField } from './path-field.tsx'
import { blankType, isTypeName, itemTypes, plainTypes, type TypedType } from '../typed/typed-type.ts'

/** The data type of a property, a parameter, a member or an item, with its specification. */
export function TypeEditor({ path, label, types, typed, onChange, lead }: TypeEditorProps) {
  const locale = useLocale()
  return (
    <>
      <div className={css.two}>
        {lead}
        <SelectField
          label={label}
          required
          options={types.map((type) => ({ value: type, label: `${type} · ${dataTypeWords[type][locale]}` }))}
          value={typed.type}
          onChange={(type) => {
            if (isTypeName(type)) onChange({ ...typed, type })
          }}
        />
      </div>
      <TypeParts path={path} typed={typed} onChange={(patch) => onChange({ ...typed, ...patch })} />
    </>
  )
}

type PartsProps = { path: string; typed: TypedType; onChange: (patch: Partial<TypedType>) => void }

function TypeParts({ path, typed, onChange }: PartsProps) {
  const w = useWords(functionText)
  switch (typed.type) {
    case 'int':
    case 'float':
    case 'double':
      return <NumberPart path={path} typed={typed} onChange={onChange} />
    case 'text':
      return (
        <div className={css.three}>
          <PathField
            path={`${path}.length`}
            label={w.length}
            required
            inputMode="numeric"
            unit={w.bytes}
            hint={w.lengthHint}
            value={typed.length}
            onChange={(length) => onChange({ length })}
          />
        </div>
      )
    case 'date':
      return (
        <Text.p size="xs" line="20" tone="ink-3" className={css.hint}>
          {w.dateHint}
        </Text.p>
      )
    case 'bool':
      return <BoolPart path={path} typed={typed} onChange={onChange} />
    case 'enum':
      return <EnumPart path={`${path}.items`} items={typed.items} onChange={(items) => onChange({ items })} />
    case 'struct':
      return (
        <ParameterList
          path={`${path}.members`}
          label={w.members}
          empty={w.noMembers}
          addWords={w.addMember}
          most={thingModelLimits.structMembers}
          types={plainTypes}
          parameters={typed.members}
          Editor={TypeEditor}
          onChange={(members) => onChange({ members })}
        />
      )
    default:
      return (
        <>
          <div className={css.three}>
            <PathField
              path={`${path}.size`}
              label={w.size}
              required
              inputMode="numeric"
              hint={w.full({ max: thingModelLimits.arraySize })}
              value={typed.size}
              onChange={(size) => onChange({ size })}
            />
          </div>
          <Box paddingLeft="16" className={css.nested}>
            <TypeEditor
              path={`${path}.item`}
              label={w.itemType}
              types={itemTypes}
              typed={typed.item ?? blankType()}
              onChange={(item) => onChange({ item })}
            />
          </Box>
        </>
      )
  }
}

function BoolPart({ path, typed, onChange }: PartsProps) {
  const w = useWords(functionText)
  const sides = [
    { side: 'off', legend: w.off, label: typed.off },
    { side: 'on', legend: w.on, label: typed.on },
  ] as const
  return (
    <div className={css.two}>
      {sides.map(({ side, legend, label }) => (
        <Stack.fieldset key={side} gap="8" margin="0 0 8" padding="0" border="none" shrink className={css.group}>
          <legend className={css.label}>{legend}</legend>
          <div className={css.two}>
            <PathField
              path={`${path}.${side}.en`}
              label={w.inEnglish}
              required
              value={label.en}
              onChange={(en) => onChange({ [side]: { ...label, en } })}
            />
            <PathField
              path={`${path}.${side}.zh`}
              label={w.inChinese}
              required
              value={label.zh}
              onChange={(zh) => onChange({ [side]: { ...label, zh } })}
            />
          </div>
        </Stack.fieldset>
      ))}
    </div>
  )
}
