import { randomUUID } from 'node:crypto'
import { afterAct, latestShelving, type LifeAct } from '@brigade/contract/fault/fault-life.rules.ts'
import type { AssigneeQuery } from '@brigade/contract/fault/record-list.model.ts'
import type { FaultAct, Visit } from '@brigade/contract/fault/record.model.ts'
import type { Db, Transaction } from '../../platform/db/database.ts'
import { withPartitions } from '../../platform/db/partitions.ts'
import { transaction } from '../../platform/db/transaction.ts'
import type { Ctx } from '../../platform/http/context.ts'
import { refuse } from '../../platform/refusal.ts'
import { listOwnUploads } from '../../file/file.store.ts'
import { holdCause, type ChosenCause } from '../cause/fault-cause.store.ts'
import { notifyChanged } from '../raise/raise-record.ts'
import { archive } from '../raise/raise.store.ts'
import { watchFrom } from '../watch/end.store.ts'
import {
  bringBack,
  forgetBatch,
  insertAct,
  insertAssignments,
  insertPhotos,
  insertShelvings,
  listAssignable,
  listUndoable,
  lockRecords,
  mayBeAssigned,
  undoAssignments,
  writeHandled,
  type Handled,
  type LockedRecord,
} from './act.store.ts'

type CallCtx = Pick<Ctx, 'db' | 'clock'> &
  Readonly<{ caller: Pick<Ctx['caller'], 'accountId' | 'name' | 'organisationId'> }>
type Versions = readonly Readonly<{ id: string; updatedAt: string }>[]

/** `change` returns the record after the act, and refuses an act that does not apply. */
type Change = Readonly<{
  act: FaultAct
  text?: string
  /** The cause that is chosen for all of them. */
  causeId?: string
  photos?: readonly string[]
  change: (record: LockedRecord, now: number) => Partial<Handled>
  check?: (trx: Transaction, records: readonly LockedRecord[]) => Promise<void>
  /** Runs in the same transaction. */
  afterwards?: (
    trx: Transaction,
    records: readonly LockedRecord[],
    batch: Readonly<{ id: string; now: number }>,
  ) => Promise<void>
}>

/** The partition of the month in which a record was raised may be missing. */
const inMonths = <T>(db: Db, work: (trx: Transaction) => Promise<T>): Promise<T> =>
  withPartitions(db, () => transaction(db, work))

/** One act on all records of a batch, or on none: of two concurrent acts the first succeeds, the other gets 409. */
async function act(
  { db, clock, caller }: CallCtx,
  versions: Versions,
  { act: name, text = '', causeId, photos = [], change, check, afterwards }: Change,
): Promise<{ batchId: string }> {
  const batchId = randomUUID()
  const now = clock.now()
  await inMonths(db, async (trx) => {
    const records = await lockRecords(
      trx,
      caller,
      versions.map(({ id }) => id),
    )
    if (records.length < versions.length) refuse('fault.unknown')
    const wanted = new Map(versions.map(({ id, updatedAt }) => [id, Date.parse(updatedAt)]))
    if (records.some(({ id, updatedAt }) => wanted.get(id) !== Date.parse(updatedAt))) refuse('fault.changedMeanwhile')
    await requirePhotos(trx, caller.accountId, photos)
    const cause = causeId === undefined ? null : await requireCause(trx, causeId)
    await check?.(trx, records)
    const changed = records.map((record) => ({ record, after: { ...handledOf(record), ...change(record, now) } }))
    const reopened = changed.filter(({ record, after }) => !record.isOpen && after.handling !== 'closed')
    if (
      !(await bringBack(
        trx,
        reopened.map(({ record }) => record),
      ))
    )
      refuse('fault.openAgain')
    for (const { record, after } of changed) {
      const { id, month } = record
      // A note on a closed record does not change the record.
      const isWritten = record.isOpen || after.handling !== 'closed'
      const version = isWritten ? await writeHandled(trx, id, after, now) : null
      const before = isWritten && name !== 'note' ? handledOf(record) : null
      const seq = await insertAct(trx, {
        id,
        month,
        act: name,
        accountId: caller.accountId,
        text,
        batchId,
        before,
        version,
        at: now,
      })
      await insertPhotos(trx, record, seq, photos)
    }
    const closed = changed.filter(({ record, after }) => record.isOpen && after.handling === 'closed')
    await archive(
      trx,
      closed.map(({ record }) => record.id),
      now,
      cause,
    )
    await afterwards?.(trx, records, { id: batchId, now })
    await notifyChanged(trx, ...records.map(({ id }) => id))
  })
  return { batchId }
}

