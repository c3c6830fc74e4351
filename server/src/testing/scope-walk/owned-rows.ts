import { sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'
import { tableReader, type TableRow } from './table-rows.ts'

/** The owner of a row: an organisation, and with `accountId` only that account. */
export type Owner = Readonly<{
  organisationId: string
  accountId?: string
  /** Organisations below it that read the row too: a role is shared with the whole subtree. */
  sharedWith?: ReadonlySet<string>
}>
export type OwnedRow = TableRow & Readonly<{ owner: Owner }>

/**
 * Tables without an owner: their rows are the same for everybody who signs in, or are shown to nobody. A new table is
 * either owned or listed here.
 */
const globalTables: Readonly<Record<string, string>> = {
  migration: 'the schema',
  menu: 'the menu tree, the same for all; a role holds part of it',
  role_menu: 'roles are the platform’s',
  product_series: 'products are the platform’s and seen by all',
  product: 'products are the platform’s and seen by all',
  product_seed: 'which products a version brought',
  thing_model: 'thing models belong to products',
  product_template: 'what the app shows of a product belongs to the product',
  product_config: 'the configuration of devices belongs to the product',
  product_broadcast: 'the messages to all devices of a product belong to the product',
  product_language: 'the words of a product belong to the product',
  demo_row: 'which rows the demo’s seeds inserted; shown as counts to who may remove them',
  demo_end: 'since when the demo is being removed, the same for all',
  captcha: 'of a browser that nobody has signed in from yet',
  sign_in_failure: 'of names, whether or not they exist',
  sign_in_brake: 'of names, whether or not they exist',
  oidc_request: 'of a browser that nobody has signed in from yet',
  property_identifier: 'the words of thing models',
  time_zone: 'names of time zones',
  connector_lease: 'processes',
  tls_refusal: 'addresses from which no device has signed in; a device shows those of its own address',
  broker_slot: 'processes',
  intake_standstill: 'processes',
  demo_past: 'the plan of a worker; shown to nobody',
  ingest_batch: 'batches of messages',
  message_rate: 'processes',
  partitioned_table: 'the schema',
  device_message_thinned: 'days of the trace',
  history_seal: 'days of the history',
  device_kind: 'kinds of appliances',
  operation_body: 'of lines, which are somebody’s',
  operation_change: 'of lines, which are somebody’s',
  operation_scope: 'who reads a line: whoever calls adds to it for all above',
  operation_fresh: 'lines that are not sealed yet',
  operation_seal: 'the chain of all lines',
  chain_head: 'the chain of all lines',
  chain_day: 'the chain of all lines',
  chain_checkpoint: 'the chain of all lines',
  chain_check: 'the chain of all lines',
  chain_kept: 'the chain of all lines',
  chain_part: 'the chain of all lines',
  operation_unlined: 'changes that have no line yet',
  operation_erased: 'of lines, which are somebody’s',
  message_delivery: 'of messages, which are somebody’s: who reads the message reads them as far as its scope',
  message_count: 'of messages, which are somebody’s',
  act_notice: 'acts until a worker has announced them; shown to nobody',
  app_code_count: 'how many codes of the installation were sent; shown to nobody',
  app_token: 'of people outside; shown to nobody',
  app_code: 'of addresses, whether or not somebody has them',
  app_brake: 'of what was tried too often; shown to nobody',
  app_search: 'of people outside; shown to nobody but them',
  app_user_day: 'of people outside, who are shown with a device that they have',
  app_installation: 'of people outside, who are shown with a device that they have',
  app_version: 'the app is the platform’s',
  fault_code: 'what the codes of products mean is seen by all',
  fault_cause: 'why faults are closed is one list for all',
  fault_code_seeded: 'which products a version brought codes for',
  fault_act: 'of records, which are somebody’s',
  fault_excursion: 'of records, which are somebody’s',
  fault_change: 'sides that devices crossed, until a worker has read them; shown to nobody',
  firmware_model: 'firmware is the platform’s and seen by all',
  firmware_model_product: 'firmware is the platform’s and seen by all',
  firmware_version: 'firmware is the platform’s and seen by all',
  upgrade_task: 'tasks are the platform’s; others read what concerns their devices',
  upgrade_wave: 'of tasks',
  upgrade_gate: 'how many upgrade at once',
  upgrade_approver_past: 'who could approve upgrade tasks; only the platform’s staff is told',
  firmware_report: 'what devices report, until a worker has read it; shown to nobody',
  recipe_document: 'what ovens fetch of versions; shown to nobody',
  recipe_change: 'what happened to recipes and ovens, until a worker has read it; shown to nobody',
  statistic_digest: 'digests of sealed days of the whole installation',
  statistic_run: 'the runs of the whole installation, for the platform’s staff',
  firmware_message: 'what is to be sent to devices, until it is; shown to nobody',
  device_owner:
    'whose a device was; figures are added up by it, and the timeline of a site tells of its own turns alone',
  organisation_tree_past: 'where organisations were; figures are added up by it, and nobody is shown it',
}

/**
 * Figures that the database sums up automatically, later than their rows: they are checked by comparing the replies of
 * reads.
 */
const summedTables = new Set([
  'device_total',
  'device_total_change',
  'command_total',
  'recipe_total',
  'statistic_hour',
  'statistic_day',
  'statistic_share',
  'statistic_people',
  'statistic_active',
  'statistic_span',
  'statistic_stock',
  'statistic_leaf_stock',
  'statistic_departed',
])

/** The same for columns. */
const summedColumns: Readonly<Record<string, string>> = { organisation: 'devices' }

/** Columns that name an owner, the nearest first. */
const ownerColumns = ['organisation_id', 'descendant_id', 'device_id', 'job_id', 'account_id'] as const

/** Pictures of products and of their fault codes are shown to all. */
const isOfProducts = (table: string, row: Readonly<Record<string, unknown>>) =>
  table === 'file' && (row['kind'] === 'product' || row['kind'] === 'guide' || row['kind'] === 'code')

type Columns = ReadonlyMap<string, ReadonlySet<string>>

async function columnsByTable(db: Db): Promise<Columns> {
  const { rows } = await sql<{ table: string; column: string }>`
    select c.relname as table, a.attname as column
    from pg_class c join pg_namespace n on n.oid = c.relnamespace join pg_attribute a on a.attrelid = c.oid
    where n.nspname = 'public' and c.relkind in ('r', 'p') and not c.relispartition and a.attnum > 0 and not a.attisdropped
    order by c.relname, a.attnum`.execute(db)
  return new Map(
    [...Map.groupBy(rows, (row) => row.table)].map(([table, own]) => [table, new Set(own.map(({ column }) => column))]),
  )
}

const keyColumnOf = (table: string, columns: ReadonlySet<string>): string | undefined =>
  table === 'organisation' || table === 'device' || table === 'app_user'
    ? 'id'
    : ownerColumns.find((column) => columns.has(column))

/** Tables with an owner; fails on a table that has neither an owner column nor an entry among the unowned ones. */
async function ownedTables(db: Db): Promise<ReadonlyMap<string, string>> {
  const tables = new Map<string, string>()
  for (const [table, columns] of await columnsByTable(db)) {
    if (table in globalTables || summedTables.has(table)) continue
    const key = keyColumnOf(table, columns)
    if (key === undefined)
      throw new Error(
        `Whose are the rows of "${table}"? Add its column to ownerColumns, or it to globalTables, in owned-rows.ts`,
      )
    tables.set(table, key)
  }
  return tables
}

type Reading = {
  read: ReturnType<typeof tableReader>
  owned: readonly OwnedRow[]
  newest: string
  tables: ReadonlyMap<string, string>
}
/** The last reading of each database: the rows are the same until one of them changes. */
const readings = new WeakMap<Db, Reading>()

/** Every owned row, with its owner. */
export async function readOwnedRows(db: Db): Promise<readonly OwnedRow[]> {
  const reading = readings.get(db) ?? { read: tableReader(db, summedColumns), owned: [], newest: '', tables: new Map() }
  readings.set(db, reading)
  const newest = await newestTable(db)
  if (newest !== reading.newest) Object.assign(reading, { newest, tables: await ownedTables(db) })
  const rows = await reading.read([...reading.tables.keys()])
  if (rows !== undefined) reading.owned = withOwners(rows, reading.tables)
  return reading.owned
}

/** Another number if a table was added. */
async function newestTable(db: Db): Promise<string> {
  const { rows } = await sql<{ newest: string }>`
    select max(oid::bigint)::text as newest from pg_class
    where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition`.execute(db)
  return rows[0]?.newest ?? ''
}

type Rows = ReadonlyMap<string, readonly TableRow[]>

/** Columns by which rows without an organisation of their own find it. */
function ownersIn(rows: Rows) {
  const pick = (table: string, key: string, value: string) =>
    new Map((rows.get(table) ?? []).map(({ row }) => [String(row[key]), String(row[value])]))
  const lines = Map.groupBy(rows.get('organisation_tree') ?? [], ({ row }) => String(row['ancestor_id']))
  return {
    organisationOf: {
      device: pick('device_state', 'device_id', 'organisation_id'),
      account: pick('account', 'id', 'organisation_id'),
      job: pick('job', 'id', 'account_id'),
    },
    // Each person has one device here. A person who gave a device up keeps its owner.
    deviceOfPerson: pick('device_binding', 'app_user_id', 'device_id'),
    below: new Map(
      [...lines].map(([ancestorId, some]) => [
        ancestorId,
        new Set(some.map(({ row }) => String(row['descendant_id']))),
      ]),
    ),
  }
}

function withOwners(rows: Rows, tables: ReadonlyMap<string, string>): readonly OwnedRow[] {
  const known = ownersIn(rows)
  return [...rows].flatMap(([table, own]) => {
    const key = tables.get(table) ?? ''
    return own.flatMap((each): OwnedRow[] =>
      // Rows without an actor, such as failed sign-ins, have no owner.
      each.row[key] === null || isOfProducts(table, each.row) ? [] : [{ ...each, owner: ownerOf(each, key, known) }],
    )
  })
}

function ownerOf(
  { table, row }: TableRow,
  key: string,
  { organisationOf, deviceOfPerson, below }: ReturnType<typeof ownersIn>,
): Owner {
  const value = String(row[key])
  const ofAccount = (accountId: string): Owner => ({
    organisationId: organisationOf.account.get(accountId) ?? 'nobody',
    accountId,
  })
  if (table === 'app_user')
    return { organisationId: organisationOf.device.get(deviceOfPerson.get(value) ?? '') ?? 'nobody' }
  if (table === 'device' || key === 'device_id') return { organisationId: organisationOf.device.get(value) ?? 'nobody' }
  if (key === 'job_id') return ofAccount(organisationOf.job.get(value) ?? 'nobody')
  // A job started in an opened console belongs to that organisation.
  const openedId = table === 'job' ? row['opened_organisation_id'] : null
  if (typeof openedId === 'number') return { organisationId: String(openedId), accountId: value }
  if (key === 'account_id') return ofAccount(value)
  if (isForAllBelow(table, row)) return { organisationId: value, sharedWith: below.get(value) ?? new Set() }
  // A job's files belong to its account alone; a picture belongs to its organisation.
  const isPrivate = table === 'file' && row['kind'] !== 'avatar' && row['account_id'] !== null
  return { organisationId: value, ...(isPrivate ? { accountId: String(row['account_id']) } : {}) }
}

/**
 * Rows that an organisation shares with everybody below it: roles, spare parts and their pictures, published recipes,
 * and their categories and ingredients.
 */
const isForAllBelow = (table: string, row: TableRow['row']): boolean =>
  ['role', 'part_list', 'part', 'recipe_category', 'ingredient', 'recipe_version'].includes(table) ||
  (table === 'file' && (row['kind'] === 'part' || row['kind'] === 'recipe')) ||
  (table === 'recipe' && row['published_version'] !== null)

/**
 * Starts the ids of each table at a separate number of 15 digits, so that an id in a reply can be distinguished from
 * any other number.
 */
export async function spreadIds(db: Db): Promise<void> {
  const { rows } = await sql<{ table: string; column: string }>`
    select c.relname as table, a.attname as column
    from pg_attribute a join pg_class c on c.oid = a.attrelid join pg_namespace n on n.oid = c.relnamespace
    where n.nspname = 'public' and a.attidentity <> '' and a.atttypid = 'bigint'::regtype and not c.relispartition
    order by 1`.execute(db)
  for (const [index, { table, column }] of rows.entries())
    await sql`alter table ${sql.table(table)} alter column ${sql.ref(column)} restart with ${sql.raw(String((101 + index) * 1e12 + 1))}`.execute(
      db,
    )
}

/** Ids in a text, as `spreadIds` makes them; those of faults begin with their month instead (next_fault_id) and have 16 digits. */
export const idsIn = (text: string): readonly string[] => text.match(/(?<!\d)(?:1\d{14}|[34]\d{15})(?!\d)/g) ?? []
