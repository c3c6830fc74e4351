import type { Audience } from '@brigade/contract/message/task.model.ts'
import { sql, type RawBuilder } from 'kysely'
import { addressKey } from '../../app-user/keyed-hash.ts'
import type { DataScope } from '../../customer/data-scope.ts'
import type { Db } from '../../platform/db/database.ts'

const below = (organisationId: string) => sql`
  select descendant_id from organisation_tree where ancestor_id = ${organisationId}::bigint`

const isPlatform = ({ organisationId }: DataScope) => sql`
  exists (select from organisation sender where sender.id = ${organisationId}::bigint and sender.kind = 'platform')`

/** Whether the person of a row `u` has a device within the sender's scope now that fulfils all conditions. */
const hasDevice = (scope: DataScope, conditions: readonly RawBuilder<unknown>[]) => sql`exists (
  select from device_binding b join device_state s on s.device_id = b.device_id join device d on d.id = b.device_id
    join product p on p.id = s.product_id
  where b.app_user_id = u.id and b.unbound_at is null and s.organisation_id in (${below(scope.organisationId)})
    ${conditions.length === 0 ? sql`` : sql`and ${sql.join([...conditions], sql` and `)}`})`

const numberOf = (name: string): string[] => (/^#\d{1,18}$/.test(name) ? [name.slice(1)] : [])

/** App users of an audience, as rows `id` of `u`. Its names have been replaced by numbers of people (`withNumbers`). */
export function matchingPeople(scope: DataScope, audience: Audience): RawBuilder<unknown> {
  const { organisationId, seriesId, productId, province, city, locale, appType, appVersion, names } = audience
  const ofDevice = [
    ...(organisationId === null ? [] : [sql`s.organisation_id in (${below(organisationId)})`]),
    ...(seriesId === null ? [] : [sql`p.series_id = ${seriesId}::bigint`]),
    ...(productId === null ? [] : [sql`p.id = ${productId}::bigint`]),
    ...(province === '' ? [] : [sql`d.province = ${province}`]),
    ...(city === '' ? [] : [sql`d.city = ${city}`]),
  ]
  const ofApp = [
    ...(appType === null ? [] : [sql`i.type = ${appType}`]),
    ...(appVersion === '' ? [] : [sql`i.version = ${appVersion}`]),
  ]
  const owns = hasDevice(scope, ofDevice)
  const conditions = [
    sql`u.enabled and u.removed_at is null`,
    ofDevice.length > 0 ? owns : sql`(${isPlatform(scope)} or ${owns})`,
    ...(ofApp.length === 0
      ? []
      : [sql`exists (select from app_installation i where i.app_user_id = u.id and ${sql.join(ofApp, sql` and `)})`]),
    ...(locale === null ? [] : [sql`u.locale = ${locale}`]),
    ...(names.length === 0 ? [] : [sql`u.id = any(${names.flatMap(numberOf)}::bigint[])`]),
  ]
  return sql`app_user u where ${sql.join(conditions, sql` and `)}`
}

type Named = Pick<Audience, 'to' | 'names'>
type Listed<A> = Readonly<{ audience: A; unknownNames: readonly string[] }>

/**
 * The same audience with its phone numbers and e-mail addresses replaced by numbers of people, and the unknown names
 * within the scope. An audience without a list stays unchanged.
 */
export async function withNumbers<A extends Named>(
  db: Db,
  { scope, secretKey }: Readonly<{ scope: DataScope; secretKey: Buffer }>,
  audience: A,
): Promise<Listed<A>> {
  if (audience.to !== 'app-user' || audience.names.length === 0) return { audience, unknownNames: [] }
  const { names } = audience
  const ids = names.map((name) => numberOf(name)[0] ?? null)
  const keys = names.map((name, at) => (ids[at] === null ? addressKey(secretKey, name) : null))
  const { rows } = await sql<{ id: string | null }>`
    select (select u.id::text from app_user u
      where u.removed_at is null and (u.id = listed.id or u.phone_key = listed.key or u.email_key = listed.key)
        and (${isPlatform(scope)} or ${hasDevice(scope, [])}) limit 1) as id
    from unnest(${ids}::bigint[], ${keys}::bytea[]) with ordinality as listed (id, key, place) order by place`.execute(
    db,
  )
  const found = rows.map(({ id }) => id)
  const numbers = found.flatMap((id) => (id === null ? [] : [`#${id}`]))
  // A list without any remaining person is still a list, and reaches nobody.
  return {
    audience: { ...audience, names: numbers.length === 0 ? ['#0'] : [...new Set(numbers)] },
    unknownNames: names.filter((_name, at) => found[at] === null),
  }
}
