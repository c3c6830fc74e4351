/**
 * Repeats the work until one run took less than `maxMs`, three times at the most: other load on the machine may slow
 * one run, but not always all. `work` returns its duration; returns all durations in ms.
 */
export async function triesUnder(maxMs: number, work: (attempt: number) => Promise<number>): Promise<number[]> {
  const tookMs: number[] = []
  while (tookMs.length < 3 && (tookMs.at(-1) ?? maxMs) >= maxMs) tookMs.push(Math.round(await work(tookMs.length + 1)))
  return tookMs
}
