import { isCelsius } from '@brigade/contract/celsius.rules.ts'
import type { DataType } from '@brigade/contract/thing-model/thing-model.model.ts'
import { decimalsOf, isNumberType, type Value } from '@brigade/contract/thing-model/thing-model.rules.ts'

/** Without a device the preview shows a value from the middle of the allowed range, on a step, always the same. */
export function sampleValue(dataType: DataType): Value {
  if (isNumberType(dataType)) {
    const isCold = isCelsius(dataType.unit) && dataType.min < 0 && dataType.max <= 60
    return snapped(dataType, isCold ? 4 : dataType.min + (dataType.max - dataType.min) * 0.6)
  }
  switch (dataType.type) {
    case 'bool':
      return 1
    case 'enum':
      return dataType.items[1]?.value ?? dataType.items[0]?.value ?? 0
    case 'date':
      return String(Date.UTC(2026, 0, 1, 9, 41))
    case 'text':
      return 'A1-2048'.slice(0, dataType.length)
    default:
      return []
  }
}

type NumberType = Extract<DataType, { min: number }>

/** The nearest value that is allowed. */
export function snapped(dataType: NumberType, value: number): number {
  const step = dataType.step ?? 10 ** -decimalsOf(dataType)
  const steps = Math.round((Math.min(Math.max(value, dataType.min), dataType.max) - dataType.min) / step)
  const onStep = dataType.min + steps * step
  // Binary fractions, and a range that does not end on a step.
  return Number((onStep > dataType.max + step / 1e6 ? onStep - step : onStep).toFixed(6))
}

export const stepOf = (dataType: NumberType): number => dataType.step ?? 10 ** -decimalsOf(dataType)
