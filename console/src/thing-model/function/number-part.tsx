import { useState } from 'react'
import { useLocale, useWords } from '../../platform/locale.ts'
import { SelectField } from '../../ui/field/select-field.tsx'
import css from './function.module.css'
import { functionText } from './function.text.ts'
import { PathField } from './path-field.tsx'
import type { TypedType } from '../typed/typed-type.ts'
import { unitGroups, usualUnit } from './usual-units.ts'

type Props = { path: string; typed: TypedType; onChange: (patch: Partial<TypedType>) => void }

const own = 'own'
const none = 'none'

/** Range, step and unit of a number. */
export function NumberPart({ path, typed, onChange }: Props) {
  const w = useWords(functionText)
  const locale = useLocale()
  const { unit } = typed
  const [isOwn, setOwn] = useState(unit !== '' && usualUnit(unit) === undefined)
  const inputMode = typed.type === 'int' ? 'numeric' : 'decimal'
  const choose = (symbol: string | null): void => {
    setOwn(symbol === own)
    if (symbol === own) return onChange({ unit: '', unitName: '' })
    const usual = symbol === null ? undefined : usualUnit(symbol)
    return onChange({ unit: usual?.symbol ?? '', unitName: usual?.name ?? '' })
  }
  return (
    <>
      <div className={css.three}>
        <PathField
          path={`${path}.min`}
          label={w.min}
          required
          inputMode={inputMode}
          value={typed.min}
          onChange={(min) => onChange({ min })}
        />
        <PathField
          path={`${path}.max`}
          label={w.max}
          required
          inputMode={inputMode}
          value={typed.max}
          onChange={(max) => onChange({ max })}
        />
        <PathField
          path={`${path}.step`}
          label={w.step}
          inputMode={inputMode}
          hint={w.stepHint}
          value={typed.step}
          onChange={(step) => onChange({ step })}
        />
      </div>
      <div className={css.three}>
        <SelectField
          label={w.unit}
          searchable
          options={[
            { value: none, label: w.noUnit },
            ...unitGroups.map(({ key, words, units }) => ({
              group: words[locale],
              items: units.map(({ symbol, name, zh }) => ({
                value: symbol,
                label: `${symbol} · ${locale === 'zh' ? zh : name}`,
              })),
              key,
            })),
            { value: own, label: w.ownUnit },
          ]}
          value={isOwn ? own : unit === '' ? none : unit}
          onChange={choose}
        />
        {isOwn ? (
          <PathField
            path={`${path}.unit`}
            label={w.unitSymbol}
            value={unit}
            onChange={(symbol) => onChange({ unit: symbol })}
          />
        ) : null}
        {isOwn || unit !== '' ? (
          <PathField
            path={`${path}.unitName`}
            label={w.unitName}
            value={typed.unitName}
            onChange={(unitName) => onChange({ unitName })}
          />
        ) : null}
      </div>
    </>
  )
}
