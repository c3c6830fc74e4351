import { dayMs, hourMs } from '@brigade/contract/time.ts'
import { randomFrom } from '../malformed/random.ts'
import { coolerItems } from './cooler-series.ts'
import { ovenItems } from './oven-series.ts'

/** The devices of a series: a refrigerator with at most one excursion of each side, one with many, and an oven. */
export const roles = ['calm', 'busy', 'oven'] as const
export type Role = (typeof roles)[number]
export const isCooler = (role: Role): role is 'calm' | 'busy' => role !== 'oven'

/** A value or an event of a device, at a whole second of its clock. */
export type Item = Readonly<
  { number: number; role: Role; at: number; identifier: string } & (
    | { kind: 'value'; value: number }
    | { kind: 'event'; output: Readonly<Record<string, number>> }
  )
>
export type ValueItem = Extract<Item, { kind: 'value' }>

/** All items of the devices in the order of time, and within one instant in their own order. */
export type Series = Readonly<{ seed: number; from: number; to: number; items: readonly Item[] }>

/**
 * Some days before the present, with midnights between; the first of them can be sealed. `isDense`: with more reports
 * of one property than a curve has points.
 */
export function makeSeries(seed: number, nowMs: number, { days = 2, isDense = false } = {}): Series {
  const random = randomFrom(seed)
  const from = Math.floor(nowMs / dayMs) * dayMs - days * dayMs + 7 * hourMs
  const to = Math.floor((nowMs - 600_000) / 1000) * 1000
  const span = { seconds: (to - from) / 1000, random }
  const said = {
    calm: coolerItems(span, { isCalm: true }),
    busy: coolerItems(span, { isCalm: false, isDense }),
    oven: ovenItems(span),
  }
  let number = 0
  // An excursion near the end would go on in the future, of which nobody can report.
  const past = (role: Role) => said[role].filter(([second]) => second <= span.seconds)
  const items = roles.flatMap((role) =>
    past(role).map(([second, identifier, value]): Item => {
      const head = { number: (number += 1), role, at: from + second * 1000, identifier }
      return typeof value === 'number' ? { ...head, kind: 'value', value } : { ...head, kind: 'event', output: value }
    }),
  )
  return { seed, from, to, items: items.toSorted((a, b) => a.at - b.at || a.number - b.number) }
}

export const isValue = (item: Item): item is ValueItem => item.kind === 'value'
export const valuesOf = ({ items }: Series, role: Role): readonly ValueItem[] =>
  items.filter(isValue).filter((item) => item.role === role)

/** The same series without some items. */
export const seriesWith = (series: Series, kept: ReadonlySet<number>): Series => ({
  ...series,
  items: series.items.filter(({ number }) => kept.has(number)),
})
