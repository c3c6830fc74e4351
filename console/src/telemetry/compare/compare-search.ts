import { dayMs, hourMs } from '@brigade/contract/time.ts'
import {
  compareWidths,
  longestSpan,
  maxCompared,
  type CompareWidth,
} from '@brigade/contract/telemetry/compare.model.ts'
import { CurveQuery } from '@brigade/contract/telemetry/curve.model.ts'
import { filter, Time } from '@brigade/contract/field.ts'
import { searchOf } from '@brigade/contract/paging.ts'
import { z } from 'zod'
import { startOfDay } from '../../platform/time/days.ts'

const days = { '24h': 1, '7d': 7, '30d': 30, '90d': 90 } as const
export type CompareSpan = keyof typeof days | 'own'

const sorts = ['name', 'sn', 'min', 'mean', 'max', 'points'] as const

/** The address of a comparison: which devices, by which property, over which span, and how its table is sorted. */
export const CompareSearch = searchOf(
  {
    ids: filter(z.string().regex(new RegExp(String.raw`^[1-9]\d{0,17}(,[1-9]\d{0,17}){0,${maxCompared - 1}}$`))),
    /** By default the first property that all devices have. */
    property: filter(CurveQuery.shape.identifiers),
    by: filter(z.enum(compareWidths)),
    span: filter(z.enum(['24h', '7d', '30d', '90d'])),
    startTime: filter(Time),
    endTime: filter(Time),
  },
  sorts,
)
export type CompareSearch = z.output<typeof CompareSearch>

export type ComparedSpan = Readonly<{
  span: CompareSpan
  by: CompareWidth
  /** The address asks by hour, and the span is too long for it. */
  isWidened: boolean
  fromMs: number
  toMs: number
}>

/** The span of the address in whole hours; for the last days by day, whole days of the viewer's zone. */
export function comparedSpan(search: CompareSearch, nowMs: number): ComparedSpan {
  const { startTime, endTime, span = '7d', by } = search
  const isOwn = startTime !== undefined && endTime !== undefined
  const nextHour = Math.ceil((nowMs + 1) / hourMs) * hourMs
  const toMs = isOwn ? Math.min(nextHour, Math.ceil(Date.parse(endTime) / hourMs) * hourMs) : nextHour
  const lengthMs = isOwn ? Math.max(hourMs, toMs - Date.parse(startTime)) : days[span] * dayMs
  const isTooLong = lengthMs > longestSpan('hour')
  const width = isTooLong ? 'day' : (by ?? 'hour')
  const lastDays = startOfDay(nowMs, days[span] - 1)
  const fromMs = isOwn
    ? Math.max(Date.parse(startTime), toMs - longestSpan(width))
    : width === 'day' && span !== '24h'
      ? lastDays
      : toMs - lengthMs
  return {
    span: isOwn ? 'own' : span,
    by: width,
    isWidened: isTooLong && by !== 'day',
    fromMs: Math.min(fromMs, toMs - hourMs),
    toMs,
  }
}
