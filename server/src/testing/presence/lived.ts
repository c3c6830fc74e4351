import { minuteMs } from '@brigade/contract/time.ts'
import type { Random } from '../malformed/random.ts'

/** The life of a refrigerator over some hours, minute by minute. */
export type Deed =
  | Readonly<{ at: number; does: 'connect' }>
  | Readonly<{ at: number; does: 'disconnect' }>
  | (Told & Readonly<{ does: 'report' }>)
  /** The values are stored, and sent later. */
  | (Told & Readonly<{ does: 'keep' }>)
/** Values with their own time. */
type Told = Readonly<{ at: number; values: Readonly<Record<string, number>> }>

const tenths = (random: Random, from: number, to: number) => Math.round((from + random.unit() * (to - from)) * 10) / 10

const snapshot = (random: Random): Record<string, number> => ({
  CabinetTemp: tenths(random, 2, 6),
  EvaporatorTemp: tenths(random, -12, -4),
  SetPoint: 2 + random.int(3),
  DoorState: 0,
  HighLimit: 8,
  LowLimit: 0,
})
/** The values of a report after a change, which seldom include the temperature. */
const change = (random: Random): Record<string, number> =>
  random.pick<Record<string, number>>([
    { DoorState: random.int(2) },
    { EvaporatorTemp: tenths(random, -12, -4) },
    { PowerDraw: tenths(random, 0, 2) },
    { SetPoint: 2 + random.int(4) },
    { CabinetTemp: tenths(random, 2, 6) },
  ])

/** Times at an interval, on change, silent with a connection and without, kept and sent later, and short restarts. */
const phases = ['regular', 'regular', 'onChange', 'onChange', 'mute', 'offline', 'kept', 'restart'] as const

/** A life from one instant to another, always connected at its end. Times are whole minutes. */
export function livedBy(random: Random, from: number, to: number): Deed[] {
  const deeds: Deed[] = []
  let at = from
  const go = (minutes: number) => {
    at += minutes * minuteMs
  }
  const act = (does: 'connect' | 'disconnect') => deeds.push({ at, does })
  const say = (values: Record<string, number>, does: 'report' | 'keep' = 'report') => deeds.push({ at, does, values })
  act('connect')
  say(snapshot(random))
  while (at < to - 200 * minuteMs) {
    go(1)
    const phase = phases[random.int(phases.length)] ?? 'regular'
    const end = at + (10 + random.int(170)) * minuteMs
    if (phase === 'regular') {
      const every = 1 + random.int(12)
      for (; at < end; go(every)) say({ CabinetTemp: tenths(random, 2, 6), EvaporatorTemp: tenths(random, -12, -4) })
    } else if (phase === 'onChange') for (; at < end; go(1 + random.int(25))) say(change(random))
    else if (phase === 'mute') at = end
    else {
      act('disconnect')
      go(1)
      if (phase === 'kept') for (; at < end; go(1 + random.int(70))) say(change(random), 'keep')
      if (phase === 'offline') at = end
      go(1)
      act('connect')
      // Most send everything at once when they reconnect, others only the next change.
      if (random.chance(0.7)) say(snapshot(random))
    }
  }
  return deeds
}
