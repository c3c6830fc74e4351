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

/** A range of ids whose rows are read in one statement. */
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

const sampledRows = 300

/** Estimates how many devices match a keyword, from a sample: enough to distinguish hundreds from tens of thousands. */
export async function estimateMatches(db: Db, keyword: string): Promise<number> {
  const { rows } = await sql<{ matches: number }>`
    select coalesce(avg((search like search_pattern(${keyword}))::int), 0)::float8
      * (select greatest(reltuples, 0) from pg_class where oid = 'device'::regclass) as matches
    from (select search from device tablesample system (1) limit ${sampledRows}) as sample`.execute(db)
  return rows[0]?.matches ?? 0
}

type Sorted = Readonly<{ found: Expression<unknown>; page: Expression<unknown>; parts: 1 | 2 }>

/**
 * All matches of a keyword that pass the other filters, counted and sorted in memory: `found` joins `keyword_match`,
 * and `page` selects a page of `found`. In two parts both halves of the blocks run at once, and the ids are those of
 * the page of each half. Undefined if more than `most` match the keyword.
 */
export async function searchSorted(
  db: Db,
  search: KeywordSearch,
  { found, page, parts }: Sorted,
  most: number,
): Promise<Readonly<{ ids: string[]; total: number }> | undefined> {
  const blocks = await listBlocks(db)
  const middle = parts === 1 ? blocks.length : (blocks.length + 1) >> 1
  const halves = [blocks.slice(0, middle), blocks.slice(middle)].filter((half) => half.length > 0)
  const looks = await Promise.all(
    halves.map(async (half) => {
      const { rows } = await sql<{ lookedAt: number; total: number; ids: string[] }>`
        with keyword_match as materialized (
          select id from ${matchesIn(search, half, most + 1)} as keyword_match (id, in_block)
        ),
        found as materialized (${found})
        select (select count(*)::int from keyword_match) as looked_at, (select count(*)::int from found) as total,
          array(${page}) as ids`.execute(db)
      return rows[0] ?? { lookedAt: 0, total: 0, ids: [] }
    }),
  )
  const sum = (key: 'lookedAt' | 'total') => looks.reduce((all, look) => all + look[key], 0)
  return sum('lookedAt') > most ? undefined : { ids: looks.flatMap(({ ids }) => ids), total: sum('total') }
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
    if (lookedAt > maxLookedAt && total * 4 < lookedAt) return undefined
  }
  // The page is known. The rest is only counted.
  const counted = await countIn(walk, blocks.slice(searched), { total, lookedAt, each: lookedAt / searched })
  return counted && { ids: first.slice(offset).map(({ id }) => id), ...counted }
}

type Count = Readonly<{ total: number; totalCapped?: true }>

/** Counts all devices that match a keyword and the other filters, up to the cap; undefined as for `searchNewest`. */
export async function countMatches(walk: Walk): Promise<Count | undefined> {
  return countIn(walk, await listBlocks(walk.db), { total: 0, lookedAt: 0, each: 0 })
}

/**
 * Continues counting in any order, so that both halves of the blocks run at once. `each`: the matches of a block so
 * far.
 */
async function countIn(
  walk: Walk,
  blocks: readonly Block[],
  from: Readonly<{ total: number; lookedAt: number; each: number }>,
): Promise<Count | undefined> {
  let { total, lookedAt, each } = from
  let searched = each === 0 ? 0 : lookedAt / each
  const middle = blocks.length >> 1
  let halves = [blocks.slice(0, middle), blocks.slice(middle)]
  while (total <= countCap && halves.some((half) => half.length > 0)) {
    const missing = (countCap + 1 - total) / 2
    const counted = await Promise.all(halves.map((half) => searchBlocks(walk, nextLook(half, each, missing), 0)))
    halves = halves.map((half, index) => half.slice(counted[index]?.searched))
    for (const one of counted) {
      total += one.matches
      lookedAt += one.lookedAt
      searched += one.searched
    }
    each = lookedAt / searched
    if (lookedAt > maxLookedAt && total * 4 < lookedAt) return undefined
  }
  return total > countCap ? { total: countCap, totalCapped: true } : { total }
}

/** After this many matches of the keyword, most of which the other filters exclude, the walk is given up. */
const maxLookedAt = 40_000

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
