import { HistorySearch as Reports } from '@brigade/contract/device/device.model.ts'
import { filter } from '@brigade/contract/field.ts'
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
  properties: z
    .string()
    .regex(/^[A-Za-z0-9_,]{0,320}$/)
    .optional(),
  span: filter(z.enum(['6h', '24h', '7d', '30d'])),
})
export type HistorySearch = z.output<typeof HistorySearch>
