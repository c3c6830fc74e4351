/** An earlier progress sample serves to estimate the speed of the job. */
export type Seen = { id: string; done: number; atMs: number }

/** The rate is measured over about the last half minute. */
const windowMs = 30_000
const minMs = 4000
/** Without progress for this long there is no estimate. */
const stalledMs = 15_000

/** Adds the current progress and drops samples older than the window, except the last one before it. */
export function noted(seen: readonly Seen[], job: { id: string; done: number }, nowMs: number): readonly Seen[] {
  const last = seen.at(-1)
  const same = last !== undefined && last.id === job.id
  // The progress restarted (another job, or the same one after an interruption), so the older samples are invalid.
  if (!same || job.done < last.done) return [{ id: job.id, done: job.done, atMs: nowMs }]
  if (job.done === last.done) return seen
  const inWindow = seen.findIndex(({ atMs }) => atMs >= nowMs - windowMs)
  return [...seen.slice(Math.max(0, inWindow)), { id: job.id, done: job.done, atMs: nowMs }]
}

/** Returns the remaining milliseconds; undefined with too few samples, without progress, or without a known total. */
export function timeLeftMs(seen: readonly Seen[], total: number | null, nowMs: number): number | undefined {
  const first = seen[0]
  const last = seen.at(-1)
  if (first === undefined || last === undefined || total === null || total <= last.done) return undefined
  const tookMs = last.atMs - first.atMs
  const did = last.done - first.done
  if (tookMs < minMs || did <= 0 || nowMs - last.atMs > stalledMs) return undefined
  const leftMs = ((total - last.done) / did) * tookMs - (nowMs - last.atMs)
  return Math.max(1000, leftMs)
}
