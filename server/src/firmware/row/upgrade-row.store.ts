import { isFinal, type Upgrade, type UpgradeEvent } from '@brigade/contract/firmware/upgrade.rules.ts'
import { isSameVersion, relationOf } from '@brigade/contract/firmware/version.rules.ts'
import { sql, type RawBuilder, type Selectable } from 'kysely'
import type { Database, Db, Transaction } from '../../platform/db/database.ts'
import { notifyOnCommit } from '../../platform/db/notify.ts'

const iso = (at: number | null): string | null => (at === null ? null : new Date(at).toISOString())
const ms = (at: string | null): number | null => (at === null ? null : Date.parse(at))

type Stored = Selectable<Database['upgradeDevice']> & Readonly<{ target: string; mayDowngrade: boolean }>

/** One module of one device of a task, in the form of the rules of upgrades, with further stored fields. */
export type UpgradeRow = Readonly<{
  key: Readonly<{ taskId: string; deviceId: string; place: number }>
  module: string
  versionId: string
  upgrade: Upgrade
  /** When its state or reason changed last, epoch ms. */
  changedAt: number
  /** The task was approved to downgrade. */
  mayDowngrade: boolean
  /** The number of the address; one that died is never given out again. */
  tokenTurn: number
  offeredOn: string
  answers: 'get' | 'request' | null
  questionId: string
}>

export const referenceOf = ({ key: { taskId, deviceId, place }, tokenTurn }: UpgradeRow): string =>
  `${taskId}.${deviceId}.${place}.${tokenTurn}`

const rowOf = (stored: Stored): UpgradeRow => ({
  key: { taskId: stored.taskId, deviceId: stored.deviceId, place: stored.place },
  module: stored.module,
  versionId: stored.versionId,
  upgrade: {
    state: stored.state,
    reason: stored.reason,
    needConfirm: stored.needConfirm,
    target: stored.target,
    from: stored.fromVersion,
    offers: stored.offers,
    attempts: stored.attempts,
    tries: stored.tries,
    progress: stored.progress,
    best: stored.best,
    offeredAt: ms(stored.offeredAt),
    startedAt: ms(stored.startedAt),
    movedAt: ms(stored.movedAt),
    installingAt: ms(stored.installingAt),
    sawOld: stored.sawOld,
    dueAt: ms(stored.dueAt),
    tokenUntil: ms(stored.tokenUntil),
  },
  changedAt: Date.parse(stored.changedAt),
  mayDowngrade: stored.mayDowngrade,
  tokenTurn: stored.tokenTurn,
  offeredOn: stored.offeredOn,
  answers: stored.answers,
  questionId: stored.questionId,
})

type Locking = Readonly<{ limit?: number; orderBy?: RawBuilder<unknown>; skipLocked?: boolean }>

/** The event that the version which a device reports is for a row of it. */
export const informOf = ({ upgrade: { target, from }, mayDowngrade }: UpgradeRow, version: string): UpgradeEvent => ({
  kind: 'inform',
  version,
  isTarget: isSameVersion(version, target),
  // If no version was known before, a third version cannot be distinguished from the old one.
  isOld: from === null || isSameVersion(version, from),
  isAbove: !mayDowngrade && relationOf(version, target) === 'higher',
})

/**
 * Locks rows `u` of a condition, with their versions `v`, until the transaction ends, in a fixed order so that no two
 * transactions wait for each other.
 */
export async function lockUpgrades(
  trx: Transaction,
  where: RawBuilder<unknown>,
  { limit = 100_000, orderBy = sql`u.task_id, u.device_id, u.place`, skipLocked = false }: Locking = {},
): Promise<UpgradeRow[]> {
  const { rows } = await sql<Stored>`
    select u.*, v.reported_as as target,
      coalesce((select (t.plan ->> 'allowDowngrade')::boolean from upgrade_task t where t.id = u.task_id), false) as may_downgrade
    from upgrade_device u join firmware_version v on v.id = u.version_id
    where ${where} order by ${orderBy} limit ${limit}
    for update of u ${skipLocked ? sql`skip locked` : sql``}`.execute(trx)
  return rows.map(rowOf)
}

export type Changed = Readonly<{
  row: UpgradeRow
  after: Upgrade
  /** For a new offer: the SHA-256 of its address, and the question that it answers. */
  tokenHash?: Buffer
  tokenTurn?: number
  offeredOn?: string
  answers?: 'get' | 'request' | null
  questionId?: string
}>

