import type { Clock } from '../clock.ts'
import type { Settings } from '../settings.ts'

/** The day on which the demo's maker began: its organisation, its roles and its administrator are from then. */
export const demoFounded = '2023-01-09T01:00:00Z'

/** A moment of the demo's past: a time, or an hour (UTC) some days before the demo begins. */
export type DemoMoment = string | Readonly<{ daysAgo: number; at: string }>

const dayMs = 86_400_000

/** In ms. On a machine whose clock is behind it, it is now: nothing of the demo lies in the future. */
export function demoMs(moment: DemoMoment, now: number): number {
  if (typeof moment === 'string') return Math.min(Date.parse(moment), now)
  const day = new Date(now - moment.daysAgo * dayMs).toISOString().slice(0, 10)
  return Math.min(Date.parse(`${day}T${moment.at}:00Z`), now)
}

type Given = Readonly<{ clock: Clock; settings?: Pick<Settings, 'demo'> | undefined }>

/** When a row was made that every installation has: in the demo on its day of the demo's past, else now. */
export const seededMs = ({ clock, settings }: Given, moment: string): number =>
  settings?.demo === true ? demoMs(moment, clock.now()) : clock.now()
