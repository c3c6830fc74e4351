/** Limit by which the time given to messages may run ahead of the clock. */
const maxAheadMicroseconds = 1_000_000

/** Epoch ms with a fraction, strictly increasing: microseconds distinguish messages within one millisecond. */
export function instants(now: () => number): () => number {
  let lastMicroseconds = 0
  return () => {
    // Whole microseconds are counted: adding fractions of milliseconds rounds, and two instants could become equal.
    const microseconds = Math.floor(now()) * 1000
    // If the clock is set back by more than a burst takes, the instants follow it instead of waiting.
    const isPutBack = lastMicroseconds - microseconds > maxAheadMicroseconds
    lastMicroseconds = isPutBack ? microseconds : Math.max(microseconds, lastMicroseconds + 1)
    return lastMicroseconds / 1000
  }
}
