import { useEffect, useState } from 'react'
import type { Shadow } from '@brigade/contract/device/device.model.ts'

type Point = { time: number; value: number }
export type LivePoints = Readonly<Record<string, readonly Point[]>>

/** Enough for an hour of reports each few seconds; the next fetch of the curve brings them all anyway. */
const mostPoints = 1200

/** Numbers of the shadow as they come, so that a curve grows between two fetches. */
export function useLivePoints(shadow: Shadow | null, identifiers: readonly string[]): LivePoints {
  const [points, setPoints] = useState<LivePoints>({})
  const wanted = identifiers.join(',')
  useEffect(() => {
    if (shadow === null) return
    setPoints((before) => {
      let after = before
      for (const entry of shadow.entries) {
        if (typeof entry.value !== 'number' || !wanted.split(',').includes(entry.identifier)) continue
        const time = Date.parse(entry.deviceTime)
        const held = after[entry.identifier] ?? []
        if ((held.at(-1)?.time ?? 0) >= time) continue
        after = { ...after, [entry.identifier]: [...held.slice(-mostPoints), { time, value: entry.value }] }
      }
      return after
    })
  }, [shadow, wanted])
  return points
}
