import { sql, type RawBuilder } from 'kysely'
import type { ChangeUse, FunctionKind } from '@brigade/contract/thing-model/model-draft.model.ts'
import type { DataType } from '@brigade/contract/thing-model/thing-model.model.ts'
import { within, type DataScope } from '../customer/data-scope.ts'
import type { Db } from '../platform/db/database.ts'
import { isOutside } from './value-outside.store.ts'

type OfProduct = Readonly<{ scope: DataScope; productId: string }>

/**
 * The last call of a service that succeeded on a device, null where there was none; undefined where the device is none of the
 * product's that the caller sees.
 */
export async function findLastCall(
  db: Db,
  scope: DataScope,
  { productId, identifier, deviceId }: Readonly<{ productId: string; identifier: string; deviceId: string }>,
): Promise<{ last: { at: string; input: unknown; output: unknown } | null } | undefined> {
  const device = await db
    .selectFrom('deviceIndex')
    .select('deviceId')
    .where('deviceId', '=', deviceId)
    .where('productId', '=', productId)
    .where('organisationId', 'in', within(db, scope))
    .executeTakeFirst()
  if (device === undefined) return undefined
  const row = await db
    .selectFrom('command')
    .select(['createdAt', 'finishedAt', 'params', 'reply'])
    .where('deviceId', '=', deviceId)
    .where('kind', '=', 'service')
    .where('identifier', '=', identifier)
    .where('status', '=', 'succeeded')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (row === undefined) return { last: null }
  return { last: { at: row.finishedAt ?? row.createdAt, input: row.params, output: row.reply } }
}

/** Installed devices of a product, and how many of them are online. */
export async function countDevices(db: Db, { scope, productId }: OfProduct): Promise<{ all: number; online: number }> {
  const { rows } = await sql<{ all: number; online: number }>`
    select coalesce(sum(within), 0)::int as all, coalesce(sum(within) filter (where online), 0)::int as online
    from device_total_now where organisation_id = ${scope.organisationId} and product_id = ${productId}`.execute(db)
  return rows[0] ?? { all: 0, online: 0 }
}

/** What of a function may be in use. */
export type UseQuestion = Readonly<{
  kind: FunctionKind
  identifier: string
  /** Reported values that count: all, those that a data type does not allow, or none. */
  values: 'any' | DataType | 'none'
  /** Whether it was set or called counts. */
  commands: boolean
}>

/**
 * Who used each function since `since` (epoch ms), in the order of the questions. One statement goes once over the shadows of the
 * product's devices, once over what was sent to them, and looks for each event in its index.
 */
export async function countUses(
  db: Db,
  { scope, productId }: OfProduct,
  questions: readonly UseQuestion[],
  since: number,
): Promise<ChangeUse[]> {
  if (questions.length === 0) return []
  const numbered = questions.map((question, key) => ({ ...question, key }))
  const parts = [
    ...reportedBy(numbered, since),
    ...sentTo(numbered, since),
    ...postedBy(numbered, since),
    sql`select -1, null::bigint, 0`,
  ]
  const { rows } = await sql<{ key: number; devices: number; commands: number }>`
    with own as materialized (
      select device_id from device_index
      where product_id = ${productId} and organisation_id in ${within(db, scope)}
    )
    select key, count(distinct device_id)::int as devices, sum(commands)::int as commands
    from (${sql.join(parts, sql` union all `)}) as used (key, device_id, commands)
    group by key`.execute(db)
  const byKey = new Map(rows.map((row) => [row.key, row]))
  const templates = await countTemplates(db, productId, questions)
  return numbered.map(({ key, identifier }) => ({
    devices: byKey.get(key)?.devices ?? 0,
    commands: byKey.get(key)?.commands ?? 0,
    templates: templates.get(identifier) ?? 0,
  }))
}

type Numbered = UseQuestion & { key: number }
type Part = RawBuilder<unknown>