/** It stays in use until the records are closed: what retires or removes it waits. */
async function requireCause(trx: Transaction, id: string): Promise<ChosenCause> {
  return (
    (await holdCause(trx, id)) ?? refuse('field.refused', undefined, { fields: { causeId: 'fault.causeNotOffered' } })
  )
}

/** Only one's own uploads are accepted: otherwise another person's photo could be seen by its id. */
async function requirePhotos(trx: Transaction, accountId: string, photos: readonly string[]): Promise<void> {
  if (photos.length === 0) return
  const own = await listOwnUploads(trx, accountId, photos, 'visit')
  if (photos.some((id) => !own.has(id))) refuse('field.refused', undefined, { fields: { photos: 'file.unknown' } })
}

function handledOf(record: LockedRecord): Handled {
  const { condition, handling, severity, assigneeId, eliminatedAt, shelvedUntil, shelveReason, cause, action } = record
  const { occurrences, visit: planned, closedAt, closingCause } = record
  return {
    condition,
    handling,
    severity,
    assigneeId,
    eliminatedAt,
    closedAt,
    closingCause,
    shelvedUntil,
    shelveReason,
    cause,
    action,
    occurrences,
    visit: planned,
  }
}

const living =
  (name: LifeAct, others: Partial<Handled> = {}) =>
  (record: LockedRecord, now: number): Partial<Handled> => {
    if (record.condition === 'withdrawn') refuse('fault.withdrawn')
    const after = afterAct(record, name) ?? refuse('fault.notNow')
    const isEliminatedNow = record.condition === 'active' && after.condition === 'eliminated'
    const eliminatedAt = isEliminatedNow ? new Date(now).toISOString() : record.eliminatedAt
    return { ...after, eliminatedAt: after.condition === 'active' ? null : eliminatedAt, ...others }
  }

type Body<B> = { body: { records: Versions } & B }

export const acknowledge = (ctx: CallCtx, { body }: Body<object>) =>
  act(ctx, body.records, { act: 'acknowledge', change: living('acknowledge') })

type Assigning = Readonly<{ accountId: string }>

/** The assignee has to see all the devices, and is notified. */
const toSomebody = (ctx: CallCtx, { accountId }: Assigning): Pick<Change, 'check' | 'afterwards'> => ({
  check: async (trx, records) => {
    const owners = [...new Set(records.map(({ organisationId }) => organisationId))]
    if (!(await mayBeAssigned(trx, ctx.caller, accountId, owners))) refuse('fault.unknownAssignee')
  },
  afterwards: async (trx, records, { id: batchId, now }) => {
    // An assignment to oneself needs no notification.
    if (accountId === ctx.caller.accountId) return
    await insertAssignments(trx, records, { accountId, batchId, by: ctx.caller.name, now })
  },
})

export const assign = (ctx: CallCtx, { body }: Body<Assigning>) =>
  act(ctx, body.records, {
    act: 'assign',
    change: living('assign', { assigneeId: body.accountId, visit: null }),
    ...toSomebody(ctx, body),
  })

export const visit = (ctx: CallCtx, { body: { records, accountId, ...planned } }: Body<Assigning & Visit>) =>
  act(ctx, records, {
    act: 'visit',
    text: [planned.phone, planned.parts].filter((part) => part !== '').join(' · '),
    change: living('assign', { assigneeId: accountId, visit: planned }),
    ...toSomebody(ctx, { accountId }),
  })

/** Accounts that see the devices of all these records. */
export const listAssignees = ({ db, caller }: CallCtx, { query: { ids, ...wish } }: { query: AssigneeQuery }) =>
  listAssignable(db, caller, ids.split(','), wish)

type Photos = Readonly<{ photos: readonly string[] }>

/** A note changes nothing; a withdrawn record accepts none. */
const noting = ({ condition }: LockedRecord): Partial<Handled> =>
  condition === 'withdrawn' ? refuse('fault.withdrawn') : {}

