import type { Compare, Difference } from './compare.ts'
import { packingWith, type Packing } from './packing.ts'
import { seriesWith, type Item, type Series } from './series.ts'
import { sendAll, type Sent, type World } from './world.ts'

/** A smaller series in the same packing that still differs. */
export type Shrunk = Readonly<{ sent: Sent; difference: Difference; tries: number }>

type Case = Readonly<{ series: Series; packing: Packing }>

const maxTries = 60

/** Leaves out halves, quarters and so on of the items, as long as the same kind of answer still differs. */
export async function shrink(world: World, whole: Sent, compare: Compare, first: Difference): Promise<Shrunk> {
  const { series, packing } = whole
  let best: Shrunk = { sent: whole, difference: first, tries: 0 }
  let tries = 0
  const attempt = async (smaller: Case): Promise<boolean> => {
    tries += 1
    const [sent] = await sendAll(world, smaller.series, [{ ...smaller.packing, isKilled: false }])
    const difference = sent && (await compare(world, sent))
    if (sent === undefined || difference === undefined || difference.what !== first.what) return false
    best = { sent, difference, tries }
    return true
  }
  // The first and last items stay, so that limits are known and a record is compared when it is over.
  const isEdge = ({ at }: Item) => at === series.from || at === series.to
  const stays = series.items.filter(isEdge).map(({ number }) => number)
  let numbers = series.items.filter((item) => !isEdge(item)).map(({ number }) => number)
  const caseOf = (some: readonly number[]): Case => {
    const kept = new Set([...some, ...stays])
    return { series: seriesWith(series, kept), packing: packingWith(packing, kept) }
  }
  for (let parts = 2; parts <= numbers.length && tries < maxTries;) {
    const size = Math.ceil(numbers.length / parts)
    let isLess = false
    for (let from = 0; from < numbers.length && tries < maxTries; from += size) {
      const rest = [...numbers.slice(0, from), ...numbers.slice(from + size)]
      if (!(await attempt(caseOf(rest)))) continue
      numbers = rest
      isLess = true
      from -= size
    }
    if (!isLess && size === 1) break
    parts = isLess ? Math.max(2, parts - 1) : parts * 2
  }
  return { ...best, tries }
}
