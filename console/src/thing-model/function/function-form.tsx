import { pointsFit } from '@brigade/contract/letters/points.rules.ts'
import type { ProductDetail } from '@brigade/contract/product/product.model.ts'
import type { FunctionKind } from '@brigade/contract/thing-model/compare-models.ts'
import {
  DataType,
  dataTypeNames,
  eventTypes,
  thingModelLimits,
} from '@brigade/contract/thing-model/thing-model.model.ts'
import { eventTypeWords } from '@brigade/contract/thing-model/thing-model.text.ts'
import { useLayoutEffect, useRef, useState } from 'react'
import { useLocale, useWords } from '../../platform/locale.ts'
import { useSheet } from '../../shell/sheet.ts'
import { Button } from '../../ui/button/button.tsx'
import { Segments } from '../../ui/button/segments.tsx'
import { DialogFoot } from '../../ui/dialog/dialog.tsx'
import { RefusedNote } from '../../ui/dialog/refused-note.tsx'
import { Checkbox } from '../../ui/field/checkbox.tsx'
import { TextArea } from '../../ui/field/text-area.tsx'
import { StateShape } from '../../ui/icon/state-shape.tsx'
import { Box, Grid, Row, Stack, Text } from '../../ui/layout/layout.tsx'
import { AlinkPreview } from './alink-preview.tsx'
import { FormFieldsAround, useFormFields } from './form-fields.ts'
import { FunctionClash } from './function-clash.tsx'
import css from './function.module.css'
import { functionText } from './function.text.ts'
import { ModbusPart } from './modbus-part.tsx'
import { ParameterList } from './parameter-list.tsx'
import { ChoiceField, PathField } from './path-field.tsx'
import { TypeEditor } from './type-editor.tsx'
import type { KindOfFunction, TypedFunction } from '../typed/typed-function.ts'
import { readType } from '../typed/typed-type.ts'
import { useFunctionForm } from './use-function-form.ts'
import { ValueInput } from '../tester/value-input.tsx'
import { ValueTester } from '../tester/value-tester.tsx'

type Props = {
  product: ProductDetail
  kind: FunctionKind
  /** The edit starts from this function; a new one has null. */
  base: KindOfFunction | null
  /** A new function may start as a copy of this one. */
  like: KindOfFunction | null
  /** Identifiers of the draft. */
  identifiers: readonly string[]
  onSaved: (identifier: string) => void
}

/** The fields of a function of the draft, with a tester and its JSON beside them. */
export function FunctionForm(props: Props) {
  const { kind, product } = props
  const w = useWords(functionText)
  const sheet = useSheet()
  const form = useFunctionForm(props)
  const { typed, change, checked, fields, clash, isDirty } = form
  const root = useRef<HTMLFormElement>(null)
  const { setDirty } = sheet
  useLayoutEffect(() => setDirty(isDirty), [setDirty, isDirty])
  const wrong = form.isTried ? Object.keys(checked.errors).length : 0
  const toFirst = (): void => {
    const first = root.current?.querySelector<HTMLElement>('[aria-invalid=true], [role=alert]')
    first?.scrollIntoView({ block: 'center' })
    first?.focus()
  }
  return (
    <Box.form
      gap="4"
      ref={root}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        // After the errors are drawn, the first of them is the place to go on.
        if (!form.submit()) requestAnimationFrame(toFirst)
      }}
    >
      <FormFieldsAround value={fields}>
        <Grid gap="24" align="start" paddingBottom="16" className={css.columns}>
          <Stack gap="16" shrink>
            {clash === null ? (
              <RefusedNote message={form.refused ?? (form.isGone ? w.goneMeanwhile : null)} />
            ) : (
              <FunctionClash {...clash} onGoOn={form.goOn} />
            )}
            <Naming typed={typed} base={form.base} onChange={change} />
            {kind === 'property' ? <PropertyParts typed={typed} onChange={change} product={product} /> : null}
            {kind === 'event' ? <EventParts typed={typed} onChange={change} /> : null}
            {kind === 'service' ? <ServiceParts typed={typed} onChange={change} /> : null}
          </Stack>
          <Beside kind={kind} typed={typed} of={checked.of} />
        </Grid>
      </FormFieldsAround>
      <DialogFoot>
        {wrong === 0 ? null : (
          <Row.span gap="8" align="center" tone="bad" grow role="status">
            <StateShape name="error" size="tiny" />
            {w.toMend({ n: wrong })}
            <Button size="small" look="quiet" onClick={toFirst}>
              {w.toFirst}
            </Button>
          </Row.span>
        )}
        <Button onClick={sheet.leave}>{w.cancel}</Button>
        <Button type="submit" look="primary" busy={form.isBusy}>
          {form.base === null ? w.add : w.save}
        </Button>
      </DialogFoot>
    </Box.form>
  )
}

