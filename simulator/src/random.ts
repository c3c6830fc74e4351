import { hourMs } from '@brigade/contract/time.ts'

/** The state of a repeatable source of chance. It lives inside a device's state, so that one seed gives one life. */
export type Chance = { state: number }

export function chanceOf(seed: number | string): Chance {
  // FNV-1a, so that neighbouring seeds and serial numbers give unrelated lives.
  let hash = 0x811c9dc5
  for (const character of String(seed)) hash = Math.imul(hash ^ character.charCodeAt(0), 0x01000193)
  return { state: hash >>> 0 }
}

/** Mulberry32: 0 up to but not 1. Advances `chance`. */
export function random(chance: Chance): number {
  chance.state = (chance.state + 0x6d2b79f5) >>> 0
  let t = chance.state
  t = Math.imul(t ^ (t >>> 15), t | 1)
  t ^= t + Math.imul(t ^ (t >>> 7), t | 61)
  return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296
}

export const between = (chance: Chance, low: number, high: number): number => low + random(chance) * (high - low)
export const wholeBetween = (chance: Chance, low: number, high: number): number =>
  Math.floor(between(chance, low, high + 1))
export const happens = (chance: Chance, probability: number): boolean => random(chance) < probability

/** Whether an event that occurs `perHour` times on average occurs within `dtMs`. */
export const comes = (chance: Chance, perHour: number, dtMs: number): boolean =>
  happens(chance, 1 - Math.exp((-perHour * dtMs) / hourMs))

/** The time until the next random event, as a share of its mean interval. */
export const untilNext = (chance: Chance): number => -Math.log(1 - random(chance))

/**
 * Whether an event that occurs `perHour` times on average occurs within `dtMs`. The remaining time is kept, so that
 * steps of any length give the same times; the rate may change meanwhile.
 */
export function visits(place: { readonly chance: Chance; untilVisit: number }, perHour: number, dtMs: number): boolean {
  place.untilVisit -= (perHour * dtMs) / hourMs
  if (place.untilVisit > 0) return false
  place.untilVisit = untilNext(place.chance)
  return true
}

export function pick<T>(chance: Chance, list: readonly [T, ...T[]]): T {
  return list[Math.floor(random(chance) * list.length)] ?? list[0]
}

/** Near enough normal, mean 0, deviation 1. */
export const wobble = (chance: Chance): number => (random(chance) + random(chance) + random(chance) - 1.5) * 2

export const clamp = (value: number, low: number, high: number): number => Math.min(high, Math.max(low, value))
export const roundTo = (value: number, step: number): number => Math.round(Math.round(value / step) * step * 1e6) / 1e6
