/** The waits before the first tries; later tries wait as long as the last of these. */
const waitsMs = [1000, 2000, 5000, 10_000] as const

/**
 * The wait before the next try, after this many failures. `chance`: 0 to 1, so that 200 screens do not return in the
 * same instant.
 */
export const waitBefore = (failed: number, chance: number): number => (waitsMs[failed] ?? 10_000) * (0.75 + chance / 2)
