const minute = 60_000
const hour = 60 * minute

/** messages.md: an e-mail is retried after 1, 5 and 30 minutes, 2 and 12 hours. */
const mailPauses = [minute, 5 * minute, 30 * minute, 2 * hour, 12 * hour]

/** The pause after this many failed attempts; undefined: it is given up. */
export const mailPause = (attempts: number): number | undefined => mailPauses[attempts - 1]

/** A robot or webhook is retried for a day. */
export const targetPatienceMs = 24 * hour
const targetPauses = [5000, 30_000, 2 * minute, 10 * minute, 30 * minute, hour, 2 * hour, 4 * hour]
export const targetPause = (attempts: number): number =>
  targetPauses[Math.min(attempts, targetPauses.length) - 1] ?? 5000
