import type { MessageType } from '@brigade/contract/message/message.model.ts'
import type { Audience } from '@brigade/contract/message/task.model.ts'
import { sql, type RawBuilder } from 'kysely'
import type { DataScope } from '../../customer/data-scope.ts'
import type { Db } from '../../platform/db/database.ts'
import { matchingPeople } from './app-audience.store.ts'

const below = (organisationId: string) => sql`
  select descendant_id from organisation_tree where ancestor_id = ${organisationId}::bigint`

/** Whether the organisation of an account, or one below it, has devices of a suitable product. */
const hasDevices = (fits: RawBuilder<unknown>) => sql`exists (
  select from organisation_tree t join device_state s on s.organisation_id = t.descendant_id join product p on p.id = s.product_id
  where t.ancestor_id = a.organisation_id and ${fits})`

/** Disabled organisations and those below them are few, so they are found once and not for each account. */
const maySignIn = sql`a.enabled and a.removed_at is null and a.organisation_id not in (
  select t.descendant_id from organisation o join organisation_tree t on t.ancestor_id = o.id where not o.enabled)`

/**
 * The accounts of an audience, as rows `a`: those that may sign in, within the sender's organisation, and match all its
 * conditions.
 */
function matchingStaff(
  scope: DataScope,
  audience: Audience,
  { hasNotify = false, inOrder = false }: { hasNotify?: boolean; inOrder?: boolean } = {},
): RawBuilder<unknown> {
  const { organisationId, seriesId, productId, province, city, locale, names } = audience
  // As a join it begins with the few accounts of a narrow scope. `is true` makes it a filter: accounts are read in the
  // order of their ids, and only as far as a batch needs.
  const isBelow = (id: string) =>
    inOrder ? sql`(a.organisation_id in (${below(id)})) is true` : sql`a.organisation_id in (${below(id)})`
  const conditions = [
    maySignIn,
    isBelow(scope.organisationId),
    ...(organisationId === null ? [] : [isBelow(organisationId)]),
    ...(seriesId === null ? [] : [hasDevices(sql`p.series_id = ${seriesId}::bigint`)]),
    ...(productId === null ? [] : [hasDevices(sql`p.id = ${productId}::bigint`)]),
    ...(province === '' ? [] : [sql`o.province = ${province}`]),
    ...(city === '' ? [] : [sql`o.city = ${city}`]),
    ...(locale === null ? [] : [sql`coalesce(n.locale, a.locale, 'en') = ${locale}`]),
    ...(names.length === 0
      ? []
      : [sql`lower(a.account) in (select lower(listed.name) from unnest(${names}::text[]) as listed (name))`]),
  ]
  // A batch of a push joins only the tables that its conditions need.
  const place = province === '' && city === '' ? sql`` : sql`join organisation o on o.id = a.organisation_id`
  const notify = locale === null && !hasNotify ? sql`` : sql`left join account_notify n on n.account_id = a.id`
  return sql`account a ${place} ${notify}
    where ${sql.join(conditions, sql` and `)}`
}

/** The tables of an audience's receivers: their alias is `a`, or `u` for the phone app. */
const sources = {
  staff: {
    rows: (scope: DataScope, audience: Audience) => matchingStaff(scope, audience, { inOrder: true }),
    id: sql`a.id`,
    createdAt: sql`a.created_at`,
  },
  'app-user': { rows: matchingPeople, id: sql`u.id`, createdAt: sql`u.created_at` },
} as const

/**
 * A range of all accounts, or of all app users, in the order of their ids: after one id, up to and including another.
 */
export type IdWindow = Readonly<{ behind: string; upTo: string }>

/**
 * The end of the next window of receivers, whether they match or not: null if there are none. A column of a larger
 * statement about `push_task`.
 */
export const windowEnd = (behind: string, receivers: number): RawBuilder<string | null> => sql<string | null>`(
  case push_task.audience ->> 'to' when 'app-user'
    then (select max(id)::text from (select id from app_user where id > ${behind}::bigint order by id limit ${receivers}) as next)
    else (select max(id)::text from (select id from account where id > ${behind}::bigint order by id limit ${receivers}) as next) end)`

