import { isNumberType } from '@brigade/contract/thing-model/thing-model.rules.ts'
import { useMemo } from 'react'
import { formatNumber } from '../../platform/format.ts'
import { useLocale, useWords } from '../../platform/locale.ts'
import { useUnits } from '../../platform/units.ts'
import type { CurveLimit } from '../../ui/chart/curve-model.ts'
import { seriesStyle } from '../curve/curve-points.ts'
import { propertyOf, type DeviceView } from '../../device/view/device-view.ts'
import { toShown } from '../../device/view/shown-value.ts'
import { historyText } from './history.text.ts'

/** Returns the limits that the thing model sets for the first property, which owns the left axis. */
export function useHistoryLimits({ model }: DeviceView, chosen: readonly string[]): readonly CurveLimit[] {
  const w = useWords(historyText)
  const units = useUnits()
  const locale = useLocale()
  const [first, ...others] = chosen
  const isAlone = others.length === 0
  return useMemo(() => {
    const property = first === undefined ? undefined : propertyOf({ model }, first)
    if (property === undefined || !isNumberType(property.dataType)) return []
    const { dataType, name } = property
    const { unit } = seriesStyle(dataType, units)
    const format = (value: number): string =>
      [isAlone ? '' : name[locale], formatNumber(value), unit].filter(Boolean).join(' ')
    const [max, min] = [toShown(dataType, dataType.max, units), toShown(dataType, dataType.min, units)]
    return [
      { value: max, beyond: 'above', label: w.highest({ value: format(max) }), isAlwaysShown: true },
      { value: min, beyond: 'below', label: w.lowest({ value: format(min) }), isAlwaysShown: true },
    ]
  }, [model, first, isAlone, locale, units, w])
}
