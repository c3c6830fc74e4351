import { genesis, headOf } from '../../../platform/chain/chain.ts'
import type { Checkpoint } from '../../../platform/chain/checkpoint.ts'
import type { Db } from '../../../platform/db/database.ts'
import {
  findDayEnd,
  findCheckpointSince,
  findEnds,
  findLink,
  listCheckpoints,
  listDays,
  listLinks,
  type Day,
  type StoredLink,
} from './links.store.ts'
import { checkLink, dayOf, monthOf, type Fault } from './verify-link.ts'

/** The most lines of one statement, so that no snapshot of the database is older. */
const portion = 500

export type Range = Readonly<{ after: bigint; upTo: bigint }>
export type PartFound = Readonly<{ lines: bigint; dropped: bigint; fault: Fault | null; faultN: bigint | null }>
export type Against = Readonly<{
  /** Checkpoints from outside, by their place. */
  outside: ReadonlyMap<bigint, readonly Checkpoint[]>
  /** Retention may have dropped any month before this one. */
  keptMonth: string
}>

/** `head`: undefined until the first link that is there shows it. */
type Walk = { n: bigint; head: Buffer | undefined; day: string | undefined; lines: bigint; dropped: bigint }
/** Other records that this part has to agree with. */
type Beside = Against & Readonly<{ days: ReadonlyMap<bigint, Day>; checkpoints: ReadonlyMap<bigint, Checkpoint> }>

/** Checks the lines of a part of the chain, and that it continues from the line before. Ends at the first fault. */
export async function checkLinks(
  db: Db,
  { after, upTo }: Range,
  against: Against,
  reportLines: (lines: number) => Promise<void>,
): Promise<PartFound> {
  const before = after === 0n ? undefined : await findLink(db, after)
  const walk: Walk = {
    n: after,
    head: after === 0n ? genesis : before?.head,
    day: before === undefined ? undefined : dayOf(before.sealedAt),
    lines: 0n,
    dropped: 0n,
  }
  const beside = await readBeside(db, { after, upTo }, against)
  const broken = (fault: Fault, faultN: bigint): PartFound => ({ ...counted(walk), fault, faultN })
  while (walk.n < upTo) {
    const left = upTo - walk.n
    const links = await listLinks(db, walk.n, left < portion ? Number(left) : portion)
    if (links.length === 0) return broken('removed', walk.n + 1n)
    for (const link of links) {
      const fault = await step(db, walk, link, beside)
      if (fault !== undefined) return broken(fault, link.n)
    }
    await reportLines(links.length)
  }
  return { ...counted(walk), fault: null, faultN: null }
}

const counted = ({ lines, dropped }: Walk) => ({ lines, dropped })

async function readBeside(db: Db, { after, upTo }: Range, against: Against): Promise<Beside> {
  const days = await listDays(db, after, upTo)
  const checkpoints = await listCheckpoints(db, after, upTo, Number(upTo - after))
  return {
    ...against,
    days: new Map(days.map((day) => [day.n, day])),
    checkpoints: new Map(checkpoints.map((checkpoint) => [checkpoint.n, checkpoint])),
  }
}

/** Advances by one link, or returns its fault. */
async function step(db: Db, walk: Walk, link: StoredLink, beside: Beside): Promise<Fault | undefined> {
  if (link.n !== walk.n + 1n || walk.head === undefined) {
    const fault = await beginAt(db, walk, link, beside)
    if (fault !== undefined) return fault
  }
  const { head } = walk
  if (head === undefined || !headOf(head, link.n, link.leaf).equals(link.head)) return 'link-changed'
  const day = dayOf(link.sealedAt)
  if (walk.day !== undefined && walk.day !== day) {
    // The day that ends here has recorded this end, or a later one, if the clock was set back.
    const recorded = await findDayEnd(db, walk.day)
    if (recorded === undefined || recorded < walk.n) return 'day-changed'
  }
  const { fault, isDropped } = checkLink(link, beside.keptMonth)
  if (fault !== undefined) return fault
  walk.n = link.n
  walk.head = link.head
  walk.day = day
  walk.lines += 1n
  if (isDropped) walk.dropped += 1n
  return differs(link, beside)
}

/** The first link that is there: months before it may be dropped if a day recorded the head and they were old enough. */
async function beginAt(
  db: Db,
  walk: Walk,
  link: StoredLink,
  { keptMonth, outside }: Against,
): Promise<Fault | undefined> {
  if (link.n <= walk.n) return 'link-changed'
  const ends = await findEnds(db)
  if (ends?.first !== link.n) return 'removed'
  const [day] = await listDays(db, link.n - 2n, link.n - 1n)
  if (day === undefined || monthOf(day.day) >= keptMonth) return 'removed-too-early'
  // Whatever the records of days contain, lines after a checkpoint of a kept month were sealed in such a month.
  const since = `${keptMonth}-01T00:00:00.000Z`
  const told = [...outside.values()].flat().filter(({ madeAt }) => madeAt >= since)
  const places = [...told.map(({ n }) => n), (await findCheckpointSince(db, since)) ?? link.n]
  if (places.some((n) => n < link.n - 1n)) return 'removed-too-early'
  walk.n = link.n - 1n
  walk.head = day.head
  walk.day = undefined
  return undefined
}

/** Compares a place with the records of days, the checkpoints here, and the checkpoints from outside. */
function differs(link: StoredLink, { days, checkpoints, outside }: Beside): Fault | undefined {
  const day = days.get(link.n)
  if (day !== undefined && (day.day !== dayOf(link.sealedAt) || !day.head.equals(link.head))) return 'day-changed'
  const told = [checkpoints.get(link.n), ...(outside.get(link.n) ?? [])]
  return told.every((checkpoint) => checkpoint === undefined || checkpoint.head.equals(link.head))
    ? undefined
    : 'checkpoint-differs'
}
