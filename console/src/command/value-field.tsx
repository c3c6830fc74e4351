import type { PlainType } from '@brigade/contract/thing-model/thing-model.model.ts'
import { isNumberType } from '@brigade/contract/thing-model/thing-model.rules.ts'
import { formatNumber } from '../platform/format.ts'
import { useLocale, useWords } from '../platform/locale.ts'
import { useUnits } from '../platform/units.ts'
import { useId } from 'react'
import { Segments } from '../ui/button/segments.tsx'
import { Switch } from '../ui/field/checkbox.tsx'
import { Field } from '../ui/field/field.tsx'
import { SelectField } from '../ui/field/select-field.tsx'
import { StateShape } from '../ui/icon/state-shape.tsx'
import { valueText, shownType, shownUnit } from '../device/view/shown-value.ts'
import { Box, Row, Text } from '../ui/layout/layout.tsx'
import { oldText, type Typed } from './command-draft.ts'
import { commandText } from './command.text.ts'
import css from './command.module.css'

/**
 * A field starts with a known value, or with none. `leave` means that an empty field is valid and is not sent; otherwise the
 * person has to choose. No option is preselected.
 */
type FieldStart = 'known' | Otherwise
export type Otherwise = 'leave' | 'choose'
export const startOf = (first: Typed, otherwise: Otherwise): FieldStart => (first === '' ? otherwise : 'known')

type Props = {
  label: string
  dataType: PlainType
  typed: Typed
  onChange: (typed: Typed) => void
  onBlur?: () => void
  error?: string | undefined
  /** The device reports this value now, and the field would change it. */
  was?: { value: unknown } | undefined
  start: FieldStart
  /** "Set this property" scrolls to the element with this id. */
  anchor?: string
}

/** One field for one plain value of a thing model; `TypedField` has those of any type. */
export function ValueField(props: Props) {
  const { label, dataType, typed, onChange, onBlur, error, was, start, anchor } = props
  const w = useWords(commandText)
  const locale = useLocale()
  const units = useUnits()
  const previousText = was === undefined ? undefined : valueText(dataType, was.value, { locale, units })
  switch (dataType.type) {
    case 'bool':
      return <SideField {...props} dataType={dataType} previousText={previousText} />
    case 'enum':
      return (
        <div data-anchor={anchor}>
          <SelectField
            label={label}
            error={error}
            clearable={start === 'leave'}
            placeholder={start === 'leave' ? w.leave : undefined}
            hint={previousText === undefined ? undefined : w.was({ value: previousText })}
            options={dataType.items.map((item) => ({ value: String(item.value), label: item[locale] }))}
            value={typeof typed === 'number' ? String(typed) : null}
            onChange={(value) => onChange(value === null ? '' : Number(value))}
            {...(onBlur === undefined ? {} : { onBlur })}
          />
        </div>
      )
    default:
      return <LineField {...props} />
  }
}

type SideProps = Props & { dataType: Extract<PlainType, { type: 'bool' }>; previousText: string | undefined }

/** The field offers two options. A switch always shows one of them as chosen, so it is used only if the value is known. */
function SideField({ label, dataType, typed, onChange, error, previousText, start, anchor }: SideProps) {
  const w = useWords(commandText)
  const locale = useLocale()
  const id = useId()
  const isSwitch = start === 'known' && onOff.has(dataType.on.en)
  const was = previousText === undefined ? '' : w.was({ value: previousText })
  const sides: { value: 0 | 1 | ''; label: string }[] = [
    { value: 0, label: dataType.off[locale] },
    { value: 1, label: dataType.on[locale] },
  ]
  return (
    <Box
      shrink
      className={start === 'leave' ? css.three : ''}
      data-anchor={anchor}
      role="group"
      aria-label={label}
      aria-describedby={error === undefined ? undefined : id}
    >
      <span className={css.label} data-cut="">
        {label}
      </span>
      {isSwitch ? (
        <Switch checked={typed === 1} label={label} onChange={(checked) => onChange(checked ? 1 : 0)}>
          <span>{typed === 1 ? dataType.on[locale] : dataType.off[locale]}</span>
          {was === '' ? null : (
            <Text tone="ink-3" size="xs">
              {was}
            </Text>
          )}
        </Switch>
      ) : (
        <Segments
          full
          label={label}
          value={typed === 0 || typed === 1 ? typed : start === 'leave' ? '' : null}
          options={start === 'leave' ? [{ value: '', label: w.leave }, ...sides] : sides}
          onChange={onChange}
        />
      )}
      <Text.p
        size="xs"
        line="20"
        tone="ink-3"
        id={id}
        className={`${css.hint} ${error === undefined ? '' : css.blocked}`}
        aria-live="polite"
      >
        {error === undefined ? null : <StateShape name="error" size="tiny" />}
        {error ?? (isSwitch ? '' : was)}
      </Text.p>
    </Box>
  )
}

/** Words of a switch; two sides with names of their own are two choices. */
const onOff: ReadonlySet<string> = new Set(['On', 'Yes', 'Locked', 'Enabled'])

function LineField({ label, dataType, typed, onChange, onBlur, error, was, start, anchor }: Props) {
  const w = useWords(commandText)
  const locale = useLocale()
  const units = useUnits()
  const unit = shownUnit(dataType, units)
  // The label of the field already shows the unit.
  const old = was === undefined ? undefined : oldText(dataType, was.value, { locale, units })
  return (
    <Field label={label} error={error} hint={useHint(dataType)}>
      {(ids) => (
        <Row.span
          gap="6"
          align="center"
          border="strong"
          radius="s"
          ground="paper"
          relative
          full
          className={`${css.control} ${old === undefined ? '' : css.changed} ${error === undefined ? '' : css.wrong}`}
        >
          <input
            {...ids}
            data-anchor={anchor}
            aria-label={label}
            type={dataType.type === 'date' ? 'datetime-local' : 'text'}
            inputMode={dataType.type === 'int' ? 'numeric' : isNumberType(dataType) ? 'decimal' : undefined}
            value={typeof typed === 'string' || typeof typed === 'number' ? String(typed) : ''}
            placeholder={start === 'leave' ? w.leave : undefined}
            autoComplete="off"
            onChange={(event) => onChange(event.currentTarget.value)}
            onBlur={onBlur}
          />
          {old === undefined ? null : (
            <Text size="xs" tone="ink-3" nowrap title={w.was({ value: old })}>
              {`${old} →`}
            </Text>
          )}
          {unit === '' ? null : <Text tone="ink-3">{unit}</Text>}
        </Row.span>
      )}
    </Field>
  )
}

/** Range and step under a field, in the viewer's units. */
function useHint(dataType: PlainType): string | undefined {
  const w = useWords(commandText)
  const units = useUnits()
  if (dataType.type === 'text') return w.bytes({ max: dataType.length })
  if (!isNumberType(dataType)) return undefined
  const { min, max, step } = shownType(dataType, units)
  const range = { min: formatNumber(min), max: formatNumber(max) }
  return step === undefined ? w.range(range) : w.rangeStep({ ...range, step: formatNumber(step) })
}