/** Writes rows as they have become, and a line of history for each that is in another state. */
export async function writeUpgrades(trx: Transaction, changed: readonly Changed[], now: number): Promise<void> {
  if (changed.length === 0) return
  const values = changed.map(({ row, after, ...rest }) => {
    const isDead = after.tokenUntil === null
    return {
      ...row.key,
      state: after.state,
      reason: after.reason,
      offers: after.offers,
      attempts: after.attempts,
      tries: after.tries,
      progress: after.progress,
      best: after.best,
      saw_old: after.sawOld,
      offered_at: iso(after.offeredAt),
      started_at: iso(after.startedAt),
      moved_at: iso(after.movedAt),
      installing_at: iso(after.installingAt),
      due_at: iso(after.dueAt),
      token_until: iso(after.tokenUntil),
      token_hash: isDead ? null : rest.tokenHash?.toString('hex'),
      keeps_token: !isDead && rest.tokenHash === undefined,
      token_turn: rest.tokenTurn ?? row.tokenTurn + (isDead && row.upgrade.tokenUntil !== null ? 1 : 0),
      offered_on: rest.offeredOn ?? row.offeredOn,
      answers: rest.answers === undefined ? row.answers : rest.answers,
      question_id: rest.questionId ?? row.questionId,
      is_moved: after.state !== row.upgrade.state || after.reason !== row.upgrade.reason,
      ends: isFinal(after.state),
    }
  })
  await sql`
    update upgrade_device u set state = n.state, reason = n.reason, offers = n.offers, attempts = n.attempts, tries = n.tries,
      progress = n.progress, best = n.best, saw_old = n.saw_old, offered_at = n.offered_at,
      first_offered_at = coalesce(u.first_offered_at, n.offered_at), started_at = n.started_at, moved_at = n.moved_at,
      installing_at = n.installing_at, due_at = n.due_at, token_until = n.token_until,
      token_hash = case when n.keeps_token then u.token_hash else decode(n.token_hash, 'hex') end, token_turn = n.token_turn,
      offered_on = n.offered_on, answers = n.answers, question_id = n.question_id,
      changed_at = case when n.is_moved then ${iso(now)}::timestamptz else u.changed_at end,
      ended_at = case when n.ends then coalesce(case when n.state <> u.state then null else u.ended_at end, ${iso(now)}::timestamptz) end
    from jsonb_to_recordset(${JSON.stringify(values)}::jsonb) as n ("taskId" bigint, "deviceId" bigint, place smallint, state text,
      reason text, offers int, attempts int, tries int, progress int, best int, saw_old boolean, offered_at timestamptz,
      started_at timestamptz, moved_at timestamptz, installing_at timestamptz, due_at timestamptz, token_until timestamptz,
      token_hash text, keeps_token boolean, token_turn int, offered_on text, answers text, question_id text, is_moved boolean, ends boolean)
    where u.task_id = n."taskId" and u.device_id = n."deviceId" and u.place = n.place`.execute(trx)
  await insertStateEvents(trx, changed, now)
  await notifyUpgrades(
    trx,
    changed.map(({ row }) => row.key),
  )
}

async function insertStateEvents(trx: Transaction, changed: readonly Changed[], now: number): Promise<void> {
  const moved = changed.filter(({ row, after }) => row.upgrade.state !== after.state)
  if (moved.length === 0) return
  await trx
    .insertInto('upgradeEvent')
    .values(
      moved.map(({ row, after }) => ({
        taskId: row.key.taskId,
        deviceId: row.key.deviceId,
        module: row.module,
        at: new Date(now).toISOString(),
        kind: 'state' as const,
        accountId: null,
        fromState: row.upgrade.state,
        toState: after.state,
        reason: after.reason,
      })),
    )
    .execute()
}

/** The channel with notices for streams about tasks and devices that moved. */
export const upgradeMoved = 'upgrade'

/** A notice has room for this many keys; a longer one names `everything` instead of its devices. */
const maxNotified = 600
export const everything = '*'

/** `taskId` alone, and `taskId.deviceId`: each stream reads its own keys. */
export async function notifyUpgrades(
  db: Db,
  keys: readonly Readonly<{ taskId: string; deviceId: string }>[],
): Promise<void> {
  const tasks = new Set(keys.map(({ taskId }) => taskId))
  const devices = new Set(keys.map(({ taskId, deviceId }) => `${taskId}.${deviceId}`))
  const fits = tasks.size + devices.size <= maxNotified
  // With a million keys it would only mean that everything has to be read again.
  await notifyOnCommit(db, 'live', {
    [upgradeMoved]: fits ? [...tasks, ...devices] : [...tasks].slice(0, maxNotified).concat(everything),
  })
}
