import type { TemperatureTemplate } from '@brigade/contract/product/template/template.model.ts'
import type { ThingModel } from '@brigade/contract/thing-model/thing-model.model.ts'
import { checkValue, findProperty, isNumberType, type Value } from '@brigade/contract/thing-model/thing-model.rules.ts'
import { withMinus } from '@brigade/contract/minus.rules.ts'
import { useState } from 'react'
import { Box, Row, Text } from '../../../ui/layout/layout.tsx'
import { PhoneFrame } from '../../../ui/phone/phone-frame.tsx'
import css from './phone.module.css'
import type { PreviewProps } from './preview-props.ts'
import { sampleValue, stepOf } from './sample-value.ts'
import type { PreviewTexts } from './preview-texts.ts'
import { PhoneStepper, PhoneSwitch } from './value-control.tsx'

const degrees = (celsius: number): string => (Number.isNaN(celsius) ? '-' : `${withMinus(String(celsius))} °C`)

type Values = Readonly<Record<string, Value>>

/** Previews each zone with its actual and target temperature; presets set the targets of zones that accept them. */
export function TemperaturePreview({ content, model, texts, label }: PreviewProps<TemperatureTemplate>) {
  const { ui, ownText } = texts
  const [values, setValues] = useState<Values>({})
  const set = (changed: Values): void => setValues((before) => ({ ...before, ...changed }))
  const targets = content.zones.flatMap(({ target }) => findProperty(model, target) ?? [])
  return (
    <PhoneFrame label={label} texts={texts} title={ui.temperature}>
      {content.zones.length === 0 ? <p className={css.nothing}>{ui.nothing}</p> : null}
      {content.zones.map((zone) => (
        <Zone key={zone.id} zone={zone} model={model} texts={texts} values={values} onSet={set} />
      ))}
      {content.presets.length === 0 ? null : (
        <Box.section marginBottom="16">
          <Text.b padding="0 4 6" tone="ink-3" size="xs" weight="600" block>
            {ui.presets}
          </Text.b>
          <Row gap="6" wrap className={css.chips}>
            {content.presets.map((preset) => {
              const taking = targets.filter((one) => checkValue(one, preset.temperatureC, 'down').ok)
              const isSet = taking.length > 0 && taking.every((one) => values[one.identifier] === preset.temperatureC)
              return (
                <Box.button
                  key={preset.id}
                  padding="4 12"
                  minHeight="32"
                  border="strong"
                  ground="paper"
                  type="button"
                  aria-pressed={isSet}
                  className={taking.length === 0 ? css.gone : undefined}
                  onClick={() => set(Object.fromEntries(taking.map((one) => [one.identifier, preset.temperatureC])))}
                >
                  {ownText('temperature-control', preset.id, 'name', preset.name) || '-'}
                  <Text.small tone="ink-3" size="xs">
                    {degrees(preset.temperatureC)}
                  </Text.small>
                </Box.button>
              )
            })}
          </Row>
        </Box.section>
      )}
    </PhoneFrame>
  )
}

type ZoneProps = {
  zone: TemperatureTemplate['zones'][number]
  model: ThingModel
  texts: PreviewTexts
  values: Values
  onSet: (values: Values) => void
}

function Zone({ zone, model, texts, values, onSet }: ZoneProps) {
  const { ui, ownText, value, name } = texts
  const [current, target, humidity, power] = [zone.current, zone.target, zone.humidity, zone.power].map((identifier) =>
    identifier === undefined ? undefined : findProperty(model, identifier),
  )
  const title = ownText('temperature-control', zone.id, 'name', zone.name) || '-'
  const isOn = power === undefined || (values[power.identifier] ?? 1) === 1
  const wanted = target === undefined ? 0 : Number(values[target.identifier] ?? sampleValue(target.dataType))
  return (
    <Box.section padding="4 0 8" marginBottom="12" radius="l" ground="paper" className={isOn ? '' : css.zoneOff}>
      <Row padding="4 12" align="center" justify="between" className={css.zoneHead}>
        <b>{title}</b>
        {power === undefined ? null : (
          <PhoneSwitch
            label={`${title}: ${name('property', power)}`}
            isOn={isOn}
            onChange={(next) => onSet({ [power.identifier]: next ? 1 : 0 })}
          />
        )}
      </Row>
      <Row.dl gap="24" padding="0 12 4" className={css.zoneFigures}>
        <div className={current === undefined && zone.current !== '' ? css.gone : undefined}>
          <dt>{ui.now}</dt>
          <dd>{current === undefined ? '-' : value(current, sampleValue(current.dataType))}</dd>
        </div>
        {zone.humidity === undefined ? null : (
          <div className={humidity === undefined ? css.gone : undefined}>
            <dt>{ui.humidity}</dt>
            <dd>{humidity === undefined ? '-' : value(humidity, sampleValue(humidity.dataType))}</dd>
          </div>
        )}
      </Row.dl>
      {target === undefined || !isNumberType(target.dataType) ? (
        <p className={zone.target === '' ? css.line : `${css.line} ${css.gone}`}>
          <span>{ui.setTo}</span>
          <span>{zone.target === '' ? '-' : zone.target}</span>
        </p>
      ) : (
        <>
          <div className={css.line}>
            <span>{ui.setTo}</span>
            <PhoneStepper
              label={`${title}: ${ui.setTo}`}
              property={target}
              value={wanted}
              texts={texts}
              onChange={(next) => onSet({ [target.identifier]: next })}
            />
          </div>
          <input
            type="range"
            className={`${css.range} ${css.zoneRange}`}
            aria-label={`${title}: ${ui.setTo}`}
            aria-valuetext={value(target, wanted)}
            min={target.dataType.min}
            max={target.dataType.max}
            step={stepOf(target.dataType)}
            value={wanted}
            onChange={(event) => onSet({ [target.identifier]: Number(event.currentTarget.value) })}
          />
        </>
      )}
    </Box.section>
  )
}
