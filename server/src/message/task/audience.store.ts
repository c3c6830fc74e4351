import type { Audience } from '@brigade/contract/message/task.model.ts'
import { sql, type RawBuilder } from 'kysely'
import type { DataScope } from '../../customer/data-scope.ts'
import type { Db } from '../../platform/db/database.ts'

const below = (organisationId: string) => sql`
  select descendant_id from organisation_tree where ancestor_id = ${organisationId}::bigint`

/** Whether the organisation of an account, or one below it, has devices of a product that fits. */
const hasDevices = (fits: RawBuilder<unknown>) => sql`exists (
  select from organisation_tree t join device_state s on s.organisation_id = t.descendant_id join product p on p.id = s.product_id
  where t.ancestor_id = a.organisation_id and ${fits})`

/**
 * The accounts of an audience, as rows `id`: those that may sign in, within the sender's organisation, to whom everything that is
 * named applies. What is sent to other people, as users of the phone app, is another such query, chosen by `to`.
 */
function matching(scope: DataScope, audience: Audience): RawBuilder<unknown> {
  const { organisationId, seriesId, productId, province, city, locale, names } = audience
  const conditions = [
    sql`a.enabled and a.removed_at is null`,
    sql`a.organisation_id in (${below(scope.organisationId)})`,
    sql`not exists (select from organisation_tree t join organisation o on o.id = t.ancestor_id
      where t.descendant_id = a.organisation_id and not o.enabled)`,
    ...(organisationId === null ? [] : [sql`a.organisation_id in (${below(organisationId)})`]),
    ...(seriesId === null ? [] : [hasDevices(sql`p.series_id = ${seriesId}::bigint`)]),
    ...(productId === null ? [] : [hasDevices(sql`p.id = ${productId}::bigint`)]),
    ...(province === '' ? [] : [sql`o.province = ${province}`]),
    ...(city === '' ? [] : [sql`o.city = ${city}`]),
    ...(locale === null ? [] : [sql`coalesce(n.locale, a.locale, 'en') = ${locale}`]),
    ...(names.length === 0
      ? []
      : [sql`lower(a.account) in (select lower(listed.name) from unnest(${names}::text[]) as listed (name))`]),
  ]
  return sql`account a join organisation o on o.id = a.organisation_id left join account_notify n on n.account_id = a.id
    where ${sql.join(conditions, sql` and `)}`
}

/** A part of all accounts in the order of their ids: those behind one, up to and including another. */
export type IdWindow = Readonly<{ behind: string; upTo: string }>

/** Where the next so many accounts end, whoever they are; undefined where there are none. */
export async function findWindow(db: Db, behind: string, accounts: number): Promise<IdWindow | undefined> {
  const { rows } = await sql<{ upTo: string | null }>`
    select max(id)::text as "upTo" from (select id from account where id > ${behind}::bigint order by id limit ${accounts}) as next`.execute(
    db,
  )
  const upTo = rows[0]?.upTo ?? null
  return upTo === null ? undefined : { behind, upTo }
}

/**
 * The first accounts of an audience within a window; nobody who came after `before`. The window bounds what is read for a batch: by
 * its conditions alone an audience of a million would be found and sorted anew for each.
 */
export const nextOfAudience = (
  scope: DataScope,
  audience: Audience,
  { behind, upTo, before, limit }: IdWindow & Readonly<{ before: string; limit: number }>,
): RawBuilder<unknown> => sql`
  select a.id from ${matching(scope, audience)} and a.id > ${behind}::bigint and a.id <= ${upTo}::bigint
    and a.created_at <= ${before}::timestamptz
  order by a.id limit ${limit}`

export async function countAudience(
  db: Db,
  scope: DataScope,
  audience: Audience,
): Promise<{ receivers: number; email: number }> {
  const { rows } = await sql<{ receivers: number; email: number }>`
    select count(*)::int as receivers,
      count(*) filter (where a.email <> '' and coalesce(n.email, true) and n.bad_address is distinct from a.email)::int as email
    from ${matching(scope, audience)}`.execute(db)
  return rows[0] ?? { receivers: 0, email: 0 }
}

/** Names of a list that no account within the scope has. */
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

/** Enabled robots and webhooks of the sender's organisation that a type is sent to. */
export async function countTargetsOf(db: Db, organisationId: string): Promise<{ robots: number; webhooks: number }> {
  const { rows } = await sql<{ robots: number; webhooks: number }>`
    select count(*) filter (where kind = 'robot')::int as robots, count(*) filter (where kind = 'webhook')::int as webhooks
    from message_target where organisation_id = ${organisationId} and enabled`.execute(db)
  return rows[0] ?? { robots: 0, webhooks: 0 }
}

type Names = Readonly<{ en: string; zh: string }>

/** The names of what an audience is limited to. */
export async function findPlaces(db: Db, { organisationId, seriesId, productId }: Audience) {
  const { rows } = await sql<{ organisation: string | null; series: Names | null; product: Names | null }>`
    select (select name from organisation where id = ${organisationId}::bigint) as organisation,
      (select jsonb_build_object('en', en_name, 'zh', name) from product_series where id = ${seriesId}::bigint) as series,
      (select jsonb_build_object('en', en_name, 'zh', name) from product where id = ${productId}::bigint) as product`.execute(
    db,
  )
  return rows[0] ?? { organisation: null, series: null, product: null }
}
