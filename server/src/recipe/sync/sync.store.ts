import type { OvenRecipeReason, OvenRecipeState } from '@brigade/contract/recipe/oven.model.ts'
import { recipeFunctions } from '@brigade/contract/thing-model/ready-made/recipe-module.ts'
import { sql, type RawBuilder } from 'kysely'
import { prepared } from '../../platform/db/connection/prepared-statement.ts'
import type { Db, Transaction } from '../../platform/db/database.ts'
import type { ListedRecipe } from '../oven.tables.ts'
import type { Doing, Oven, OvenRecipe } from './decide.ts'

const iso = (at: number | null): string | null => (at === null ? null : new Date(at).toISOString())
const ms = (at: string | null): number | null => (at === null ? null : Date.parse(at))

/**
 * Serialises changes of the wanted recipes and the processing of ovens, so that no two transactions wait for each
 * other's rows in a circle, and the limit of commands in flight applies to all. The lock lasts until the end of the
 * transaction.
 */
export async function lockSync(trx: Db): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('recipe-sync'))`.execute(trx)
}

/** False if another worker is processing it. */
export async function tryLockSync(trx: Db): Promise<boolean> {
  const { rows } = await sql<{ is: boolean }>`
    select pg_try_advisory_xact_lock(hashtext('recipe-sync')) as is`.execute(trx)
  return rows[0]?.is === true
}

/** The static data of an oven, and its last reports. */
export type OvenFacts = Readonly<{
  deviceId: string
  productId: string
  online: boolean
  enabled: boolean
  digest: string | null
  digestAt: number | null
  languages: string | null
}>

export type ClaimedOven = OvenFacts & ClaimedRow

type ClaimedRow = Readonly<{
  commandId: string | null
  doing: 'list' | 'save' | 'remove' | null
  about: string | null
  aboutVersion: number | null
  turn: number
  isListWanted: boolean
  listed: ListedRecipe[]
  own: ListedRecipe[]
  strays: string[]
  listedAt: string | null
  listedDigest: string | null
  doneAt: string | null
  room: number | null
  tries: number
  lists: number
  dueAt: string | null
  /** The answer to its command; a command without one, or one that is no longer in the ledger, has none. */
  code: number | null
  reply: unknown
}>

/**
 * All that a decision about an oven needs of it, of ovens that a statement selects: prepared, and the ids first, because rounds follow each
 * other as fast as this statement. Joined first, it would read the reports of every oven that is due, for the few that get a place.
 */
const claimed = (ids: RawBuilder<unknown>) => sql<ClaimedOven>`${prepared}
  with chosen as materialized (${ids})
  select o.device_id::text as device_id, o.command_id::text as command_id, o.doing, o.about, o.about_version, o.turn,
  o.is_list_wanted, o.listed, o.own, o.strays, o.listed_at, o.listed_digest, o.done_at, o.room, o.tries,
  o.lists, o.due_at, c.code, c.reply, s.product_id::text as product_id, s.online, s.enabled,
  nullif(h.reported -> ${recipeFunctions.heldDigest}::text ->> 'v', '') as digest,
  (h.reported -> ${recipeFunctions.heldDigest}::text ->> 's')::float8 as digest_at,
  h.reported -> ${recipeFunctions.languages}::text ->> 'v' as languages
  from chosen join recipe_oven o on o.device_id = chosen.device_id
    join device d on d.id = o.device_id join device_state s on s.device_id = o.device_id
    left join device_shadow h on h.device_id = o.device_id left join command c on c.id = o.command_id
  for update of o skip locked for key share of d skip locked`

// A command that is no longer in the ledger has no status.
const isAnswered = sql`o.command_id is not null
  and coalesce((select c.status from command c where c.id = o.command_id), '') not in ('created', 'sent', 'acknowledged')`
const isDue = (now: string) => sql`o.command_id is null and o.due_at <= ${now}::timestamptz`

/** Whether a change waits, an oven has answered, or one is due and one of `places` is free for it. */
export const isSyncDue = (now: string, places: number) => sql<boolean>`
  exists (select from recipe_change) or exists (select from recipe_oven o where ${isAnswered})
  or (exists (select from recipe_oven o where ${isDue(now)})
    and (select count(*) from recipe_oven o where o.command_id is not null) < ${places}::int)`

/** Claims ovens with a finished command. It locks the devices too, so that none is deleted in between. */
export async function claimAnswered(trx: Transaction, most: number): Promise<ClaimedOven[]> {
  const { rows } = await claimed(sql`
    select o.device_id from recipe_oven o
    where ${isAnswered}
    order by o.device_id limit ${most}`).execute(trx)
  return rows
}

export async function claimDue(trx: Transaction, now: number, most: number): Promise<ClaimedOven[]> {
  const { rows } = await claimed(sql`
    select o.device_id from recipe_oven o
    where ${isDue(new Date(now).toISOString())}
    order by o.due_at, o.device_id limit ${most}`).execute(trx)
  return rows
}

export async function countInFlight(db: Db): Promise<number> {
  const { rows } = await sql<{ n: number }>`${prepared}
    select count(*)::int as n from recipe_oven where command_id is not null`.execute(db)
  return rows[0]?.n ?? 0
}

export type StoredRecipe = Omit<OvenRecipe, 'unfit' | 'dueAt'> &
  Readonly<{ deviceId: string; dueAt: string | null; askedBy: string | null }>

export async function listOvenRecipes(db: Db, deviceIds: readonly string[]): Promise<StoredRecipe[]> {
  const { rows } = await sql<StoredRecipe>`${prepared}
    select d.device_id::text as device_id, d.recipe_id::text as recipe_id, r.code, r.published_version is not null as is_published,
      d.wanted_version as wanted, d.held_version as held, d.state, d.reason, d.code as answered, d.tries::int as tries,
      d.refusals::int as refusals, d.due_at, d.asked_by::text as asked_by
    from recipe_device d join recipe r on r.id = d.recipe_id
    where d.device_id = any(${deviceIds}::bigint[]) order by d.device_id, d.recipe_id for update of d`.execute(db)
  return rows
}

export const ovenOf = (claimed: ClaimedOven, keeps: boolean): Oven => ({
  online: claimed.online,
  enabled: claimed.enabled,
  keeps,
  digest: claimed.digest,
  digestAt: claimed.digestAt,
  isListWanted: claimed.isListWanted,
  listed: claimed.listed,
  own: claimed.own,
  strays: claimed.strays,
  listedAt: ms(claimed.listedAt),
  listedDigest: claimed.listedDigest,
  doneAt: ms(claimed.doneAt),
  room: claimed.room,
  tries: claimed.tries,
  lists: claimed.lists,
  dueAt: ms(claimed.dueAt),
})

export const recipeOf = (stored: StoredRecipe, unfit: OvenRecipe['unfit']): OvenRecipe => {
  const { deviceId: _deviceId, askedBy: _askedBy, dueAt, ...rest } = stored
  return { ...rest, unfit, dueAt: ms(dueAt) }
}

export type InFlight = Readonly<{
  commandId: string
  doing: Doing
  tokenHash: Buffer | null
  tokenUntil: number | null
  documentId: string | null
  turn: number
}>
export type WrittenOven = Readonly<{ deviceId: string; oven: Oven; inFlight: InFlight | null }>

const aboutOf = (doing: Doing): string => (doing.do === 'list' ? String(doing.page) : doing.code)

export async function writeOvens(trx: Transaction, ovens: readonly WrittenOven[]): Promise<void> {
  if (ovens.length === 0) return
  const rows = ovens.map(({ deviceId, oven, inFlight }) => ({
    device_id: deviceId,
    due_at: iso(oven.dueAt),
    command_id: inFlight?.commandId ?? null,
    doing: inFlight?.doing.do ?? null,
    about: inFlight === null ? null : aboutOf(inFlight.doing),
    about_version: inFlight?.doing.do === 'save' ? inFlight.doing.version : null,
    token_hash: inFlight?.tokenHash?.toString('hex') ?? null,
    token_until: iso(inFlight?.tokenUntil ?? null),
    document_id: inFlight?.documentId ?? null,
    turn: inFlight?.turn ?? null,
    is_list_wanted: oven.isListWanted,
    listed: oven.listed,
    own: oven.own,
    strays: oven.strays,
    listed_at: iso(oven.listedAt),
    listed_digest: oven.listedDigest,
    done_at: iso(oven.doneAt),
    room: oven.room,
    tries: oven.tries,
    lists: oven.lists,
  }))
  await sql`
    update recipe_oven o set due_at = w.due_at, command_id = w.command_id, doing = w.doing, about = w.about, about_version = w.about_version,
      -- An address lives on for a while after the answer: the oven may have requested the document again.
      token_hash = coalesce(decode(w.token_hash, 'hex'), o.token_hash), token_until = coalesce(w.token_until, o.token_until),
      document_id = coalesce(w.document_id, o.document_id), turn = coalesce(w.turn, o.turn),
      is_list_wanted = w.is_list_wanted, listed = w.listed, own = w.own,
      strays = array(select jsonb_array_elements_text(w.strays)), listed_at = w.listed_at, listed_digest = w.listed_digest,
      done_at = w.done_at, room = w.room, tries = w.tries, lists = w.lists
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as w (device_id bigint, due_at timestamptz, command_id bigint, doing text,
      about text, about_version int, token_hash text, token_until timestamptz, document_id bigint, turn int, is_list_wanted bool,
      listed jsonb, own jsonb, strays jsonb, listed_at timestamptz, listed_digest text, done_at timestamptz, room int, tries smallint, lists smallint)
    where o.device_id = w.device_id`.execute(trx)
}

export type WrittenRecipe = Readonly<{
  deviceId: string
  recipeId: string
  wanted: number | null
  held: number | null
  state: OvenRecipeState
  reason: OvenRecipeReason | null
  answered: number | null
  tries: number
  refusals: number
  dueAt: number | null
}>

/** Writes the changed rows; the first copy of a recipe on an oven is recorded as a download. */
export async function writeRecipes(
  trx: Transaction,
  {
    changed,
    gone,
    held,
  }: Readonly<{ changed: readonly WrittenRecipe[]; gone: readonly Pair[]; held: readonly Pair[] }>,
  now: number,
): Promise<void> {
  if (changed.length > 0)
    await sql`
      update recipe_device d set wanted_version = w.wanted, held_version = w.held, state = w.state, reason = w.reason, code = w.answered,
        tries = w.tries, refusals = w.refusals, due_at = w.due_at, changed_at = ${iso(now)}::timestamptz
      from jsonb_to_recordset(${JSON.stringify(
        changed.map(({ dueAt, deviceId, recipeId, ...rest }) => ({
          ...rest,
          device_id: deviceId,
          recipe_id: recipeId,
          due_at: iso(dueAt),
        })),
      )}::jsonb) as w (device_id bigint, recipe_id bigint, wanted int, held int, state text, reason text, answered int,
        tries smallint, refusals smallint, due_at timestamptz)
      where d.device_id = w.device_id and d.recipe_id = w.recipe_id`.execute(trx)
  if (gone.length > 0)
    await sql`
      delete from recipe_device d using ${pairs(gone)} where d.device_id = p.device_id and d.recipe_id = p.recipe_id`.execute(
      trx,
    )
  if (held.length > 0)
    await sql`
      insert into recipe_download (recipe_id, device_id, organisation_id, version, confirmed_at)
      select d.recipe_id, d.device_id, d.organisation_id, d.held_version, ${iso(now)}::timestamptz
      from recipe_device d join ${pairs(held)} on d.device_id = p.device_id and d.recipe_id = p.recipe_id
      where d.held_version is not null order by d.recipe_id, d.device_id
      on conflict do nothing`.execute(trx)
}

export type Pair = Readonly<{ deviceId: string; recipeId: string }>
export const pairs = (some: readonly Pair[]) => sql`unnest(
  ${some.map(({ deviceId }) => deviceId)}::bigint[], ${some.map(({ recipeId }) => recipeId)}::bigint[]) as p (device_id, recipe_id)`