export const note = (ctx: CallCtx, { body }: Body<{ text: string } & Photos>) =>
  act(ctx, body.records, { act: 'note', text: body.text, photos: body.photos, change: noting })

export const eliminate = (ctx: CallCtx, { body }: Body<{ cause: string }>) =>
  act(ctx, body.records, { act: 'eliminate', text: body.cause, change: living('eliminate', { cause: body.cause }) })

export const close = (
  ctx: CallCtx,
  {
    body: { records, causeId, cause, action, photos },
  }: Body<{ causeId: string; cause: string; action: string } & Photos>,
) =>
  act(ctx, records, {
    act: 'close',
    text: action,
    causeId,
    photos,
    // What was found when it was cleared stays, unless there is more to say.
    change: living('close', { action, ...(cause === '' ? {} : { cause }) }),
  })

export const reopen = (ctx: CallCtx, { body }: Body<{ reason: string }>) =>
  act(ctx, body.records, {
    act: 'reopen',
    text: body.reason,
    change: (record, now) => ({ ...living('reopen')(record, now), occurrences: record.occurrences + 1 }),
    afterwards: (trx, records, { now }) =>
      watchFrom(
        trx,
        records.map(({ id }) => id),
        now,
      ),
  })

export const shelve = (ctx: CallCtx, { body: { records, reason, until } }: Body<{ reason: string; until: string }>) =>
  act(ctx, records, {
    act: 'shelve',
    text: reason,
    change: ({ condition, handling, severity }, now) => {
      if (condition === 'withdrawn') refuse('fault.withdrawn')
      if (handling === 'closed') refuse('fault.notNow')
      if (Date.parse(until) <= now) refuse('fault.shelvePast')
      if (Date.parse(until) > latestShelving(severity, now)) refuse('fault.shelveTooLong')
      return { shelvedUntil: until, shelveReason: reason }
    },
    afterwards: (trx, shelved, { now }) => insertShelvings(trx, shelved, { until, now }),
  })

export const unshelve = (ctx: CallCtx, { body }: Body<object>) =>
  act(ctx, body.records, {
    act: 'unshelve',
    change: ({ shelvedUntil }, now) => {
      if (shelvedUntil === null || Date.parse(shelvedUntil) <= now) refuse('fault.notNow')
      return { shelvedUntil: null, shelveReason: '' }
    },
  })

/** Reverts one's own act. Records that were changed since, or raised again, stay unchanged and are listed. */
export async function undo(
  { db, clock, caller }: CallCtx,
  { body: { batchId } }: { body: { batchId: string } },
): Promise<{ undone: number; left: string[] }> {
  const now = clock.now()
  return inMonths(db, async (trx) => {
    const acts = await listUndoable(trx, batchId, caller.accountId, now)
    if (acts.length === 0) return refuse('fault.unknownBatch')
    const records = await lockRecords(
      trx,
      caller,
      acts.map(({ faultId }) => faultId),
    )
    const left: string[] = []
    for (const { faultId, version, before } of acts) {
      const record = records.find(({ id }) => id === faultId)
      const isSame = record !== undefined && Date.parse(record.updatedAt) === Date.parse(version)
      if (!isSame || !(await bringBack(trx, [record]))) {
        left.push(faultId)
        continue
      }
      await writeHandled(trx, faultId, before, now)
      const { month } = record
      const undoing = {
        act: 'undo' as const,
        accountId: caller.accountId,
        text: '',
        batchId: null,
        before: null,
        version: null,
      }
      await insertAct(trx, { id: faultId, month, ...undoing, at: now })
      // The time of closing decides whether a new report continues the record, so it comes back too. An act that an
      // earlier version wrote has no cause.
      if (before.handling === 'closed')
        await archive(trx, [faultId], before.closedAt ? Date.parse(before.closedAt) : now, before.closingCause ?? null)
    }
    const kept = new Set(left)
    const undone = acts.map(({ faultId }) => faultId).filter((id) => !kept.has(id))
    await undoAssignments(trx, undone, batchId)
    await forgetBatch(trx, batchId)
    await notifyChanged(trx, ...acts.map(({ faultId }) => faultId))
    return { undone: undone.length, left }
  })
}
