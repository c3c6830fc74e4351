import { ovenRecipeLimits } from '@brigade/contract/recipe/oven.model.ts'
import { iso } from '@brigade/contract/time.ts'
import { sql, type RawBuilder } from 'kysely'
import type { Transaction } from '../../platform/db/database.ts'

export type RecipeChange = Readonly<{
  seq: string
  kind: 'recipe' | 'oven' | 'organisation' | 'connect' | 'held' | 'cooked'
  recipeId: string | null
  deviceId: string | null
  organisationId: string | null
  content: unknown
  at: string | null
  /** The account whose call caused the change; null if there is none. */
  askedBy: string | null
}>

/** Takes the oldest changes in order; they are deleted when the transaction commits. */
export async function takeRecipeChanges(trx: Transaction, most: number): Promise<RecipeChange[]> {
  const { rows } = await sql<RecipeChange>`
    delete from recipe_change where seq in (select seq from recipe_change order by seq limit ${most} for update skip locked)
    returning seq::text as seq, kind, recipe_id::text as recipe_id, device_id::text as device_id,
      organisation_id::text as organisation_id, content, at, asked_by::text as asked_by`.execute(trx)
  return rows.toSorted((a, b) => Number(a.seq) - Number(b.seq))
}

/** Takes what one oven cooked up to a moment, in a past that its transaction has just written. */
export async function takeCookedOf(trx: Transaction, deviceId: string, untilMs: number): Promise<RecipeChange[]> {
  const { rows } = await sql<RecipeChange>`
    delete from recipe_change where kind = 'cooked' and device_id = ${deviceId}::bigint and at <= ${iso(untilMs)}::timestamptz
    returning seq::text as seq, kind, recipe_id::text as recipe_id, device_id::text as device_id,
      organisation_id::text as organisation_id, content, at, asked_by::text as asked_by`.execute(trx)
  return rows.toSorted((a, b) => Number(a.seq) - Number(b.seq))
}

/** The recipes that a change concerns on all ovens, or the ovens on which it concerns all recipes. */
export type Concerned = Readonly<{ recipeIds: readonly string[] } | { deviceIds: readonly string[] }>

/**
 * The requesting accounts by the id of the recipe or device concerned; an id without an entry keeps its former account.
 */
export type Askers = ReadonlyMap<string, string>
type Restating = Readonly<{ now: number; askers?: Askers }>
const askedBy = (askers: Askers) =>
  sql`unnest(${[...askers.keys()]}::bigint[], ${[...askers.values()]}::bigint[]) as a (id, account_id)`

/** The columns of a table that identify the affected rows. */
const concerns = (concerned: Concerned, recipe: RawBuilder<unknown>, device: RawBuilder<unknown>) =>
  'recipeIds' in concerned
    ? sql<boolean>`${recipe} = any(${concerned.recipeIds}::bigint[])`
    : sql<boolean>`${device} = any(${concerned.deviceIds}::bigint[])`

/** A recipe may be sent to ovens of its organisation and of those below. */
export const isOfLine = sql<boolean>`exists (select from organisation_tree line
  where line.ancestor_id = r.organisation_id and line.descendant_id = s.organisation_id)`

/**
 * Evaluates again which recipes are wanted: ovens that a set covers, recipes that were published, deleted or transferred. The ovens
 * concerned are processed next.
 */
export async function evaluate(trx: Transaction, concerned: Concerned, restating: Restating): Promise<void> {
  const { now, askers = new Map() } = restating
  const at = sql`${iso(now)}::timestamptz`
  const covered = sql`
    select distinct r.id as recipe_id, s.device_id, s.organisation_id, r.published_version
    from recipe_target t join recipe r on r.id = t.recipe_id
    join organisation_tree o on o.ancestor_id = t.organisation_id
    join device_state s on s.organisation_id = o.descendant_id and s.kind = 'oven'
    where ${concerns(concerned, sql`r.id`, sql`s.device_id`)} and r.published_version is not null and r.removed_at is null
      and ${isOfLine}
      and not exists (select from recipe_excluded x where x.device_id = s.device_id and x.recipe_id = r.id)`
  await sql`
    insert into recipe_device as d (device_id, recipe_id, organisation_id, by_target, wanted_version, state, changed_at, asked_by)
    select device_id, recipe_id, organisation_id, true, published_version, 'waiting', ${at}, a.account_id from (${covered}) as c
    left join ${askedBy(askers)} on a.id = ${'recipeIds' in concerned ? sql`c.recipe_id` : sql`c.device_id`}
    order by device_id, recipe_id
    on conflict (device_id, recipe_id) do update set by_target = true where not d.by_target`.execute(trx)
  // A cancelled recipe stays on the ovens that have it.
  await sql`
    update recipe_device d set by_target = false
    from recipe r where r.id = d.recipe_id and d.by_target and ${concerns(concerned, sql`d.recipe_id`, sql`d.device_id`)}
      and r.published_version is not null
      and not exists (select from (${covered}) as c where c.device_id = d.device_id and c.recipe_id = d.recipe_id)`.execute(
    trx,
  )
  await sql`
    update recipe_device d set by_hand = false
    from recipe r, device_state s where r.id = d.recipe_id and s.device_id = d.device_id and d.by_hand
      and ${concerns(concerned, sql`d.recipe_id`, sql`d.device_id`)} and not ${isOfLine}`.execute(trx)
  await restateWanted(trx, concerned, restating)
}

