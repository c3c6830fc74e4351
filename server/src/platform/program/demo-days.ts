import { dayMs } from '@brigade/contract/time.ts'
import { createHash } from 'node:crypto'
import type { Clock } from '../clock.ts'
import type { Settings } from '../settings.ts'

/** The day on which the demo's maker began: its organisation, its roles and its administrator are from then. */
export const demoFounded = '2023-01-09T01:00:00Z'

/** A moment of the demo's past: a time, or an hour (UTC) some days before the demo begins. */
export type DemoMoment = string | Readonly<{ daysAgo: number; at: string }>

/** Returns ms. On a machine whose clock is behind the moment it returns now: nothing of the demo lies in the future. */
export function demoMs(moment: DemoMoment, now: number): number {
  if (typeof moment === 'string') return Math.min(Date.parse(moment), now)
  const day = new Date(now - moment.daysAgo * dayMs).toISOString().slice(0, 10)
  return Math.min(Date.parse(`${day}T${moment.at}:00Z`), now)
}

type Given = Readonly<{ clock: Clock; settings?: Pick<Settings, 'demo'> | undefined }>

/** When a row was made that every installation has: in the demo on its day of the demo's past, else now. */
export const seededMs = ({ clock, settings }: Given, moment: string): number =>
  settings?.demo === true ? demoMs(moment, clock.now()) : clock.now()

/** A number from 0 to below `below` that belongs to a text, so that each demo has the same past. */
export const shareOf = (text: string, below: number): number =>
  createHash('sha256').update(text).digest().readUInt32BE(4) % below

/**
 * A moment in the maker's office some days ago, ms: on a weekday, between 9:20 and 16:20 in China. `what` determines
 * the minute, so that not everything happens at the hour at which the demo begins.
 */
export function officeMs(now: number, daysAgo: number, what: string): number {
  const day = Math.floor(now / dayMs) - daysAgo
  // 1970 began on a Thursday.
  const weekday = (day + 3) % 7
  return (day - Math.max(0, weekday - 4)) * dayMs + (80 + shareOf(what, 420)) * 60_000
}
