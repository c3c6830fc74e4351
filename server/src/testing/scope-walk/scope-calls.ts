import type { Endpoint } from '@brigade/contract/endpoint.ts'
import { minuteMs } from '@brigade/contract/time.ts'
import type { Db } from '../../platform/db/database.ts'
import { deriveInputs, inputSchemaOf, withValue, type Derived, type Field } from '../derive-input.ts'
import { testPassword } from '../make-account.ts'
import { firmwareTables } from '../firmware/scope-samples.ts'
import { readOwnedRows, type OwnedRow, type Owner } from './owned-rows.ts'
import { searchWord, type Organisation, type World } from './scope-world.ts'

/** A calling account, and the organisations it sees. */
export type Viewer = Readonly<{
  organisation: Organisation
  visible: ReadonlySet<string>
  /**
   * Adds the rows that the viewer has made below itself meanwhile. Rows that belonged to others at the beginning stay
   * foreign.
   */
  refresh: () => Promise<void>
}>

export async function viewerOf(db: Db, organisation: Organisation): Promise<Viewer> {
  const visible = new Set<string>()
  const existing = await db.selectFrom('organisation').select('id').execute()
  const atFirst = new Set(existing.map(({ id }) => id))
  const below = async () => {
    const rows = await db
      .selectFrom('organisationTree')
      .select('descendantId')
      .where('ancestorId', '=', organisation.id)
      .execute()
    return rows.map((row) => row.descendantId)
  }
  for (const id of await below()) visible.add(id)
  return {
    organisation,
    visible,
    refresh: async () => {
      for (const id of await below()) if (!atFirst.has(id)) visible.add(id)
    },
  }
}

export const isForeign = ({ organisation, visible }: Viewer, owner: Owner): boolean =>
  !(visible.has(owner.organisationId) || owner.sharedWith?.has(organisation.id) === true) ||
  (owner.accountId !== undefined && owner.accountId !== organisation.account.id)

/** Ids by table: the caller's own and shared ones, and others', by owner. */
export type Ids = Readonly<{
  own: ReadonlyMap<string, readonly string[]>
  foreign: ReadonlyMap<string, readonly (readonly string[])[]>
}>

/** Tables of the rows that a filter may name. */
const mainKinds = ['organisation', 'device', 'account', 'file', 'job']

/** The sort of a row: its kind, the kind of device of the row or its work, and whether it is published. */
function sortOf({ row }: OwnedRow): string {
  const { kind, device_kind: deviceKind, params, published_version: published } = row
  const ofWork = typeof params === 'object' && params !== null && 'kind' in params ? params.kind : undefined
  return [kind, deviceKind, ofWork, published].map(String).join(' ')
}
/** The oldest of these may have lost its file, be revoked or erased, so the newest is tried too. */
const endsEarly = new Set(['job', 'session', 'app_user'])
/** The first of each sort. Their order in the table is not relevant. */
const someIds = (rows: readonly OwnedRow[]): readonly string[] => {
  const byId = rows
    .filter(({ row }) => row['id'] !== undefined)
    .toSorted((one, other) => Number(one.row['id']) - Number(other.row['id']))
  return [...Map.groupBy(byId, sortOf).values()].flatMap((alike) => {
    const [first, last] = [alike[0], alike.at(-1)]
    if (first === undefined || last === undefined) return []
    const some = endsEarly.has(first.table) ? new Set([first, last]) : [first]
    return [...some].map(({ row }) => String(row['id']))
  })
}

/** The first installed and the first uninstalled device of each kind. */
const someDevices = (rows: readonly OwnedRow[]): readonly string[] => {
  const byId = rows.toSorted((one, other) => Number(one.row['device_id']) - Number(other.row['device_id']))
  const alike = Map.groupBy(byId, ({ row }) => `${String(row['kind'])} ${String(row['installed'])}`)
  return [...alike.values()].flatMap(([first]) => (first === undefined ? [] : [String(first.row['device_id'])]))
}

/**
 * For each table some ids of the caller's own, and some of others: of the look-alike in the other branch, of the
 * nearest organisations in the tree, and of the colleague.
 */
export async function idsFor(db: Db, viewer: Viewer, world: World): Promise<Ids> {
  const own = new Map<string, readonly string[]>(world.shared)
  const foreign = new Map<string, (readonly string[])[]>()
  const { organisation, visible } = viewer
  const outside = world.organisations.filter(({ id }) => !visible.has(id))
  const twin = outside.find(({ kind, tag }) => kind === organisation.kind && tag.endsWith('2'))
  const nearest = outside.find(({ tag }) => tag.endsWith('1')) ?? outside.find(({ tag }) => tag !== 'P')
  const wanted = new Set([twin?.id, nearest?.id, organisation.id])
  for (const [name, rows] of Map.groupBy(await readOwnedRows(db), (each) => each.table)) {
    if (name === 'device') continue
    const [table, some] = name === 'device_state' ? ['device', someDevices] : [name, someIds]
    own.set(table, some(rows.filter(({ owner }) => !isForeign(viewer, owner))))
    // Rows that depend on a main row are tried only for the look-alike and the colleague.
    const isNear = (id: string) =>
      wanted.has(id) && (id !== nearest?.id || twin === undefined || mainKinds.includes(table))
    const others = rows.filter(({ owner }) => isForeign(viewer, owner) && isNear(owner.organisationId))
    const byOwner = Map.groupBy(others, ({ owner }) => owner.organisationId)
    foreign.set(
      table,
      [...byOwner.values()].map((of) => some(of)),
    )
  }
  return { own, foreign }
}