type PartProps = { typed: TypedFunction; onChange: (patch: Partial<TypedFunction>) => void }

function Naming({ typed, onChange, base }: PartProps & { base: KindOfFunction | null }) {
  const w = useWords(functionText)
  const { identifier } = typed
  const isRenamed = base !== null && identifier.trim() !== base.definition.identifier
  return (
    <fieldset className={css.section}>
      <legend>{w.naming}</legend>
      <div className={css.two}>
        <PathField
          path="name.zh"
          label={w.nameZh}
          required
          startsFocused
          hint={w.nameHint}
          value={typed.zh}
          onChange={(zh) => onChange({ zh })}
        />
        <PathField
          path="name.en"
          label={w.nameEn}
          required
          hint={w.nameEnHint}
          value={typed.en}
          onChange={(en) => onChange({ en })}
        />
        <PathField
          path="identifier"
          label={w.identifier}
          required
          hint={isRenamed ? w.identifierChanged : w.identifierHint}
          value={identifier}
          onChange={(next) => onChange({ identifier: next })}
        />
        <div className={css.alone}>
          <Checkbox checked={typed.required} onChange={(required) => onChange({ required })}>
            {w.required}
          </Checkbox>
        </div>
      </div>
      <DescriptionField value={typed.description} onChange={(description) => onChange({ description })} />
    </fieldset>
  )
}

function DescriptionField({ value, onChange }: { value: string; onChange: (value: string) => void }) {
  const w = useWords(functionText)
  const isLong = !pointsFit(value.trim(), thingModelLimits.descriptionLength)
  return (
    <TextArea
      label={w.description}
      rows={2}
      most={thingModelLimits.descriptionLength}
      value={value}
      error={isLong ? w.full({ max: thingModelLimits.descriptionLength }) : undefined}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  )
}

function PropertyParts({ typed, onChange, product }: PartProps & { product: ProductDetail }) {
  const w = useWords(functionText)
  return (
    <>
      <fieldset className={css.section}>
        <legend>{w.values}</legend>
        <TypeEditor
          path="dataType"
          label={w.dataType}
          types={dataTypeNames}
          typed={typed.dataType}
          lead={
            <ChoiceField
              label={w.access}
              options={[
                { value: 'r', label: w.readOnly },
                { value: 'rw', label: w.readWrite },
              ]}
              value={typed.accessMode}
              onChange={(accessMode) => onChange({ accessMode })}
            />
          }
          onChange={(dataType) => onChange({ dataType })}
        />
        <DefaultField typed={typed} onChange={onChange} />
        {typed.accessMode === 'rw' ? <RepeatableField typed={typed} onChange={onChange} /> : null}
      </fieldset>
      <ModbusPart
        isModbus={product.protocol !== 'alink'}
        hasRegister={typed.hasRegister}
        onHasRegister={(hasRegister) => onChange({ hasRegister })}
        typed={typed.modbus}
        onChange={(patch) => onChange({ modbus: { ...typed.modbus, ...patch } })}
      />
    </>
  )
}

