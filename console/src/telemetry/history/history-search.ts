import { CurveQuery } from '@brigade/contract/telemetry/curve.model.ts'
import { HistorySearch as Reports } from '@brigade/contract/telemetry/history.model.ts'
import { Flag, filter } from '@brigade/contract/field.ts'
import { z } from 'zod'

/** The most curves in one chart; the call accepts no more. */
export const maxCurves = 6

export const spanMs = {
  '6h': 6 * 3_600_000,
  '24h': 24 * 3_600_000,
  '7d': 7 * 86_400_000,
  '30d': 30 * 86_400_000,
} as const
export type HistorySpan = keyof typeof spanMs | 'own'

/** The address of the history tab: the query of its reports, and the options of the curve. */
export const HistorySearch = Reports.extend({
  /** The identifiers are comma-separated. Without the parameter the main readings are drawn; an empty one draws none. */
  properties: z.union([z.literal(''), CurveQuery.shape.identifiers]).optional(),
  /** The limits of the thing model are drawn. */
  limits: filter(Flag),
  span: filter(z.enum(['6h', '24h', '7d', '30d'])),
  /** The span before is drawn behind this one. */
  before: filter(Flag),
})
export type HistorySearch = z.output<typeof HistorySearch>

export type Times = { fromMs: number; toMs: number }

/** The span that the address asks for: two dates of its own, or the last hours and days. */
export function spanOf(search: HistorySearch, nowMs: number): Times & { span: HistorySpan } {
  const { startTime, endTime, span = '24h' } = search
  const latestMs = nowMs + 60_000
  if (startTime !== undefined && endTime !== undefined)
    return { span: 'own', fromMs: Date.parse(startTime), toMs: Math.min(Date.parse(endTime), latestMs) }
  return { span, fromMs: nowMs - spanMs[span], toMs: latestMs }
}

const minMs = 60_000
/** The history is kept for this long. */
const maxMs = 400 * 86_400_000

/** Halves or doubles the span around its middle, and never ends later than now. Null means that this is not possible. */
export function zoomed({ fromMs, toMs }: Times, factor: 0.5 | 2, nowMs: number): Times | null {
  const length = toMs - fromMs
  const next = length * factor
  if (factor < 1 ? length <= minMs : next > maxMs) return null
  const end = Math.min(nowMs, (fromMs + toMs) / 2 + next / 2)
  return { fromMs: Math.round(end - next), toMs: Math.round(end) }
}

/** Moves by half a span, and never ends later than now. Null means that the span is already the newest. */
export function panned({ fromMs, toMs }: Times, direction: -1 | 1, nowMs: number): Times | null {
  const length = toMs - fromMs
  const end = Math.min(nowMs, toMs + (direction * length) / 2)
  return direction === 1 && end <= toMs ? null : { fromMs: Math.round(end - length), toMs: Math.round(end) }
}
