import { isCelsius } from '@brigade/contract/celsius.rules.ts'
import { withHyphen } from '@brigade/contract/minus.rules.ts'
import { templateLimits, type TemperatureTemplate } from '@brigade/contract/product/template/template.model.ts'
import type { Property } from '@brigade/contract/thing-model/thing-model.model.ts'
import { isNumberType, isWritable } from '@brigade/contract/thing-model/thing-model.rules.ts'
import { useState } from 'react'
import { useWords } from '../../../platform/locale.ts'
import { useUnits } from '../../../platform/units.ts'
import { Button, IconButton } from '../../../ui/button/button.tsx'
import { TextField } from '../../../ui/field/text-field.tsx'
import { OrderedList } from '../../../ui/order/ordered-list.tsx'
import { newElementId } from '../../../ui/form/element-id.ts'
import { Grid, Stack } from '../../../ui/layout/layout.tsx'
import { useTemplateContext, type TemplateFormProps } from '../field/template-context.ts'
import { listPlaces, placeText } from '../field/template.text.ts'
import css from './edit.module.css'
import { editText } from './edit.text.ts'
import { ListFoot } from './list-foot.tsx'
import { FunctionField } from './function-field.tsx'
import { WordsFields } from './words-fields.tsx'

type Preset = TemperatureTemplate['presets'][number]

const newZone = (): TemperatureTemplate['zones'][number] => ({
  id: newElementId(),
  name: { en: '', zh: '' },
  current: '',
  target: '',
})

/** Temperature by zone, and presets that are offered under the zones. */
export function TemperatureForm({ value, onChange }: TemplateFormProps<TemperatureTemplate>) {
  const w = useWords(editText)
  const place = useWords(placeText)
  const lists = useWords(listPlaces)
  const { zones } = value
  const change = (zone: TemperatureTemplate['zones'][number]): void =>
    onChange({ ...value, zones: zones.map((one) => (one.id === zone.id ? zone : one)) })
  return (
    <>
      <OrderedList
        label={place.zones}
        className={css.cards}
        itemClassName={css.card}
        items={zones}
        keyOf={({ id }) => id}
        isNumbered
        nameOf={(_, index) => lists.zones({ n: index + 1 })}
        onOrder={(ordered) => onChange({ ...value, zones: ordered })}
      >
        {(zone, index, handle) => (
          <>
            <div className={css.cardHead}>
              {handle}
              <h3>{lists.zones({ n: index + 1 })}</h3>
              <IconButton
                size="small"
                icon="trash"
                label={w.remove({ name: lists.zones({ n: index + 1 }) })}
                onClick={() => onChange({ ...value, zones: zones.filter(({ id }) => id !== zone.id) })}
              />
            </div>
            <ZoneFields zone={zone} path={`zones.${index}`} onChange={change} />
          </>
        )}
      </OrderedList>
      <ListFoot
        path="zones"
        count={zones.length}
        max={templateLimits.zones}
        add={w.addZone}
        onAdd={() => onChange({ ...value, zones: [...zones, newZone()] })}
      />
      <Presets presets={value.presets} onChange={(presets) => onChange({ ...value, presets })} />
    </>
  )
}

type ZoneProps = {
  zone: TemperatureTemplate['zones'][number]
  path: string
  onChange: (zone: TemperatureTemplate['zones'][number]) => void
}

function ZoneFields({ zone, path, onChange }: ZoneProps) {
  const place = useWords(placeText)
  const { model } = useTemplateContext()
  const numbers = model.properties.filter(({ dataType }) => isNumberType(dataType))
  // A temperature is offered before any other numeric property.
  const warm = [...numbers].toSorted((a, b) => Number(isDegrees(b)) - Number(isDegrees(a)))
  const switches = model.properties.filter((one) => one.dataType.type === 'bool' && isWritable(one))
  return (
    <>
      <WordsFields
        label={place.name}
        path={`${path}.name`}
        value={zone.name}
        max={16}
        onChange={(name) => onChange({ ...zone, name })}
      />
      <Grid gap="0 16" columns="2" shrink className={css.pair}>
        <FunctionField
          label={place.current}
          path={`${path}.current`}
          value={zone.current}
          options={warm}
          onChange={(current) => onChange({ ...zone, current })}
        />
        <FunctionField
          label={place.target}
          path={`${path}.target`}
          value={zone.target}
          options={warm.filter(isWritable)}
          onChange={(target) => onChange({ ...zone, target })}
        />
        <FunctionField
          label={place.humidity}
          path={`${path}.humidity`}
          optional
          value={zone.humidity ?? ''}
          options={numbers}
          onChange={(humidity) => onChange({ ...zone, humidity: humidity === '' ? undefined : humidity })}
        />
        <FunctionField
          label={place.power}
          path={`${path}.power`}
          optional
          value={zone.power ?? ''}
          options={switches}
          onChange={(power) => onChange({ ...zone, power: power === '' ? undefined : power })}
        />
      </Grid>
    </>
  )
}

