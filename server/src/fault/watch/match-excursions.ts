import type { KeptSpell, Spell } from './excursion.store.ts'

export type Matched = Readonly<{
  pairs: readonly Readonly<{ kept: KeptSpell; found: Spell }>[]
  /** Excursions that are in no record yet. */
  fresh: readonly Spell[]
  /** Recorded excursions that are not found any more. */
  gone: readonly KeptSpell[]
}>

const endOf = ({ to }: Spell) => to ?? Number.POSITIVE_INFINITY
const overlaps = (a: Spell, b: Spell) => a.side === b.side && a.from < endOf(b) && b.from < endOf(a)
const inOrder = <S extends Spell>(spells: readonly S[]) => spells.toSorted((a, b) => a.from - b.from)

/**
 * Pairs both lists in the order of their beginnings: the first free one that overlaps is the same occurrence. If one
 * was split, that is its first part.
 */
export function matchExcursions(found: readonly Spell[], kept: readonly KeptSpell[]): Matched {
  const left = new Set(inOrder(kept))
  const pairs: { kept: KeptSpell; found: Spell }[] = []
  const fresh: Spell[] = []
  for (const one of inOrder(found)) {
    const same = [...left].find((other) => overlaps(one, other))
    if (same === undefined) fresh.push(one)
    else {
      left.delete(same)
      pairs.push({ kept: same, found: one })
    }
  }
  return { pairs, fresh, gone: [...left] }
}

/** The worse of two extremes of one side. */
const worse = (a: Spell, b: Spell): Spell => ((a.side === 'high' ? a.worstC >= b.worstC : a.worstC <= b.worstC) ? a : b)

/**
 * Excursions that began before the evaluated span, with the beginning and the extreme of their record, which stay as
 * judged. Undefined if only a longer span can decide.
 */
export function wholeFrom(
  found: readonly Spell[],
  kept: readonly KeptSpell[],
  fromMs: number,
): readonly Spell[] | undefined {
  const whole: Spell[] = []
  for (const one of found) {
    if (one.from > fromMs) {
      whole.push(one)
      continue
    }
    const before = kept.find((other) => other.side === one.side && other.from < fromMs && endOf(other) >= fromMs)
    if (before === undefined || (before.worstAt >= fromMs && before.worstAt >= endOf(one))) return undefined
    const extreme = before.worstAt < fromMs ? worse(before, one) : one
    const { limitC, worstC, worstAt } = extreme
    whole.push({ ...one, from: before.from, limitC, worstC, worstAt })
  }
  return whole
}
