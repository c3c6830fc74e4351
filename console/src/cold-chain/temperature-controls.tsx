import type { ReactNode } from 'react'
import type { TemperatureCurve } from '@brigade/contract/cold-chain/cold-chain.model.ts'
import { useWords } from '../platform/locale.ts'
import { useUnits } from '../platform/units.ts'
import { SpanChoice } from '../ui/search-form/span-choice.tsx'
import css from '../telemetry/history/history.module.css'
import { Box, Row } from '../ui/layout/layout.tsx'
import { temperatureText } from './cold-chain.text.ts'
import { CriterionField } from './criterion-field.tsx'
import own from './temperature.module.css'
import { criterionLimits, type TemperatureSearch, type TemperatureSpan } from './temperature-search.ts'

type Props = {
  search: TemperatureSearch
  /** Null while the span is given by two dates. */
  span: TemperatureSpan | null
  /** The criteria that the server evaluated with. */
  judged: TemperatureCurve['judged'] | undefined
  onChange: (patch: Partial<TemperatureSearch>) => void
  actions: ReactNode
}

/** The span of the tab, and the criteria by which excursions are evaluated. */
export function TemperatureControls({ search, span, judged, onChange, actions }: Props) {
  const w = useWords(temperatureText)
  const units = useUnits()
  const { high, low, tolerance, delay } = search
  const options = [
    { value: '24h' as const, label: w.day },
    { value: '7d' as const, label: w.week },
    { value: '30d' as const, label: w.month },
    { value: '90d' as const, label: w.quarter },
  ]
  const spanLimits = criterionLimits.toleranceC
  return (
    <Row gap="12" padding="16 gutter 0" align="end" wrap>
      <SpanChoice
        label={w.span}
        options={options}
        span={span}
        ownLabel={w.own}
        search={search}
        datesClass={css.dates}
        onChange={onChange}
      />
      <LimitFields high={high} low={low} onChange={onChange} />
      <Box relative className={own.criterion}>
        <CriterionField
          label={w.tolerance}
          unit={units.temperatureUnit}
          value={shownSpan(tolerance ?? judged?.toleranceC, units.temperatureSpan)}
          min={spanLimits.min}
          max={units.temperatureSpan(spanLimits.max)}
          onChange={(next) => onChange({ tolerance: next === undefined ? undefined : next / units.temperatureSpan(1) })}
        />
      </Box>
      <Box relative className={own.criterion}>
        <CriterionField
          label={w.delay}
          unit={w.minutes}
          value={delay ?? judged?.delayMinutes}
          {...criterionLimits.delayMinutes}
          onChange={(next) => onChange({ delay: next })}
        />
      </Box>
      {actions}
    </Row>
  )
}

type LimitProps = Pick<TemperatureSearch, 'high' | 'low'> & {
  onChange: (limits: Pick<TemperatureSearch, 'high' | 'low'>) => void
}

/** These limits replace the device's own; the low one never passes the high one. */
function LimitFields({ high, low, onChange }: LimitProps) {
  const words = useWords(temperatureText)
  const units = useUnits()
  const { min, max } = criterionLimits.limitC
  const field = (side: 'high' | 'low', value: number | undefined, [from, to]: readonly [number, number]) => (
    <Box key={side} relative className={own.criterion}>
      <CriterionField
        label={side === 'high' ? words.highLimit : words.lowLimit}
        unit={units.temperatureUnit}
        placeholder={words.deviceLimit}
        value={value === undefined ? undefined : units.temperature(value)}
        min={units.temperature(from)}
        max={units.temperature(to)}
        onChange={(next) =>
          onChange({ [side]: next === undefined ? undefined : Number(units.toCelsius(next).toFixed(3)) })
        }
      />
    </Box>
  )
  return [field('high', high, [low ?? min, max]), field('low', low, [min, high ?? max])]
}

const shownSpan = (celsius: number | undefined, show: (celsius: number) => number): number | undefined =>
  celsius === undefined ? undefined : show(celsius)
