import { sql, type Expression } from 'kysely'
import type { DeviceKind } from '@brigade/contract/product/product.model.ts'
import type { Db } from '../../platform/db/database.ts'
import { countCap } from '../../platform/db/page.ts'

/** A block is a range of 4,096 device ids. The index device_grams knows which blocks contain a pair or triple of characters. */
type Block = Readonly<{ block: number; newestAt: number }>
const lastIdOf = ({ block }: Block) => (block + 1) * 4096 - 1

/** Blocks with their newest device, the newest first. Times are microseconds. */
async function listBlocks(db: Db): Promise<readonly Block[]> {
  const { rows } = await sql<Block>`
    with recursive blocks (block) as (
      (select id >> 12 from device order by id limit 1)
      union all
      -- This steps to the next block that has devices, as ids may have wide gaps.
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

export type KeywordSearch = Readonly<{ keyword: string; kind: DeviceKind }>

/** The devices in blocks that match, in the order of the blocks, up to the end of the block that makes them `enough`. */
const matchesIn = ({ keyword, kind }: KeywordSearch, blocks: readonly Block[], enough: number) =>
  sql`devices_like(${keyword}, ${kind}, ${blocks.map(({ block }) => block)}::bigint[], ${enough})`

/** The name of the matches of the keyword in `searchBlocks`, for `Matching` to join. */
export const keywordMatch = sql<{ id: string }>`keyword_match`.as('keywordMatch')

/** A range of ids whose rows are read together. */
export type IdRange = Readonly<{ from: number; to: number }>
/** Selects `device_id` and `created_at` of the rows of `keyword_match` that pass the other filters. All of them are in the range, if one is given. */
export type Matching = (range: IdRange | undefined) => Expression<unknown>

/** All devices that match a keyword of two or more characters, of any organisation. Undefined if there are more than `most`. */
export async function listKeywordMatches(db: Db, search: KeywordSearch, most: number): Promise<string[] | undefined> {
  const { rows } = await sql<{ id: string }>`
    select keyword_match.id from ${matchesIn(search, await listBlocks(db), most + 1)} as keyword_match (id, in_block)`.execute(
    db,
  )
  return rows.length > most ? undefined : rows.map(({ id }) => id)
}

/** The number of matches that the first statement reads, and the most that any statement reads. */
const firstLook = 1000
const longestLook = 8000
/** From this many matches in a block on, its rows are read in sequence instead of one by one through the key. */
const denseBlock = 400

/** The blocks that the next statement searches, if a block has about `each` matches and `missing` more are needed. */
function nextLook(blocks: readonly Block[], each: number, missing: number) {
  const enough = Math.max(firstLook, Math.min(longestLook, Math.ceil(missing * 1.05)))
  if (each < denseBlock) return { some: blocks, enough, range: undefined }
  const some = blocks.slice(0, Math.ceil(enough / each))
  const numbers = some.map(({ block }) => block)
  const [least, most] = [Math.min(...numbers), Math.max(...numbers)]
  const range = most - least < some.length ? { from: least * 4096, to: most * 4096 + 4095 } : undefined
  return { some, enough, range }
}

type Walk = Readonly<{ db: Db; search: KeywordSearch; matching: Matching }>
type Look = ReturnType<typeof nextLook>

type Place = Readonly<{ id: string; at: number }>
export type Found = Readonly<{ ids: string[]; total: number; totalCapped?: true }>
/**
 * A page of the devices that match a keyword, newest first, and their number up to the cap. It walks the blocks from the
 * newest device back, and stops when the page is full and the count is at its cap: a common keyword takes one or two
 * blocks, a rare one finds little in each. Undefined if the other filters pass so few that a query by them is faster.
 */
export async function searchNewest(
  walk: Walk,
  { offset, limit }: { offset: number; limit: number },
): Promise<Found | undefined> {
  const wanted = offset + limit
  const blocks = await listBlocks(walk.db)
  let first: Place[] = []
  let isFull = false
  let total = 0
  let lookedAt = 0
  let searched = 0
  while (searched < blocks.length && !isFull) {
    const look = nextLook(blocks.slice(searched), searched === 0 ? 0 : lookedAt / searched, wanted - total)
    const found = await searchBlocks(walk, look, wanted)
    first = [...first, ...found.first].toSorted(newestFirst).slice(0, wanted)
    total += found.matches
    lookedAt += found.lookedAt
    searched += found.searched
    isFull ||= isSettled(first[wanted - 1], blocks[searched])
    if (lookedAt > mostLookedAt && total * 4 < lookedAt) return undefined
  }
  // The page is known. The rest is only counted, in any order, so both halves run at once.
  const middle = (searched + blocks.length) >> 1
  let halves = [blocks.slice(searched, middle), blocks.slice(middle)]
  const each = lookedAt / searched
  while (total <= countCap && halves.some((half) => half.length > 0)) {
    const missing = (countCap + 1 - total) / 2
    const counted = await Promise.all(halves.map((half) => searchBlocks(walk, nextLook(half, each, missing), 0)))
    halves = halves.map((half, index) => half.slice(counted[index]?.searched))
    for (const one of counted) {
      total += one.matches
      lookedAt += one.lookedAt
    }
    if (lookedAt > mostLookedAt && total * 4 < lookedAt) return undefined
  }
  const ids = first.slice(offset).map(({ id }) => id)
  return total > countCap ? { ids, total: countCap, totalCapped: true } : { ids, total }
}

/** After this many matches of the keyword, most of them excluded by the other filters, the walk is given up. */
const mostLookedAt = 40_000

const newestFirst = (a: Place, b: Place): number => b.at - a.at || Number(b.id) - Number(a.id)

/** Whether no device of the following blocks comes before the last one of the page. */
function isSettled(last: Place | undefined, nextBlock: Block | undefined): boolean {
  if (last === undefined || nextBlock === undefined) return false
  return last.at > nextBlock.newestAt || (last.at === nextBlock.newestAt && Number(last.id) > lastIdOf(nextBlock))
}

/** `searched` blocks have `lookedAt` matches of the keyword, and `matches` of these pass the other filters. */
type Searched = Readonly<{ searched: number; lookedAt: number; matches: number; first: readonly Place[] }>
const nothing: Searched = { searched: 0, lookedAt: 0, matches: 0, first: [] }

/** Searches blocks in one statement, and returns the newest `most` devices. */
async function searchBlocks({ db, search, matching }: Walk, look: Look, most: number): Promise<Searched> {
  const { some: blocks, enough, range } = look
  if (blocks.length === 0) return nothing
  const { rows } = await sql<{
    lookedAt: number
    lastBlock: string | null
    matches: number
    ids: string[]
    times: number[]
  }>`
    with keyword_match as materialized (
      select * from ${matchesIn(search, blocks, enough)} with ordinality as keyword_match (id, in_block, place)
    ),
    found as materialized (${matching(range)}),
    first as materialized (select * from found order by created_at desc, device_id desc limit ${most})
    select (select count(*)::int from keyword_match) as looked_at,
      (select in_block from keyword_match order by place desc limit 1) as last_block,
      (select count(*)::int from found) as matches,
      array(select device_id from first order by created_at desc, device_id desc) as ids,
      array(select (extract(epoch from created_at) * 1000000)::double precision from first
        order by created_at desc, device_id desc) as times`.execute(db)
  const [row] = rows
  if (row === undefined) return { ...nothing, searched: blocks.length }
  const hasStopped = row.lookedAt >= enough
  const searched = hasStopped ? blocks.findIndex(({ block }) => block === Number(row.lastBlock)) + 1 : blocks.length
  return { ...row, searched, first: row.ids.map((id, index) => ({ id, at: row.times[index] ?? 0 })) }
}
