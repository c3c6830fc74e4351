import type { Shadow } from '@brigade/contract/telemetry/shadow.model.ts'
import { useState } from 'react'
import { deniedBy, type DeviceView } from '../../device/view/device-view.ts'

type Point = { time: number; value: number }
export type LivePoints = Readonly<Record<string, readonly Point[]>>

/** Enough for an hour of reports each few seconds; the next fetch of the curve brings them all anyway. */
const maxPoints = 1200

/** Adds new numbers of the shadow, so that a curve grows between two fetches. */
export function useLivePoints(view: DeviceView, identifiers: readonly string[]): LivePoints {
  const { shadow } = view
  const [held, setHeld] = useState<{ shadow: Shadow | null; points: LivePoints }>({ shadow: null, points: {} })
  if (held.shadow === shadow) return held.points
  const counting = identifiers.filter((identifier) => deniedBy(view, identifier) === undefined)
  const points = appended(held.points, shadow, counting)
  setHeld({ shadow, points })
  return points
}

function appended(before: LivePoints, shadow: Shadow | null, identifiers: readonly string[]): LivePoints {
  let after = before
  for (const entry of shadow?.list ?? []) {
    if (typeof entry.value !== 'number' || !identifiers.includes(entry.identifier)) continue
    const time = Date.parse(entry.deviceTime)
    const known = after[entry.identifier] ?? []
    if ((known.at(-1)?.time ?? 0) >= time) continue
    after = { ...after, [entry.identifier]: [...known.slice(-maxPoints), { time, value: entry.value }] }
  }
  return after
}