/**
 * Inputs that the schema of a call cannot express, by `domain.name`: a whole valid input. Ids in it are varied like any
 * other.
 */
export type Samples = Readonly<Record<string, Readonly<Record<string, unknown>>>>

const now = Date.now()
const instant = (minutesAgo: number) => new Date(now - minutesAgo * minuteMs).toISOString()
/** Values of fields by their name, if their shape does not suffice. */
const givenByName: Readonly<Record<string, unknown>> = {
  pageSize: 80,
  pwd: testPassword,
  password: testPassword,
  oldPwd: testPassword,
  newPwd: testPassword,
  startTime: instant(600),
  endTime: instant(-600),
  identifiers: 'ChamberTemp,Recipe',
  // A workbook takes four times as long to write and to read; reads of own rows try it too, as another choice.
  format: 'csv',
}

export function basesOf(endpoint: Endpoint, samples: Samples): readonly Derived[] {
  const schema = inputSchemaOf(endpoint)
  const derived = deriveInputs(schema, (name) => givenByName[name])
  const sample = samples[`${endpoint.domain}.${endpoint.name}`]
  const bases =
    sample === undefined ? derived : derived.map((each) => ({ ...each, input: { ...each.input, ...sample } }))
  for (const { input } of bases) {
    const checked = schema.safeParse(input)
    if (!checked.success)
      throw new Error(
        `No valid input of ${endpoint.domain}.${endpoint.name} follows from its schema: ${JSON.stringify(input)} is refused (${checked.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`).join('; ')}). Add one to the samples beside the test.`,
      )
  }
  return bases
}

/**
 * `foreign`: names another owner's row. `own`: names none, or the caller's own. `isUnlikely`: of a kind that the name of the field does not
 * imply.
 */
export type Attempt = Readonly<{ input: unknown; naming: 'own' | 'foreign' | 'nobody'; isUnlikely?: boolean }>

/** The table to which a field's name refers; a plain `id` refers to the main table of its domain. */
const tableOf: readonly (readonly [RegExp, string])[] = [
  [/^(organisation|customer|channel|parent|department)/, 'organisation'],
  [/^(device|gateway|subDevice)/, 'device'],
  [/^product/, 'product'],
  [/^series/, 'product_series'],
  [/^job/, 'job'],
  [/^(account|successor)/, 'account'],
  [/^session/, 'session'],
  [/^role/, 'role'],
  [/^(avatar|file|image|picture)/, 'file'],
  [/^(added|removed|menu)/, 'menu'],
  [/^category/, 'recipe_category'],
  [/^recipe/, 'recipe'],
  [/^ingredient/, 'ingredient'],
  [/^model/, 'firmware_model'],
  [/^version/, 'firmware_version'],
  [/^list/, 'upgrade_list'],
]
const tableOfDomain: Readonly<Record<string, string>> = {
  device: 'device',
  telemetry: 'device',
  command: 'device',
  'cold-chain': 'device',
  customer: 'organisation',
  distributor: 'organisation',
  agent: 'organisation',
  product: 'product',
  'thing-model': 'product',
  job: 'job',
  account: 'account',
  role: 'role',
  menu: 'menu',
  log: 'operation_log',
  'app-user': 'app_user',
  recipe: 'recipe',
}
/** Tables for calls whose names are more specific. */
const tableOfCall: Readonly<Record<string, string>> = {
  ...firmwareTables,
  'message.userMessages': 'app_user',
  'command.oven.batch': 'command_batch',
  'command.cooler.batch': 'command_batch',
  ...Object.fromEntries(
    ['category', 'updateCategory', 'removeCategories', 'selectCategory'].map((call) => [
      `recipe.${call}`,
      'recipe_category',
    ]),
  ),
  ...Object.fromEntries(
    ['ingredient', 'updateIngredient', 'removeIngredients', 'selectIngredient'].map((call) => [
      `recipe.${call}`,
      'ingredient',
    ]),
  ),
}
const lastName = ({ path }: Pick<Field, 'path'>): string => path.findLast((part) => !/^\d+$/.test(part)) ?? ''
function likelyTable({ domain, name: call }: Endpoint, { path }: Field): string | undefined {
  const name = lastName({ path })
  return /^ids?$/.test(name)
    ? (tableOfCall[`${domain}.${call}`] ?? tableOfDomain[domain])
    : tableOf.find(([pattern]) => pattern.test(name))?.[1]
}

/** An optional field is tried with the table of its name and with the main kinds. */
function tables<T>(ids: ReadonlyMap<string, T>, field: Field, named: string | undefined): [string, T][] {
  return [...ids].filter(([table]) => field.isRequired || table === named || mainKinds.includes(table))
}

/** A field is tried with this many of the inputs that fill the others; the likely ones come first. */
const maxStarts = 3

/** Every input worth trying that names a foreign row or searches for one. */
export function* foreignAttempts(endpoint: Endpoint, base: Derived, ids: Ids, world: World): Generator<Attempt> {
  const idFields = base.fields.filter((field) => field.kind === 'id')
  for (const field of idFields) {
    const others = idFields.filter((other) => other !== field && other.isRequired)
    const rest = [...filled(base.input, others, (other) => likelyIds(endpoint, other, ids.own)).take(maxStarts)]
    const named = likelyTable(endpoint, field)
    // One of several ids, or one whose name implies a table, is tried with the plausible tables; any other with every
    // row.
    const isPlain = others.length === 0 && /^ids?$/.test(lastName(field))
    const isTried = (table: string) => isPlain || named === undefined || table === named || mainKinds.includes(table)
    for (const [table, byOwner] of tables(ids.foreign, field, named).filter(([name]) => isTried(name))) {
      // For an unlikely table one id is enough.
      const isLikely = named === undefined || table === named
      const foreign = isLikely ? byOwner.flat() : byOwner.flat().slice(0, 1)
      for (const input of rest) {
        for (const id of foreign) {
          yield { input: withValue(input, field.path, id), naming: 'foreign' }
          const own = ids.own.get(table)?.[0]
          if (field.path.at(-1) === '0' && own !== undefined) {
            const mixed = withValue(input, field.path, own)
            yield { input: withValue(mixed, [...field.path.slice(0, -1), '1'], id), naming: 'foreign' }
          }
        }
      }
    }
  }
  const isRead = endpoint.method === 'GET'
  if (!isRead || idFields.some((field) => field.isRequired)) return
  for (const field of base.fields.filter(({ kind }) => kind === 'text'))
    for (const { tag } of world.organisations)
      yield { input: withValue(base.input, field.path, searchWord(tag)), naming: 'foreign' }
}

/** Own ids that a field may refer to: if its name implies no table, one of each. */
function likelyIds(endpoint: Endpoint, field: Field, own: Ids['own']): readonly string[] {
  const table = likelyTable(endpoint, field)
  const named = own.get(table ?? '')
  if (named !== undefined) return named
  const oneOfEach = [...own.values()].flatMap((some) => some.slice(0, 1))
  // For rows without an owner, such as those of the menu, any id serves.
  return table === undefined ? oneOfEach : oneOfEach.slice(0, 1)
}

function* filled(input: unknown, fields: readonly Field[], idsOf: (field: Field) => readonly string[]): Generator {
  const [field, ...rest] = fields
  if (field === undefined) {
    yield input
    return
  }
  for (const id of idsOf(field)) yield* filled(withValue(input, field.path, id), rest, idsOf)
}

/** Inputs without foreign ids: as few fields as possible, each choice once, and own ids of every kind. */
export function* ownAttempts(endpoint: Endpoint, base: Derived, ids: Ids): Generator<Attempt> {
  const required = base.fields.filter((field) => field.kind === 'id' && field.isRequired)
  const optional = base.fields.filter((field) => field.kind === 'id' && !field.isRequired)
  const starts: unknown[] = required.length === 0 ? [base.input] : []
  const unlikely: unknown[] = []
  const [first, ...others] = required
  if (first !== undefined) {
    const named = ids.own.get(likelyTable(endpoint, first) ?? '')
    // If its name implies a table, one id of each other kind is enough.
    const anyOther = [...ids.own.values()].flatMap((some) => (named === undefined ? some : some.slice(0, 1)))
    for (const id of new Set([...(named ?? []), ...anyOther]))
      for (const input of filled(base.input, others, (other) => likelyIds(endpoint, other, ids.own)))
        (named?.includes(id) === false ? unlikely : starts).push(withValue(input, first.path, id))
  }
  const naming = required.length === 0 ? 'nobody' : 'own'
  for (const input of starts) yield { input, naming }
  for (const input of unlikely) yield { input, naming, isUnlikely: true }
  const [start = unlikely[0]] = starts
  for (const field of optional) {
    const named = likelyTable(endpoint, field)
    for (const [table, own] of tables(ids.own, field, named))
      for (const id of named === undefined || table === named ? own : own.slice(0, 1))
        for (const input of [...starts, ...unlikely].slice(0, maxStarts))
          yield { input: withValue(input, field.path, id), naming: 'own' }
  }
  if (start === undefined || required.length > 0) return
  for (const field of base.fields)
    for (const choice of field.choices) yield { input: withValue(start, field.path, choice), naming: 'nobody' }
}
