import type { EditItem } from '@brigade/contract/product/template/template.model.ts'
import type { Property } from '@brigade/contract/thing-model/thing-model.model.ts'
import { isNumberType, type Value } from '@brigade/contract/thing-model/thing-model.rules.ts'
import type { z } from 'zod'
import { Box, Row, Stack, Text } from '../../../ui/layout/layout.tsx'
import css from './phone.module.css'
import { snapped, stepOf } from './sample-value.ts'
import type { PreviewTexts } from './preview-texts.ts'

type Props = {
  label: string
  property: Property
  control: z.output<typeof EditItem>['control']
  value: Value
  texts: PreviewTexts
  onChange: (value: Value) => void
}

/** One setting with its control. A control that does not fit the data type only shows the value. */
export function ValueControl({ label, property, control, value, texts, onChange }: Props) {
  const { dataType } = property
  const shown = texts.value(property, value)
  if (control === 'switch' && dataType.type === 'bool')
    return (
      <div className={css.line}>
        <span>{label}</span>
        <PhoneSwitch label={label} isOn={value === 1} onChange={(isOn) => onChange(isOn ? 1 : 0)} />
      </div>
    )
  if (control === 'slider' && isNumberType(dataType))
    return (
      <Stack gap="8" className={css.tallLine}>
        <span>
          <span>{label}</span>
          <b>{shown}</b>
        </span>
        <input
          type="range"
          className={css.range}
          aria-label={label}
          aria-valuetext={shown}
          min={dataType.min}
          max={dataType.max}
          step={stepOf(dataType)}
          value={Number(value)}
          onChange={(event) => onChange(Number(event.currentTarget.value))}
        />
      </Stack>
    )
  if (control === 'stepper' && isNumberType(dataType))
    return (
      <div className={css.line}>
        <span>{label}</span>
        <PhoneStepper label={label} property={property} value={Number(value)} texts={texts} onChange={onChange} />
      </div>
    )
  if (control === 'choice' && dataType.type === 'enum')
    return (
      <Stack gap="8" className={css.tallLine}>
        <span>{label}</span>
        <PhoneChoice {...{ label, property, value, texts, onChange }} items={dataType.items} />
      </Stack>
    )
  if (control === 'input' && dataType.type === 'text')
    return (
      <div className={css.line}>
        <span>{label}</span>
        <input
          className={css.typed}
          aria-label={label}
          maxLength={dataType.length}
          value={String(value)}
          onChange={(event) => onChange(event.currentTarget.value)}
        />
      </div>
    )
  if (control === 'time' && dataType.type === 'date')
    return (
      <div className={css.line}>
        <span>{label}</span>
        <input
          className={css.typed}
          type="time"
          aria-label={label}
          value={new Date(Number(value)).toISOString().slice(11, 16)}
          onChange={(event) => onChange(String(Date.parse(`2026-01-01T${event.currentTarget.value || '00:00'}Z`)))}
        />
      </div>
    )
  return (
    <div className={`${css.line} ${css.gone}`}>
      <span>{label}</span>
      <span>{shown}</span>
    </div>
  )
}

type ChoiceProps = Pick<Props, 'label' | 'property' | 'value' | 'texts'> & {
  items: readonly { value: number }[]
  onChange: (value: number) => void
}

export function PhoneChoice({ label, property, items, value, texts, onChange }: ChoiceProps) {
  return (
    <Row gap="6" wrap className={css.chips} role="group" aria-label={label}>
      {items.map((item) => (
        <Box.button
          key={item.value}
          padding="4 12"
          minHeight="32"
          border="strong"
          ground="paper"
          type="button"
          aria-pressed={item.value === value}
          onClick={() => onChange(item.value)}
        >
          {texts.value(property, item.value)}
        </Box.button>
      ))}
    </Row>
  )
}

type SwitchProps = { label: string; isOn: boolean; onChange: (isOn: boolean) => void }

export function PhoneSwitch({ label, isOn, onChange }: SwitchProps) {
  return (
    <input
      type="checkbox"
      role="switch"
      className={css.switch}
      aria-label={label}
      checked={isOn}
      onChange={(event) => onChange(event.currentTarget.checked)}
    />
  )
}

type StepperProps = {
  label: string
  property: Property
  value: number
  texts: PreviewTexts
  onChange: (value: number) => void
}

export function PhoneStepper({ label, property, value, texts, onChange }: StepperProps) {
  const { dataType } = property
  const by = (steps: number): void => {
    if (isNumberType(dataType)) onChange(snapped(dataType, value + steps * stepOf(dataType)))
  }
  return (
    <Row.span gap="8" align="center" rigid className={css.stepper}>
      <Text.button
        border="strong"
        tone="accent"
        size="l"
        type="button"
        aria-label={texts.ui.less({ what: label })}
        onClick={() => by(-1)}
      >
        −
      </Text.button>
      <Text.b textAlign="center" role="status">
        {texts.value(property, value)}
      </Text.b>
      <Text.button
        border="strong"
        tone="accent"
        size="l"
        type="button"
        aria-label={texts.ui.more({ what: label })}
        onClick={() => by(1)}
      >
        +
      </Text.button>
    </Row.span>
  )
}
