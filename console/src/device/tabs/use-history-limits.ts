import { isNumberType } from '@brigade/contract/thing-model/thing-model.rules.ts'
import { useMemo } from 'react'
import { formatNumber } from '../../platform/format.ts'
import { useWords } from '../../platform/locale.ts'
import { useUnits } from '../../platform/units.ts'
import type { CurveLimit } from '../../ui/chart/curve-model.ts'
import { seriesStyle } from '../curve/curve-points.ts'
import { propertyOf, type DeviceView } from '../detail/device-view.ts'
import { toShown } from '../shown-value.ts'
import { historyText } from './tabs.text.ts'

/** What the thing model allows of the unit at the left, where all properties of that unit allow the same. */
export function useHistoryLimits({ model }: DeviceView, chosen: readonly string[]): readonly CurveLimit[] {
  const w = useWords(historyText)
  const units = useUnits()
  const key = chosen.join(',')
  return useMemo(() => {
    const types = key.split(',').flatMap((identifier) => propertyOf({ model }, identifier)?.dataType ?? [])
    const firstUnit = types[0] === undefined ? '' : seriesStyle(types[0], units).unit
    const spans = types
      .filter((dataType) => seriesStyle(dataType, units).unit === firstUnit)
      .map((dataType) =>
        isNumberType(dataType)
          ? { min: toShown(dataType, dataType.min, units), max: toShown(dataType, dataType.max, units) }
          : null,
      )
    const [first] = spans
    if (first === undefined || first === null) return []
    if (spans.some((span) => span?.min !== first.min || span.max !== first.max)) return []
    const say = (value: number): string => [formatNumber(value), firstUnit].filter(Boolean).join(' ')
    return [
      { value: first.max, beyond: 'above', label: w.highest({ value: say(first.max) }), isAlwaysShown: true },
      { value: first.min, beyond: 'below', label: w.lowest({ value: say(first.min) }), isAlwaysShown: true },
    ]
  }, [model, key, units, w])
}
