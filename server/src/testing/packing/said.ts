import type { Random } from '../malformed/random.ts'

/** What was said before it has its place: seconds after the beginning, and a value or the output of an event. */
export type Said = readonly [second: number, identifier: string, value: number | Readonly<Record<string, number>>]
export type Span = Readonly<{ seconds: number; random: Random }>
