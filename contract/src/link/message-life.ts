import { minuteMs } from '../time.ts'

/**
 * How long an answer, a pushed setting or a notice may wait for a device: as long as a command. One that was away for longer asks again, or
 * gets what holds by then at its next connection.
 */
export const messageLife = { forMs: minuteMs } as const

/** An offer of firmware waits ten minutes for its device; then the engine takes it back. */
export const offerLife = { forMs: 600_000 } as const
