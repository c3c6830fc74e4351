/** Where the program gets the time from: milliseconds since 1970, UTC. Whatever decides on time takes one; tests freeze it. */
export type Clock = { now: () => number }

export const systemClock: Clock = { now: () => Date.now() }
