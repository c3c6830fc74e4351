/**
 * The program's source of time: milliseconds since 1970, UTC. All code that depends on the time takes a clock; tests
 * freeze it.
 */
export type Clock = { now: () => number }

export const systemClock: Clock = { now: () => Date.now() }
