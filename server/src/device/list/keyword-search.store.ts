import { sql, type Expression } from 'kysely'
import type { DeviceKind } from '@brigade/contract/product/product.model.ts'
import type { Db } from '../../platform/db/database.ts'
import { countCap, literally } from '../../platform/db/page.ts'

/** A block is 4,096 ids of devices; the index knows in which of them a pair or triple of characters is found (device_grams). */
type Block = Readonly<{ block: number; newestAt: number }>
const lastIdOf = ({ block }: Block) => (block + 1) * 4096 - 1

/** Blocks with their newest device, the newest first. Times are microseconds. */
async function listBlocks(db: Db): Promise<readonly Block[]> {
  const { rows } = await sql<Block>`
    with recursive blocks (block) as (
      (select id >> 12 from device order by id limit 1)
      union all
      -- From one that has devices to the next: ids may leave wide gaps.
      select (select id >> 12 from device where id >= (blocks.block + 1) << 12 order by id limit 1)
      from blocks where blocks.block is not null
    )
    select blocks.block::float8 as block, newest.at as newest_at
    from blocks
    cross join lateral (
      select (extract(epoch from created_at) * 1000000)::double precision as at from device
      where (id >> 12) = blocks.block order by created_at desc, id desc limit 1
    ) as newest
    where blocks.block is not null
    order by newest_at desc, block desc`.execute(db)
  return rows
}

export type Sought = Readonly<{ keyword: string; kind: DeviceKind }>

/** Devices in blocks, in the order of the blocks, up to the end of the one in which there are `enough`. */
const likedIn = ({ keyword, kind }: Sought, blocks: readonly Block[], enough: number) =>
  sql`devices_like(${keyword}, ${`%${literally(keyword)}%`}, ${kind}, ${blocks.map(({ block }) => block)}::bigint[], ${enough})`

/** The name under which these devices stand for `Matching` to join. */
export const liked = sql<{ id: string }>`liked`.as('liked')

/** Ids of devices that lie together; then their rows are read together. */
export type IdRange = Readonly<{ from: number; to: number }>
/** Selects `device_id` and `created_at` of those of `liked` that pass the other filters; all of them are in the range, if one is given. */
export type Matching = (range: IdRange | undefined) => Expression<unknown>

/** Every device that a keyword of two or more characters is found in, whoever's; undefined where they are more than `most`. */
export async function listLiked(db: Db, sought: Sought, most: number): Promise<string[] | undefined> {
  const { rows } = await sql<{ id: string }>`
    select liked.id from ${likedIn(sought, await listBlocks(db), most + 1)} as liked (id, in_block)`.execute(db)
  return rows.length > most ? undefined : rows.map(({ id }) => id)
}

/** This many devices of a keyword are looked at first, and at most so many at a time. */
const firstLook = 1000
const longestLook = 8000
/** From this many a block on, the rows of a block are read one after another instead of each by its key. */
const denseBlock = 400

/** What is to be searched of blocks where there are about `each` devices in one, when so many are missing. */
function nextLook(blocks: readonly Block[], each: number, missing: number) {
  const enough = Math.max(firstLook, Math.min(longestLook, Math.ceil(missing * 1.05)))
  if (each < denseBlock) return { some: blocks, enough, range: undefined }
  const some = blocks.slice(0, Math.ceil(enough / each))
  const numbers = some.map(({ block }) => block)
  const [least, most] = [Math.min(...numbers), Math.max(...numbers)]
  const range = most - least < some.length ? { from: least * 4096, to: most * 4096 + 4095 } : undefined
  return { some, enough, range }
}

/** How many of the next of these blocks match; the page is not asked for. */
async function countBlocks(
  db: Db,
  sought: Sought,
  blocks: readonly Block[],
  each: number,
  missing: number,
  matching: Matching,
): Promise<Searched> {
  if (blocks.length === 0) return { searched: 0, liked: 0, matches: 0, first: [] }
  const look = nextLook(blocks, each, missing)
  return searchBlocks(db, sought, look.some, look.enough, matching(look.range), 0)
}

type Place = Readonly<{ id: string; at: number }>
export type Found = Readonly<{ ids: string[]; total: number; totalCapped?: true }>
/**
 * A page of the devices that a keyword is found in, newest first, and how many there are, up to the cap. Walks the blocks
 * from the newest device back and stops as soon as the page is full and the count at its cap: a common keyword is done
 * after one block or two, a rare one finds little in each. Undefined where the other filters let so few pass that asking
 * for them first is quicker.
 */
export async function searchNewest(
  db: Db,
  sought: Sought,
  matching: Matching,
  { offset, limit }: { offset: number; limit: number },
): Promise<Found | undefined> {
  const wanted = offset + limit
  const blocks = await listBlocks(db)
  let first: Place[] = []
  let isFull = false
  let total = 0
  let lookedAt = 0
  let searched = 0
  while (searched < blocks.length && !isFull) {
    const look = nextLook(blocks.slice(searched), searched === 0 ? 0 : lookedAt / searched, wanted - total)
    const found = await searchBlocks(db, sought, look.some, look.enough, matching(look.range), wanted)
    first = [...first, ...found.first].toSorted(newestFirst).slice(0, wanted)
    total += found.matches
    lookedAt += found.liked
    searched += found.searched
    isFull ||= isSettled(first[wanted - 1], blocks[searched])
    if (lookedAt > mostLookedAt && total * 4 < lookedAt) return undefined
  }
  // The page is known; what is left is to count, where the order does not matter: both halves at once.
  const middle = (searched + blocks.length) >> 1
  let halves = [blocks.slice(searched, middle), blocks.slice(middle)]
  const each = lookedAt / searched
  while (total <= countCap && halves.some((half) => half.length > 0)) {
    const missing = (countCap + 1 - total) / 2
    const counted = await Promise.all(halves.map((half) => countBlocks(db, sought, half, each, missing, matching)))
    halves = halves.map((half, index) => half.slice(counted[index]?.searched))
    for (const { matches, liked: looked } of counted) {
      total += matches
      lookedAt += looked
    }
    if (lookedAt > mostLookedAt && total * 4 < lookedAt) return undefined
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

type Searched = Readonly<{ searched: number; liked: number; matches: number; first: readonly Place[] }>

async function searchBlocks(
  db: Db,
  sought: Sought,
  blocks: readonly Block[],
  enough: number,
  matching: Expression<unknown>,
  most: number,
): Promise<Searched> {
  const { rows } = await sql<{
    liked: number
    lastBlock: string | null
    matches: number
    ids: string[]
    times: number[]
  }>`
    with liked as materialized (
      select * from ${likedIn(sought, blocks, enough)} with ordinality as liked (id, in_block, place)
    ),
    found as materialized (${matching}),
    first as materialized (select * from found order by created_at desc, device_id desc limit ${most})
    select (select count(*)::int from liked) as liked,
      (select in_block from liked order by place desc limit 1) as last_block,
      (select count(*)::int from found) as matches,
      array(select device_id from first order by created_at desc, device_id desc) as ids,
      array(select (extract(epoch from created_at) * 1000000)::double precision from first
        order by created_at desc, device_id desc) as times`.execute(db)
  const [row] = rows
  if (row === undefined) return { searched: blocks.length, liked: 0, matches: 0, first: [] }
  const hasStopped = row.liked >= enough
  const searched = hasStopped ? blocks.findIndex(({ block }) => block === Number(row.lastBlock)) + 1 : blocks.length
  return { ...row, searched, first: row.ids.map((id, index) => ({ id, at: row.times[index] ?? 0 })) }
}
