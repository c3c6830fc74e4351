import { z } from 'zod'
import { filter, Flag, Id, Instant, OptionalLine, Time } from '../../field.ts'
import { searchOf } from '../../paging.ts'

/** Records whose changes the log keeps: all whose tables have its trigger in the database (a test compares them). */
export const recordTypes = [
  'organisation',
  'organisation_product',
  'console_opening',
  'account',
  'account_notify',
  'two_step',
  'role',
  'role_menu',
  'menu',
  'product_series',
  'product',
  'product_template',
  'product_config',
  'product_language',
  'thing_model',
  'device',
  'chain_kept',
  'operation_erased',
  'part_list',
  'part',
  'app_user',
  'app_version',
  'push_task',
  'message_target',
  'fault_code',
  'fault_cause',
  'recipe',
  'recipe_text',
  'recipe_category',
  'recipe_target',
  'ingredient',
  'firmware_model',
  'firmware_version',
  'upgrade_task',
  'upgrade_list',
  'statistic_target',
  'wall_setting',
  'wall_link',
] as const
export const RecordType = z.enum(recordTypes)
export type RecordType = z.output<typeof RecordType>

/** `call`: by the call or the job itself. `interrupted`: the call changed something and ended before its line was written. `outside`: without a call. */
export const LogOrigin = z.enum(['call', 'interrupted', 'outside'])

const between = { startTime: filter(Time), endTime: filter(Time) }
/** A word of the contract: `role`, `updateMenus`, `oven.update`. */
const Word = z
  .string()
  .regex(/^[A-Za-z.-]{1,60}$/, 'field.invalid')
  .optional()

/** Operations of the log by module, for its filters. `value` is the `operation` of a search. */
export const LogModule = z.object({
  module: z.string(),
  name: z.string(),
  operations: z.array(z.object({ value: z.string(), name: z.string() })),
})
export type LogModule = z.output<typeof LogModule>

export const LogSearch = searchOf(
  {
    ...between,
    module: filter(Word),
    /** `update` of any module, or with its module: `role.update`. */
    operation: filter(Word),
    success: filter(Flag),
    origin: filter(LogOrigin),
    /** The sign-in name, whole. */
    account: filter(OptionalLine(60)),
    /** Organisation of the account. */
    organisationId: filter(Id),
    /** The address, whole, or its beginning. */
    address: filter(OptionalLine(45)),
    /** The type of a record, and its number for a single one. */
    recordType: filter(RecordType),
    recordId: filter(OptionalLine(60)),
  },
  ['loggedAt'],
)
export type LogSearch = z.output<typeof LogSearch>

const { pageNum: _num, pageSize: _size, sort: _sort, ...logFilters } = LogSearch.shape
/** The filters of the list; every page, in the order of the chain. */
export const LogExport = z.strictObject(logFilters)
export type LogExport = z.output<typeof LogExport>
/** `leaves`: how many lines of the chain may lie between the first line and the checkpoint behind the last. */
export const exportLimits = { lines: 100_000, leaves: 2_000_000, mediaType: 'application/x-ndjson' } as const

/** Destinations of checkpoints. */
export const CheckpointPlace = z.enum(['file', 's3', 'mail'])
export type CheckpointPlace = z.output<typeof CheckpointPlace>

/** Staff of an organisation above the reader is shown only as staff of the platform. */
const Actor = z.object({
  /** Empty: nobody had signed in. */
  account: z.string(),
  organisation: z.string(),
  isSupport: z.boolean(),
})

export const LogRow = z.object({
  id: Id,
  loggedAt: Instant,
  actor: Actor,
  /** Empty if the reader may not see it. */
  address: z.string(),
  module: z.string(),
  operation: z.string(),
  /** Summary of the call in the caller's language; empty for a call of another version. */
  summary: z.string(),
  code: z.number().int(),
  success: z.boolean(),
  durationMs: z.number().int(),
  origin: LogOrigin,
  /** The place in the chain; null if it is not sealed yet. */
  n: z.string().nullable(),
})
export type LogRow = z.output<typeof LogRow>

const Row = z.record(z.string(), z.unknown()).nullable()
export const RecordChange = z.object({
  id: Id,
  recordType: z.string(),
  recordId: z.string(),
  /** The record's name at that time, in the caller's language; empty without one. */
  name: z.string(),
  action: z.enum(['insert', 'update', 'delete']),
  before: Row,
  after: Row,
  /**
   * For each field that refers to other records: the name of each at that time, by the value in `before` and `after`. A value that may not
   * be seen is `***` there. Of a member of a value in JSON the field is `field.member`.
   */
  names: z.record(z.string(), z.record(z.string(), z.string())),
})
export type RecordChange = z.output<typeof RecordChange>

export const maxChanges = 200

export const LogDetail = LogRow.extend({
  method: z.string(),
  path: z.string(),
  request: z.unknown(),
  response: z.unknown(),
  /** `hidden`: it may mention other organisations. `erased`: deleted, the chain has its hash. */
  body: z.enum(['shown', 'hidden', 'erased']),
  changes: z.array(RecordChange),
  /** There are more than these. */
  moreChanges: z.boolean(),
  leaf: z.string().nullable(),
})
export type LogDetail = z.output<typeof LogDetail>

export const ChainState = z.object({
  /** The number of sealed lines, and since when lines are sealed. */
  n: z.string(),
  sealedAt: Instant.nullable(),
  waiting: z.number().int(),
  /** The newest checkpoint that left the database; null if none does. */
  checkpoint: z.object({ n: z.string(), leftAt: Instant }).nullable(),
  leavesFor: z.array(CheckpointPlace),
  check: z
    .object({
      checkedAt: Instant,
      /** `failed`: the check itself could not be made. */
      outcome: z.enum(['held', 'broken', 'unchecked', 'held-in-itself', 'failed']),
      /** True if all lines were checked, false if the new ones and a 28th of the older ones were. */
      isWhole: z.boolean(),
      lines: z.number().int(),
      /** Lines of which retention has dropped a part, as it should. */
      dropped: z.number().int(),
      fault: z.string().nullable(),
      faultN: z.string().nullable(),
      /** Since when the part that has waited longest is unchecked. */
      oldestAt: Instant.nullable(),
      /** The check of a night is missing. */
      isOverdue: z.boolean(),
    })
    .nullable(),
})
export type ChainState = z.output<typeof ChainState>

export const AppLogSearch = searchOf(
  {
    ...between,
    operation: filter(Word),
    success: filter(Flag),
    address: filter(OptionalLine(45)),
    organisationId: filter(Id),
  },
  ['loggedAt'],
)
export type AppLogSearch = z.output<typeof AppLogSearch>

export const AppLogRow = z.object({
  /** True for demo data: an example that nobody performed. */
  isDemo: z.boolean(),
  id: Id,
  loggedAt: Instant,
  /** Masked. */
  appUser: z.string(),
  organisation: z.string(),
  address: z.string(),
  operation: z.string(),
  /** Summary of the call in the caller's language; its own name for a call of another version. */
  summary: z.string(),
  code: z.number().int(),
  success: z.boolean(),
  durationMs: z.number().int(),
})
export type AppLogRow = z.output<typeof AppLogRow>

export const AppLogDetail = AppLogRow.extend({
  method: z.string(),
  path: z.string(),
  request: z.unknown(),
  response: z.unknown(),
})
export type AppLogDetail = z.output<typeof AppLogDetail>
