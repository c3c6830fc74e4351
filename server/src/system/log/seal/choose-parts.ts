import { dayMs } from '@brigade/contract/time.ts'
import type { CheckedPart } from './part.store.ts'
import type { Partition, StrayTable } from './strays.store.ts'

/** Each part of the log is checked within this many nights. */
export const nights = 28
/** This many lines are one part of the chain. */
export const partLines = 100_000n
/** This many blocks (of 8 KB) are one part of a partition. */
export const partBlocks = 1024n

export const chainName = 'chain'

export type Part = Readonly<{
  of: string
  table: StrayTable | typeof chainName
  after: bigint
  upTo: bigint
  /** The month of a partition: `202611`. */
  month: string | null
  /** The last check of it; undefined: none yet. */
  checked: CheckedPart | undefined
}>

type Whole = Readonly<{
  of: string
  table: Part['table']
  month: string | null
  after: bigint
  upTo: bigint
  size: bigint
}>

function* cut({ size, ...whole }: Whole): Generator<Omit<Part, 'checked'>> {
  for (let after = (whole.after / size) * size; after < whole.upTo; after += size)
    yield { ...whole, after, upTo: after + size < whole.upTo ? after + size : whole.upTo }
}

/** All present parts of the log. `lines`: the first and the last present line. */
export function partsOf(
  lines: Readonly<{ first: bigint; last: bigint }> | undefined,
  partitions: readonly Partition[],
  checked: readonly CheckedPart[],
): Part[] {
  const keyOf = ({ of, after }: Pick<Part, 'of' | 'after'>) => `${of} ${after}`
  const known = new Map(checked.map((part) => [keyOf(part), part]))
  const wholes: Whole[] = partitions.map(({ table, name, month, blocks }) => ({
    of: name,
    table,
    month,
    after: 0n,
    upTo: BigInt(blocks),
    size: partBlocks,
  }))
  if (lines !== undefined)
    wholes.unshift({
      of: chainName,
      table: chainName,
      month: null,
      after: lines.first - 1n,
      upTo: lines.last,
      size: partLines,
    })
  return wholes.flatMap((whole) => [...cut(whole)]).map((part) => ({ ...part, checked: known.get(keyOf(part)) }))
}

/**
 * The parts that are checked tonight: those with new rows, those with a fault, and a 28th of all others, those that
 * have waited longest. After nights without a check, overdue parts are added.
 */
export function partsOfTonight(parts: readonly Part[], now: number): Part[] {
  const reached = new Map<string, bigint>()
  const last = new Map<string, bigint>()
  for (const { of, after, checked } of parts) {
    if (checked !== undefined && checked.upTo > (reached.get(of) ?? -1n)) reached.set(of, checked.upTo)
    last.set(of, after)
  }
  const newest = parts.reduce((month, part) => (part.month !== null && part.month > month ? part.month : month), '')
  const isNew = ({ of, after, upTo, month }: Part) => {
    const up = reached.get(of)
    if (month === newest && after === last.get(of)) return true
    // After an upgrade to this version all parts are unchecked, and they must not all be checked in one night.
    return up === undefined ? after === last.get(of) : upTo > up
  }
  const isDue = (part: Part) =>
    isNew(part) ||
    (part.checked?.fault ?? null) !== null ||
    (part.checked !== undefined && Date.parse(part.checked.checkedAt) <= now - (nights - 1) * dayMs)
  const waited = ({ checked }: Part) => (checked === undefined ? 0 : Date.parse(checked.checkedAt))
  // Each kind has a budget of its own, because a part of the chain takes many times as long as one of the others.
  const others = [...Map.groupBy(parts, ({ table }) => table).values()].flatMap((kind) =>
    kind
      .filter((part) => !isDue(part))
      .toSorted((a, b) => waited(a) - waited(b))
      .slice(0, Math.ceil(kind.length / nights)),
  )
  return [...parts.filter(isDue), ...others]
}