const isDegrees = ({ dataType }: Property): boolean => isNumberType(dataType) && isCelsius(dataType.unit)

type PresetsProps = { presets: readonly Preset[]; onChange: (presets: Preset[]) => void }

function Presets({ presets, onChange }: PresetsProps) {
  const w = useWords(editText)
  const place = useWords(placeText)
  const lists = useWords(listPlaces)
  const { problemAt } = useTemplateContext()
  const change = (preset: Preset): void => onChange(presets.map((one) => (one.id === preset.id ? preset : one)))
  const isFull = presets.length >= templateLimits.presets
  return (
    <Stack.section gap="8" padding="12 16" border="line" radius="m" className={css.presets} aria-label={place.presets}>
      <h3>{place.presets}</h3>
      {presets.length === 0 ? <p className={css.note}>{w.noPresets}</p> : null}
      <OrderedList
        label={place.presets}
        items={presets}
        keyOf={({ id }) => id}
        isNumbered
        nameOf={(_, index) => lists.presets({ n: index + 1 })}
        onOrder={onChange}
      >
        {(preset, index, handle) => (
          <Grid gap="0 12" align="start" className={css.presetLine}>
            {handle}
            <WordsFields
              label={place.name}
              path={`presets.${index}.name`}
              value={preset.name}
              max={16}
              onChange={(name) => change({ ...preset, name })}
            />
            <div data-path={`presets.${index}.temperatureC`}>
              <DegreesField
                label={place.temperatureC}
                value={preset.temperatureC}
                error={problemAt(`presets.${index}.temperatureC`)}
                onChange={(temperatureC) => change({ ...preset, temperatureC })}
              />
            </div>
            <IconButton
              size="small"
              icon="x"
              label={w.remove({ name: lists.presets({ n: index + 1 }) })}
              onClick={() => onChange(presets.filter(({ id }) => id !== preset.id))}
            />
          </Grid>
        )}
      </OrderedList>
      <div data-path="presets">
        <Button
          size="small"
          look="quiet"
          icon="plus"
          disabledReason={isFull ? w.full({ max: templateLimits.presets }) : undefined}
          onClick={() =>
            onChange([...presets, { id: newElementId(), name: { en: '', zh: '' }, temperatureC: Number.NaN }])
          }
        >
          {w.addPreset}
        </Button>
      </div>
    </Stack.section>
  )
}

type DegreesProps = { label: string; value: number; error: string | undefined; onChange: (celsius: number) => void }

/**
 * The value is typed in the unit on screen and stored in °C. The input is text, because it need not be a number while
 * it is being typed.
 */
function DegreesField({ label, value, error, onChange }: DegreesProps) {
  const units = useUnits()
  const [typed, setTyped] = useState<{ text: string; celsius: number; unit: string } | null>(null)
  const rounded = Math.round(units.temperature(value) * 100) / 100
  const isTyped = typed !== null && Object.is(typed.celsius, value) && typed.unit === units.temperatureUnit
  const shown = isTyped ? typed.text : Number.isNaN(value) ? '' : String(rounded)
  return (
    <TextField
      label={label}
      required
      inputMode="decimal"
      unit={units.temperatureUnit}
      value={shown}
      error={error}
      autoComplete="off"
      onChange={(event) => {
        const text = event.currentTarget.value
        const celsius =
          text.trim() === '' ? Number.NaN : Math.round(units.toCelsius(Number(withHyphen(text))) * 1e6) / 1e6
        setTyped({ text, celsius, unit: units.temperatureUnit })
        onChange(celsius)
      }}
    />
  )
}
