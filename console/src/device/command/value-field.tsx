import type { DataType, PlainType } from '@brigade/contract/thing-model/thing-model.model.ts'
import { isNumberType } from '@brigade/contract/thing-model/thing-model.rules.ts'
import { formatNumber } from '../../platform/format.ts'
import { useLocale, useWords } from '../../platform/locale.ts'
import { useUnits } from '../../platform/units.ts'
import { Segments } from '../../ui/button/segments.tsx'
import { Switch } from '../../ui/field/checkbox.tsx'
import { Field } from '../../ui/field/field.tsx'
import { SelectField } from '../../ui/field/select-field.tsx'
import { sayValue, shownType, shownUnit } from '../shown-value.ts'
import type { Typed } from './command-draft.ts'
import { commandText } from './command.text.ts'
import css from './command.module.css'

type Props = {
  label: string
  dataType: DataType | PlainType
  typed: Typed
  onChange: (typed: Typed) => void
  onBlur?: () => void
  error?: string | undefined
  /** What the device reports, where the field would change it. */
  was?: { value: unknown } | undefined
  /** Where "set this property" goes. */
  anchor?: string
  /** Without the line for hints and errors, as in the rows of a list. */
  bare?: boolean
}

/** One field for one value of a thing model; lists have `ListField`. */
export function ValueField(props: Props) {
  const { label, dataType, typed, onChange, error, was, anchor, bare = false } = props
  const w = useWords(commandText)
  const locale = useLocale()
  const units = useUnits()
  const saidWas = was === undefined ? undefined : sayValue(dataType, was.value, { locale, units })
  switch (dataType.type) {
    case 'bool': {
      const isSwitch = onOff.has(dataType.on.en)
      return (
        <div className={css.field} data-anchor={anchor} role="group" aria-label={label}>
          <span className={css.label} data-cut="">
            {label}
          </span>
          {isSwitch ? (
            <Switch checked={typed === 1} label={label} onChange={(checked) => onChange(checked ? 1 : 0)}>
              <span>{typed === 1 ? dataType.on[locale] : dataType.off[locale]}</span>
              {saidWas === undefined ? null : <span className={css.wasWord}>{w.was({ value: saidWas })}</span>}
            </Switch>
          ) : (
            <Segments
              full
              label={label}
              value={typed === 1 ? 1 : 0}
              options={[
                { value: 0, label: dataType.off[locale] },
                { value: 1, label: dataType.on[locale] },
              ]}
              onChange={onChange}
            />
          )}
          {bare ? null : (
            <p className={css.hint}>{!isSwitch && saidWas !== undefined ? w.was({ value: saidWas }) : ''}</p>
          )}
        </div>
      )
    }
    case 'enum':
      return (
        <div data-anchor={anchor}>
          <SelectField
            label={label}
            bare={bare}
            error={error}
            hint={saidWas === undefined ? undefined : w.was({ value: saidWas })}
            options={dataType.items.map((item) => ({ value: String(item.value), label: item[locale] }))}
            value={typeof typed === 'number' ? String(typed) : null}
            onChange={(value) => onChange(value === null ? '' : Number(value))}
          />
        </div>
      )
    default:
      return <LineField {...props} saidWas={saidWas} />
  }
}

/** Words of a switch; two sides with names of their own are two choices. */
const onOff: ReadonlySet<string> = new Set(['On', 'Yes', 'Locked', 'Enabled'])

function LineField({
  label,
  dataType,
  typed,
  onChange,
  onBlur,
  error,
  saidWas,
  anchor,
  bare = false,
}: Props & { saidWas: string | undefined }) {
  const w = useWords(commandText)
  const units = useUnits()
  const unit = shownUnit(dataType, units)
  // The unit stands behind the field already.
  const old =
    saidWas === undefined
      ? undefined
      : saidWas.endsWith(unit)
        ? saidWas.slice(0, saidWas.length - unit.length).trim()
        : saidWas
  return (
    <Field label={label} error={error} hint={useHint(dataType)} bare={bare}>
      {(ids) => (
        <span
          className={`${css.control} ${saidWas === undefined ? '' : css.changed} ${error === undefined ? '' : css.wrong}`}
        >
          <input
            {...ids}
            data-anchor={anchor}
            aria-label={label}
            type={dataType.type === 'date' ? 'datetime-local' : 'text'}
            inputMode={dataType.type === 'int' ? 'numeric' : isNumberType(dataType) ? 'decimal' : undefined}
            value={typeof typed === 'string' || typeof typed === 'number' ? String(typed) : ''}
            autoComplete="off"
            onChange={(event) => onChange(event.currentTarget.value)}
            onBlur={onBlur}
          />
          {old === undefined ? null : (
            <span className={css.was} title={w.was({ value: old })}>
              {`${old} →`}
            </span>
          )}
          {unit === '' ? null : <span className={css.unit}>{unit}</span>}
        </span>
      )}
    </Field>
  )
}

/** Range and step under a field, in the viewer's units. */
function useHint(dataType: DataType | PlainType): string | undefined {
  const w = useWords(commandText)
  const units = useUnits()
  if (dataType.type === 'text') return w.bytes({ max: dataType.length })
  if (!isNumberType(dataType)) return undefined
  const { min, max, step } = shownType(dataType, units)
  const range = { min: formatNumber(min), max: formatNumber(max) }
  return step === undefined ? w.range(range) : w.rangeStep({ ...range, step: formatNumber(step) })
}
