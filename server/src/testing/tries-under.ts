/**
 * Does it until one time took less than `mostMs`, three times at the most: the machine may be at something else meanwhile, but
 * not always. `work` answers what it took; answers all of them, ms.
 */
export async function triesUnder(mostMs: number, work: (attempt: number) => Promise<number>): Promise<number[]> {
  const tookMs: number[] = []
  while (tookMs.length < 3 && (tookMs.at(-1) ?? mostMs) >= mostMs)
    tookMs.push(Math.round(await work(tookMs.length + 1)))
  return tookMs
}
