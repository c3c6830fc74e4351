import { sql, type Expression } from 'kysely'
import type { DeviceKind } from '@brigade/contract/product/product.endpoints.ts'
import type { Db } from '../../platform/db/database.ts'
import { countCap, literally } from '../../platform/db/page.ts'

/** A block is 4,096 ids of devices; the index knows in which of them a pair or triple of characters is found (0025_device_search_kind.sql). */
type Block = Readonly<{ block: number; newestAt: number }>
const lastIdOf = ({ block }: Block) => (block + 1) * 4096 - 1

/** Blocks with their newest device, the newest first. Times are microseconds. */
async function listBlocks(db: Db): Promise<readonly Block[]> {
  const { rows } = await sql<Block>`
    select block::int as block, newest.at as newest_at
    from generate_series(0, (select max(id) >> 12 from device)) as block
    cross join lateral (
      select (extract(epoch from created_at) * 1000000)::double precision as at from device
      where (id >> 12) = block order by created_at desc, id desc limit 1
    ) as newest
    order by newest_at desc, block desc`.execute(db)
  return rows
}

export type Sought = Readonly<{ keyword: string; kind: DeviceKind }>

const likedIn = ({ keyword, kind }: Sought, blocks: readonly Block[]) =>
  sql`devices_like(${keyword}, ${`%${literally(keyword)}%`}, ${kind}, ${blocks.map(({ block }) => block)}::bigint[])`

/** The name under which a portion's devices stand for `matching` to join. */
export const liked = sql<{ id: string }>`liked`.as('liked')

/** About this many devices are looked at at a time: enough for a count that stops early, few enough to be quick. */
const lookedAtAtOnce = 6000
const mostBlocksAtOnce = 128

function* inPortions(blocks: readonly Block[]): Generator<readonly Block[], void, number> {
  let from = 0
  let portion = 1
  let searched = 0
  let liked = 0
  while (from < blocks.length) {
    const some = blocks.slice(from, from + portion)
    from += some.length
    liked += yield some
    searched += some.length
    const each = liked / searched
    portion = Math.max(1, Math.min(mostBlocksAtOnce, each === 0 ? mostBlocksAtOnce : Math.floor(lookedAtAtOnce / each)))
  }
}

/** Every device that a keyword of two or more characters is found in, whoever's; undefined where they are more than `most`. */
export async function listLiked(db: Db, sought: Sought, most: number): Promise<string[] | undefined> {
  const portions = inPortions(await listBlocks(db))
  const ids: string[] = []
  for (let next = portions.next(0); next.done !== true;) {
    const { rows } = await sql<{ id: string }>`select id from ${likedIn(sought, next.value)} as liked (id)`.execute(db)
    for (const { id } of rows) ids.push(id)
    if (ids.length > most) return undefined
    next = portions.next(rows.length)
  }
  return ids
}

type Place = Readonly<{ id: string; at: number }>
export type Found = Readonly<{ ids: string[]; total: number; totalCapped?: true }>
/**
 * A page of the devices that a keyword is found in, newest first, and how many there are, up to the cap. Walks the blocks
 * from the newest device back and stops as soon as the page is full and the count at its cap: a common keyword is done
 * after one block or two, a rare one finds little in each. Undefined where the other filters let so few pass that asking
 * for them first is quicker. `matching` selects `device_id` and `created_at` of those that pass them, joined with `liked`.
 */
export async function searchNewest(
  db: Db,
  sought: Sought,
  matching: Expression<unknown>,
  { offset, limit }: { offset: number; limit: number },
): Promise<Found | undefined> {
  const wanted = offset + limit
  const blocks = await listBlocks(db)
  const portions = inPortions(blocks)
  let first: Place[] = []
  let isFull = false
  let total = 0
  let lookedAt = 0
  let searched = 0
  for (let next = portions.next(0); next.done !== true;) {
    const found = await searchPortion(db, sought, next.value, matching, isFull ? 0 : wanted)
    first = [...first, ...found.first].toSorted(newestFirst).slice(0, wanted)
    total += found.matches
    lookedAt += found.liked
    searched += next.value.length
    isFull ||= isSettled(first[wanted - 1], blocks[searched])
    if (isFull && total > countCap) break
    if (lookedAt > mostLookedAt && total * 4 < lookedAt) return undefined
    next = portions.next(found.liked)
  }
  const ids = first.slice(offset).map(({ id }) => id)
  return total > countCap ? { ids, total: countCap, totalCapped: true } : { ids, total }
}

/** Further than this it is not worth looking at devices that a keyword is found in and other filters leave out. */
const mostLookedAt = 40_000

const newestFirst = (a: Place, b: Place): number => b.at - a.at || Number(b.id) - Number(a.id)

/** Whether nothing of the blocks still to come stands before the last of a page. */
function isSettled(last: Place | undefined, nextBlock: Block | undefined): boolean {
  if (last === undefined || nextBlock === undefined) return false
  return last.at > nextBlock.newestAt || (last.at === nextBlock.newestAt && Number(last.id) > lastIdOf(nextBlock))
}

type Portion = Readonly<{ liked: number; matches: number; first: readonly Place[] }>

async function searchPortion(
  db: Db,
  sought: Sought,
  blocks: readonly Block[],
  matching: Expression<unknown>,
  most: number,
): Promise<Portion> {
  const { rows } = await sql<{ liked: number; matches: number; ids: string[]; times: number[] }>`
    with liked as materialized (select id from ${likedIn(sought, blocks)} as liked (id)),
    found as materialized (${matching}),
    first as materialized (select * from found order by created_at desc, device_id desc limit ${most})
    select (select count(*)::int from liked) as liked, (select count(*)::int from found) as matches,
      array(select device_id from first order by created_at desc, device_id desc) as ids,
      array(select (extract(epoch from created_at) * 1000000)::double precision from first
        order by created_at desc, device_id desc) as times`.execute(db)
  const [row] = rows
  if (row === undefined) return { liked: 0, matches: 0, first: [] }
  return { ...row, first: row.ids.map((id, index) => ({ id, at: row.times[index] ?? 0 })) }
}