/** Devices whose newest value counts. The shadow is unfolded once for all questions: it is large, and kept compressed. */
function reportedBy(questions: readonly Numbered[], since: number): Part[] {
  const asked = questions.filter(({ kind, values }) => kind === 'property' && values !== 'none')
  if (asked.length === 0) return []
  const entries = asked.map(
    ({ key, identifier }) => sql`(${sql.lit(key)}, unfolded.reported -> ${sql.lit(identifier)})`,
  )
  const value = sql`entry.content -> 'v'`
  const wrong = asked.flatMap(({ key, values }) =>
    typeof values === 'string' ? [] : [sql`when ${sql.lit(key)} then ${isOutside(values, value)}`],
  )
  const isWrong = wrong.length === 0 ? sql`true` : sql`case entry.key ${sql.join(wrong, sql` `)} else true end`
  return [
    sql`
      select entry.key, own.device_id, 0
      from own join device_shadow as shadow on shadow.device_id = own.device_id
        and shadow.reported_at >= ${new Date(since).toISOString()}::timestamptz
      cross join lateral (select shadow.reported || '{}' as reported offset 0) as unfolded
      cross join lateral (values ${sql.join(entries)}) as entry (key, content)
      where (entry.content ->> 's')::numeric >= ${since} and ${isWrong}`,
  ]
}

/** Devices that were set or called, and how often. */
function sentTo(questions: readonly Numbered[], since: number): Part[] {
  const asked = questions.filter(({ commands }) => commands)
  if (asked.length === 0) return []
  const list = asked.map(
    ({ key, kind, identifier }) =>
      sql`(${sql.lit(key)}, ${sql.lit(kind === 'service' ? 'service' : 'property.set')}, ${sql.lit(identifier)})`,
  )
  return [
    sql`
      select asked.key, own.device_id, count(*)
      from own join command on command.device_id = own.device_id
        and command.created_at >= ${new Date(since).toISOString()}::timestamptz
      join (values ${sql.join(list)}) as asked (key, kind, identifier) on asked.kind = command.kind
        and case command.kind when 'service' then command.identifier = asked.identifier
          else command.params ? asked.identifier end
      group by 1, 2`,
  ]
}

/** Devices that posted an event. */
function postedBy(questions: readonly Numbered[], since: number): Part[] {
  const asked = questions.filter(({ kind, values }) => kind === 'event' && values !== 'none')
  if (asked.length === 0) return []
  const list = asked.map(({ key, identifier }) => sql`(${sql.lit(key)}, ${sql.lit(identifier)})`)
  return [
    sql`
      select asked.key, own.device_id, 0
      from own cross join (values ${sql.join(list)}) as asked (key, identifier)
      where exists (
        select from device_event as event where event.device_id = own.device_id
          and event.identifier = asked.identifier and event.time >= ${new Date(since).toISOString()}::timestamptz
      )`,
  ]
}

/** Templates whose draft or published content speaks of a function, by the function's identifier. */
async function countTemplates(
  db: Db,
  productId: string,
  questions: readonly UseQuestion[],
): Promise<ReadonlyMap<string, number>> {
  const identifiers = [...new Set(questions.map(({ identifier }) => identifier))]
  const { rows } = await sql<{ identifier: string; templates: number }>`
    select asked.identifier, count(*)::int as templates
    from product_template as template cross join unnest(${identifiers}::text[]) as asked (identifier)
    where template.product_id = ${productId} and (
      jsonb_path_exists(template.draft, ${speaksOf}::jsonpath, jsonb_build_object('of', asked.identifier))
      or jsonb_path_exists(template.published, ${speaksOf}::jsonpath, jsonb_build_object('of', asked.identifier)))
    group by 1`.execute(db)
  return new Map(rows.map(({ identifier, templates }) => [identifier, templates]))
}

/** The keys that name a function in a template (template.model.ts). */
const namingKeys = ['property', 'headline', 'identifier', 'current', 'target', 'humidity', 'power'] as const
const speaksOf = `$.** ? (${namingKeys.map((key) => `@.${key} == $of`).join(' || ')})`
