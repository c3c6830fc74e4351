import { hourMs } from '@brigade/contract/time.ts'
import type { Form, Message, Packing, Step } from './packing.ts'
import type { Said } from './timed-values.ts'
import { roles, type Item, type Role, type Series } from './series.ts'

/** Series and packings written by hand, for rules that a random one would not show. */

/** The messages of one device, in seconds after the beginning, which is some hours before the present. */
export function seriesOf(nowMs: number, role: Role, said: readonly Said[], hoursAgo = 6): Series {
  const from = Math.floor(nowMs / 1000) * 1000 - hoursAgo * hourMs
  const items = said.map(([second, identifier, value], index): Item => {
    const head = { number: index + 1, role, at: from + second * 1000, identifier }
    return typeof value === 'number' ? { ...head, kind: 'value', value } : { ...head, kind: 'event', output: value }
  })
  return { seed: 0, from, to: Math.max(...items.map(({ at }) => at)), items }
}

/** All items of a series in messages of one form: single values if live, otherwise all together. */
export function messagesOf({ items }: Series, form: Form, firstId = 1): readonly Message[] {
  return roles.flatMap((role) => {
    const own = items.filter((item) => item.role === role)
    if (own.length === 0) return []
    const groups = form === 'live' ? own.map((item) => [item]) : [own]
    return groups.map((some, index): Message => ({ id: String(firstId + index), role, form, items: some }))
  })
}

export const sending = (messages: readonly Message[]): readonly Step[] =>
  messages.map((message): Step => ({ do: 'send', message }))

export const packed = (steps: readonly Step[], { isOverGateway = false, beforeSeal = 0 } = {}): Packing => ({
  seed: 0,
  isOverGateway,
  isKilled: false,
  steps,
  beforeSeal,
})
