import type { Random } from '../malformed/random.ts'

/** A value or the output of an event, in seconds after the beginning, before it has its place in a series. */
export type Said = readonly [second: number, identifier: string, value: number | Readonly<Record<string, number>>]
export type Span = Readonly<{ seconds: number; random: Random }>
