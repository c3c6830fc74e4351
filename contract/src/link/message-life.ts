import { minuteMs } from '../time.ts'

/**
 * How long an answer, a pushed setting or a notice may wait for a device: as long as a command. A device that was away
 * for longer asks again, or receives the present state at its next connection.
 */
export const messageLife = { forMs: minuteMs } as const

/** An offer of firmware waits ten minutes for its device; then the engine withdraws it. */
export const offerLife = { forMs: 600_000 } as const
