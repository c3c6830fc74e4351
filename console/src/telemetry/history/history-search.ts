import { CurveQuery } from '@brigade/contract/telemetry/curve.model.ts'
import { HistorySearch as Reports } from '@brigade/contract/telemetry/history.model.ts'
import { Flag, filter } from '@brigade/contract/field.ts'
import { z } from 'zod'

/** Curves drawn at once: as many as the call takes. */
export const mostCurves = 6

export const spanMs = {
  '6h': 6 * 3_600_000,
  '24h': 24 * 3_600_000,
  '7d': 7 * 86_400_000,
  '30d': 30 * 86_400_000,
} as const
export type HistorySpan = keyof typeof spanMs | 'own'

/** The address of the history tab: the query of its reports, and what the curve shows beside it. */
export const HistorySearch = Reports.extend({
  /** Identifiers, comma-separated; left out, the main readings. Empty: none. */
  properties: z.union([z.literal(''), CurveQuery.shape.identifiers]).optional(),
  /** Limits of the thing model are drawn. */
  limits: filter(Flag),
  span: filter(z.enum(['6h', '24h', '7d', '30d'])),
})
export type HistorySearch = z.output<typeof HistorySearch>

export type Times = { fromMs: number; toMs: number }
const leastMs = 60_000
/** As long as history is kept. */
const mostMs = 400 * 86_400_000

/** Half the span, or twice it, around its middle; never later than now. Null: it goes no further. */
export function zoomed({ fromMs, toMs }: Times, factor: 0.5 | 2, nowMs: number): Times | null {
  const length = toMs - fromMs
  const next = length * factor
  if (factor < 1 ? length <= leastMs : next > mostMs) return null
  const end = Math.min(nowMs, (fromMs + toMs) / 2 + next / 2)
  return { fromMs: Math.round(end - next), toMs: Math.round(end) }
}

/** Half a span earlier or later; never later than now. Null: it is the newest. */
export function panned({ fromMs, toMs }: Times, direction: -1 | 1, nowMs: number): Times | null {
  const length = toMs - fromMs
  const end = Math.min(nowMs, toMs + (direction * length) / 2)
  return direction === 1 && end <= toMs ? null : { fromMs: Math.round(end - length), toMs: Math.round(end) }
}