/**
 * The next accounts of an audience within a window; accounts created after `before` are left out. The window limits the
 * rows read for a batch: by its conditions alone an audience of a million would be found and sorted again for each
 * batch.
 */
export const nextOfAudience = (
  scope: DataScope,
  audience: Audience,
  { behind, upTo, before, limit }: IdWindow & Readonly<{ before: string; limit: number }>,
): RawBuilder<unknown> => {
  const { rows, id, createdAt } = sources[audience.to]
  return sql`
  select ${id} from ${rows(scope, audience)} and ${id} > ${behind}::bigint and ${id} <= ${upTo}::bigint
    and ${createdAt} <= ${before}::timestamptz
  order by ${id} limit ${limit}`
}

/** People of the phone app get no e-mail. */
export async function countAudience(
  db: Db,
  scope: DataScope,
  audience: Audience,
): Promise<{ receivers: number; email: number }> {
  if (audience.to === 'app-user') {
    const people = await sql<{ receivers: number; email: number }>`
      select count(*)::int as receivers, 0 as email from ${matchingPeople(scope, audience)}`.execute(db)
    return people.rows[0] ?? { receivers: 0, email: 0 }
  }
  const { rows } = await sql<{ receivers: number; email: number }>`
    select count(*)::int as receivers,
      count(*) filter (where a.email <> '' and coalesce(n.email, true) and n.bad_address is distinct from a.email)::int as email
    from ${matchingStaff(scope, audience, { hasNotify: true })}`.execute(db)
  return rows[0] ?? { receivers: 0, email: 0 }
}

/** Names in a list that no account within the scope has. */
export async function listUnknownNames(
  db: Db,
  scope: DataScope,
  names: readonly string[],
  limit: number,
): Promise<string[]> {
  if (names.length === 0) return []
  const { rows } = await sql<{ name: string }>`
    select listed.name from unnest(${names}::text[]) with ordinality as listed (name, place)
    where not exists (select from account a where lower(a.account) = lower(listed.name) and a.removed_at is null
      and a.organisation_id in (${below(scope.organisationId)}))
    order by place limit ${limit}`.execute(db)
  return rows.map(({ name }) => name)
}

/** The given names that an account within the scope has, and whether it may sign in; each name once. */
export async function validateNames(
  db: Db,
  scope: DataScope,
  names: readonly string[],
): Promise<readonly { name: string; verdict: 'unknown' | 'closed' | 'open' }[]> {
  const { rows } = await sql<{ name: string; verdict: 'unknown' | 'closed' | 'open' }>`
    select listed.name, case when a.id is null then 'unknown' when ${maySignIn} then 'open' else 'closed' end as verdict
    from (select distinct name from unnest(${names}::text[]) as given (name)) as listed
    left join account a on lower(a.account) = lower(listed.name) and a.removed_at is null
      and a.organisation_id in (${below(scope.organisationId)})`.execute(db)
  return rows
}

/** Enabled robots and webhooks of an organisation for a type; without a type those of all types. */
export async function countTargetsOf(
  db: Db,
  organisationId: string,
  type: MessageType | undefined,
): Promise<{ robots: number; webhooks: number }> {
  const takes = type === undefined ? sql`true` : sql`(types = '{}' or ${type} = any(types))`
  const { rows } = await sql<{ robots: number; webhooks: number }>`
    select count(*) filter (where kind = 'robot')::int as robots, count(*) filter (where kind = 'webhook')::int as webhooks
    from message_target where organisation_id = ${organisationId} and enabled and ${takes}`.execute(db)
  return rows[0] ?? { robots: 0, webhooks: 0 }
}

type Names = Readonly<{ en: string; zh: string }>

/** The names of the organisation, series and product that limit an audience. */
export async function findPlaces(db: Db, { organisationId, seriesId, productId }: Audience) {
  const { rows } = await sql<{ organisation: string | null; series: Names | null; product: Names | null }>`
    select (select name from organisation where id = ${organisationId}::bigint) as organisation,
      (select jsonb_build_object('en', en_name, 'zh', name) from product_series where id = ${seriesId}::bigint) as series,
      (select jsonb_build_object('en', en_name, 'zh', name) from product where id = ${productId}::bigint) as product`.execute(
    db,
  )
  return rows[0] ?? { organisation: null, series: null, product: null }
}
