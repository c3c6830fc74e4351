import { dayMs } from '@brigade/contract/time.ts'
import { filter, Flag, Time } from '@brigade/contract/field.ts'
import { z } from 'zod'

export const spanMs = { '24h': dayMs, '7d': 7 * dayMs, '30d': 30 * dayMs, '90d': 90 * dayMs } as const
export type TemperatureSpan = keyof typeof spanMs

export const criterionLimits = {
  limitC: { min: -60, max: 60 },
  toleranceC: { min: 0, max: 10 },
  delayMinutes: { min: 0, max: 240 },
} as const
const limit = filter(z.coerce.number().min(criterionLimits.limitC.min).max(criterionLimits.limitC.max))

/** The address of the temperature tab. Limits and tolerance in °C, delay in minutes; left out: the device's own or the usual. */
export const TemperatureSearch = z.object({
  span: filter(z.enum(['24h', '7d', '30d', '90d'])),
  startTime: filter(Time),
  endTime: filter(Time),
  high: limit,
  low: limit,
  tolerance: filter(z.coerce.number().min(criterionLimits.toleranceC.min).max(criterionLimits.toleranceC.max)),
  delay: filter(z.coerce.number().min(criterionLimits.delayMinutes.min).max(criterionLimits.delayMinutes.max)),
  /** The list includes excused excursions too. */
  excused: filter(Flag),
})
export type TemperatureSearch = z.output<typeof TemperatureSearch>

export type Times = Readonly<{ fromMs: number; toMs: number }>

export function timesOf(search: TemperatureSearch, nowMs: number): Times & { span: TemperatureSpan | null } {
  const { startTime, endTime, span = '24h' } = search
  if (startTime !== undefined && endTime !== undefined && Date.parse(endTime) > Date.parse(startTime))
    return {
      fromMs: Date.parse(startTime),
      toMs: Math.min(Date.parse(endTime), Math.max(nowMs, Date.parse(startTime) + 1)),
      span: null,
    }
  return { fromMs: nowMs - spanMs[span], toMs: nowMs, span }
}