function RepeatableField({ typed, onChange }: PartProps) {
  const w = useWords(functionText)
  const { errorOf } = useFormFields()
  return (
    <div>
      <Checkbox
        checked={typed.repeatable}
        error={errorOf('repeatable')}
        onChange={(repeatable) => onChange({ repeatable })}
      >
        {w.repeatable}
      </Checkbox>
      <Text.p size="xs" line="20" tone="ink-3" className={css.hint}>
        {w.repeatableHint}
      </Text.p>
    </div>
  )
}

/** The field appears only if the type allows a default value and a single field can hold it. */
function DefaultField({ typed, onChange }: PartProps) {
  const w = useWords(functionText)
  const { errorOf, leave } = useFormFields()
  const dataType = DataType.safeParse(readType(typed.dataType))
  if (!dataType.success || dataType.data.type === 'struct' || dataType.data.type === 'array') return null
  return (
    <div className={css.two}>
      <ValueInput
        label={w.defaultValue}
        dataType={dataType.data}
        typed={typed.defaultValue}
        nothing={w.noDefault}
        error={errorOf('defaultValue')}
        onBlur={() => leave('defaultValue')}
        onChange={(value) => onChange({ defaultValue: typeof value === 'string' ? value : '' })}
      />
    </div>
  )
}

function EventParts({ typed, onChange }: PartProps) {
  const w = useWords(functionText)
  const locale = useLocale()
  return (
    <fieldset className={css.section}>
      <legend>{w.values}</legend>
      <ChoiceField
        label={w.eventType}
        hint={w.eventTypeHint}
        options={eventTypes.map((value) => ({ value, label: eventTypeWords[value][locale] }))}
        value={typed.eventType}
        onChange={(eventType) => onChange({ eventType })}
      />
      <Parameters path="outputData" label={w.outputs} empty={w.noOutputs} typed={typed} onChange={onChange} />
    </fieldset>
  )
}

function ServiceParts({ typed, onChange }: PartProps) {
  const w = useWords(functionText)
  return (
    <fieldset className={css.section}>
      <legend>{w.values}</legend>
      <ChoiceField
        label={w.callType}
        hint={w.callTypeHint}
        options={[
          { value: 'async', label: w.async },
          { value: 'sync', label: w.sync },
        ]}
        value={typed.callType}
        onChange={(callType) => onChange({ callType })}
      />
      <RepeatableField typed={typed} onChange={onChange} />
      <Parameters path="inputData" label={w.inputs} empty={w.noInputs} typed={typed} onChange={onChange} />
      <Parameters path="outputData" label={w.outputs} empty={w.noOutputs} typed={typed} onChange={onChange} />
    </fieldset>
  )
}

type ListProps = PartProps & { path: 'inputData' | 'outputData'; label: string; empty: string }

function Parameters({ path, typed, onChange, ...words }: ListProps) {
  const w = useWords(functionText)
  return (
    <ParameterList
      {...words}
      path={path}
      addWords={w.addParameter}
      most={thingModelLimits.parameters}
      types={dataTypeNames}
      parameters={typed[path]}
      onChange={(parameters) => onChange({ [path]: parameters })}
      Editor={TypeEditor}
    />
  )
}

/** Content beside the fields: a tester of values, and the function in Alink's document. */
function Beside({ kind, typed, of }: { kind: FunctionKind; typed: TypedFunction; of: KindOfFunction | null }) {
  const w = useWords(functionText)
  const [shown, setShown] = useState<'tester' | 'preview'>('tester')
  return (
    <Stack.aside
      gap="12"
      padding="16"
      border="line"
      radius="m"
      ground="canvas"
      overflow="auto"
      className={css.beside}
      aria-label={w.beside}
    >
      <Segments
        label={w.beside}
        full
        options={[
          { value: 'tester', label: w.tester },
          { value: 'preview', label: w.preview },
        ]}
        value={shown}
        onChange={setShown}
      />
      {/* The tested value stays while the JSON is shown. */}
      <div hidden={shown !== 'tester'}>
        <ValueTester kind={kind} typed={typed} />
      </div>
      {shown === 'preview' ? <AlinkPreview of={of} /> : null}
    </Stack.aside>
  )
}
