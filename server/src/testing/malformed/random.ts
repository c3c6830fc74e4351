import { randomInt } from 'node:crypto'

/** Random values, reproducible by the seed. */
export type Random = Readonly<{
  /** At least 0 and less than 1. */
  unit: () => number
  /** At least 0 and less than `below`. */
  int: (below: number) => number
  pick: <T>(choices: readonly [T, ...T[]]) => T
  /** True this often. */
  chance: (share: number) => boolean
  bytes: (length: number) => Buffer
}>

/** The seed of this run: `MALFORMED_SEED`, or a new one; a failing test prints it. */
export const seedOfRun = Number(process.env['MALFORMED_SEED'] ?? randomInt(2 ** 31))

/** mulberry32. */
export function randomFrom(seed: number): Random {
  let state = seed >>> 0
  const unit = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
  const int = (below: number) => Math.floor(unit() * below)
  return {
    unit,
    int,
    pick: (choices) => choices[int(choices.length)] ?? choices[0],
    chance: (share) => unit() < share,
    bytes: (length) => Buffer.from(Array.from({ length }, () => int(256))),
  }
}