/** Stores the wanted version and the state that follows from it; with another version the count of tries starts at 0. */
export async function restateWanted(
  trx: Transaction,
  concerned: Concerned,
  { now, askers = new Map() }: Restating,
): Promise<void> {
  const at = sql`${iso(now)}::timestamptz`
  const key = 'recipeIds' in concerned ? sql`d.recipe_id` : sql`d.device_id`
  await sql`
    with wanted as (
      select d.device_id, d.recipe_id, d.held_version, coalesce(a.account_id, d.asked_by) as asked_by, case
        when r.removed_at is not null or not (d.by_hand or d.by_target) or not ${isOfLine} then null
        when r.published_version is not null then r.published_version
        else d.held_version end as version
      from recipe_device d join recipe r on r.id = d.recipe_id join device_state s on s.device_id = d.device_id
        left join ${askedBy(askers)} on a.id = ${key}
      where ${concerns(concerned, sql`d.recipe_id`, sql`d.device_id`)}
    )
    update recipe_device d set wanted_version = w.version, tries = 0, refusals = 0, due_at = null, reason = null, code = null,
      changed_at = ${at}, asked_by = w.asked_by,
      state = case when w.version is null then 'removing' when w.version = w.held_version then 'held'
        when w.held_version is not null then 'behind' else 'waiting' end
    from wanted w where d.device_id = w.device_id and d.recipe_id = w.recipe_id
      and d.wanted_version is distinct from w.version`.execute(trx)
  await sql`
    insert into recipe_oven as o (device_id, due_at)
    select distinct d.device_id, ${at} from recipe_device d where ${concerns(concerned, sql`d.recipe_id`, sql`d.device_id`)}
    order by d.device_id
    on conflict (device_id) do update set due_at = excluded.due_at
      where o.due_at is null or o.due_at > excluded.due_at`.execute(trx)
}

export type OvenBelow = Readonly<{ id: string; organisationId: string }>

/** Ovens of organisations and of those below, each with one of these organisations. */
export async function listOvensBelow(trx: Transaction, organisationIds: readonly string[]): Promise<OvenBelow[]> {
  const { rows } = await sql<OvenBelow>`
    select s.device_id::text as id, max(o.ancestor_id)::text as organisation_id
    from device_state s join organisation_tree o on o.descendant_id = s.organisation_id
    where o.ancestor_id = any(${organisationIds}::bigint[]) and s.kind = 'oven' group by s.device_id`.execute(trx)
  return rows
}

/**
 * The devices are connected: recipes that waited for this, or were not answered, are tried now. An oven that has left
 * all tries unanswered is still asked rarely, however often it connects: not before the last pause since its last
 * question has passed. Tries that are due within that pause stay as they are.
 */
export async function wakeConnected(trx: Transaction, deviceIds: readonly string[], now: number): Promise<void> {
  const at = sql`${iso(now)}::timestamptz`
  await sql`
    update recipe_device set due_at = ${at}
    where device_id = any(${deviceIds}::bigint[]) and tries > 0 and (due_at is null or reason = 'noReply')`.execute(trx)
  const { retryMinutes } = ovenRecipeLimits
  const last = sql`${retryMinutes.at(-1) ?? 0}::int`
  const pause = sql`least(${last} * power(2, least(tries - ${retryMinutes.length}::int, 10))::int, 1440)`
  await sql`
    update recipe_oven set lists = 0, due_at = case
      when tries <= ${retryMinutes.length}::int or due_at is null then ${at}
      -- An earlier connect has brought it nearer already.
      when due_at <= ${at} + make_interval(mins => ${last}) then due_at
      else greatest(${at}, due_at - make_interval(mins => ${pause} - ${last})) end
    where device_id = any(${deviceIds}::bigint[])`.execute(trx)
}

/** Ovens that are due before `soon` are left unchanged: most digests only repeat an answer that was just given. */
export async function wakeOvens(
  trx: Transaction,
  deviceIds: readonly string[],
  { now, soon }: Readonly<{ now: number; soon: number }>,
): Promise<void> {
  await sql`
    update recipe_oven set due_at = ${iso(now)}::timestamptz
    where device_id = any(${deviceIds}::bigint[]) and (due_at is null or due_at > ${iso(soon)}::timestamptz)`.execute(
    trx,
  )
}

export type CookedEvent = Readonly<{
  deviceId: string
  code: string
  version: number
  at: string
  minutes: number | null
  energyKwh: number | null
}>

/** Records cooked recipes that the oven may have; reports of other recipes are ignored. */
export async function insertCooked(trx: Transaction, events: readonly CookedEvent[]): Promise<void> {
  await sql`
    insert into recipe_cooked (recipe_id, device_id, organisation_id, version, cooked_at, minutes, energy_kwh)
    select r.id, s.device_id, s.organisation_id, e.version, e.at, e.minutes, e.energy
    from jsonb_to_recordset(${JSON.stringify(
      events.map(({ deviceId, code, version, at, minutes, energyKwh }) => ({
        device: deviceId,
        code,
        version,
        at,
        minutes,
        energy: energyKwh,
      })),
    )}::jsonb) as e (device bigint, code text, version int, at timestamptz, minutes int, energy float8)
    join device_state s on s.device_id = e.device join recipe r on r.code = e.code
    join recipe_version v on v.recipe_id = r.id and v.version = e.version
    where ${isOfLine}
    order by r.id, s.organisation_id`.execute(trx)
}
