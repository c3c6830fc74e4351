import { modulesOf } from '@brigade/contract/firmware/firmware.model.ts'
import type { FirmwareVersionChange, FirmwareVersionDraft } from '@brigade/contract/firmware/firmware.model.ts'
import { isSameVersion } from '@brigade/contract/firmware/version.rules.ts'
import { createHash } from 'node:crypto'
import type { Transaction } from '../../platform/db/database.ts'
import { transaction } from '../../platform/db/transaction.ts'
import type { Ctx } from '../../platform/http/context.ts'
import { refuse, textRef } from '../../platform/refusal.ts'
import { bytesOf } from '../../platform/files/chunks.ts'
import { grantOffers } from '../engine/grant-offers.ts'
import { requireFirmwareStaff } from '../model/change-models.ts'
import { findModel, lockModel } from '../model/model.store.ts'
import { applyEvent } from '../row/apply-events.ts'
import { lockGate } from '../row/gate.store.ts'
import { holdAddressed } from '../row/held-rows.store.ts'
import { insertTaskEvent } from '../row/task-event.store.ts'
import {
  insertVersion,
  listRunningTasks,
  lockFirmwareFile,
  lockVersion,
  lockVersionsOf,
  wasApproved,
  writeVersion,
} from './version.store.ts'

const searchOf = (number: string, alias: string, model: string) => `${number} ${alias} ${model}`

/** Adds the current version of a module; with `replace` in place of the one that is current, which is archived. */
export async function addVersion(ctx: Ctx, { body }: { body: FirmwareVersionDraft }): Promise<{ id: string }> {
  await requireFirmwareStaff(ctx)
  const { db, caller, clock } = ctx
  const model =
    (await findModel(db, body.modelId)) ??
    refuse('field.refused', undefined, { fields: { modelId: 'firmware.unknownModel' } })
  if (!modulesOf(model).includes(body.module))
    refuse('field.refused', undefined, { fields: { module: 'firmware.moduleOfModel' } })
  const md5 = await md5Of(ctx, body.fileId)
  const reportedAs = body.reportedAs === '' ? body.number : body.reportedAs
  return transaction(db, async (trx) => {
    await lockModel(trx, model.id)
    await makeRoom(trx, ctx, { ...body, reportedAs })
    const file =
      (await lockFirmwareFile(trx, body.fileId)) ??
      refuse('field.refused', undefined, { fields: { fileId: 'firmware.fileGone' } })
    const at = new Date(clock.now()).toISOString()
    const id = await insertVersion(trx, {
      modelId: model.id,
      module: body.module,
      number: body.number,
      reportedAs,
      alias: body.alias,
      notes: body.notes,
      fileId: file.id,
      fileName: file.name,
      bytes: file.bytes,
      md5,
      sha256: file.sha256,
      search: searchOf(body.number, body.alias, model.name),
      creatorId: caller.accountId,
      uploaderId: file.accountId,
      createdAt: at,
      updatedAt: at,
      archivedAt: null,
      archiverId: null,
    })
    return { id }
  })
}

/** The table of files keeps no MD5, which older SDKs still ask for. */
async function md5Of({ files, db }: Ctx, fileId: string): Promise<Buffer> {
  const known = await transaction(db, (trx) => lockFirmwareFile(trx, fileId))
  const stream = known === undefined ? null : await files.getStream(fileId)
  if (stream === null) return refuse('field.refused', undefined, { fields: { fileId: 'firmware.fileGone' } })
  const md5 = createHash('md5')
  for await (const chunk of bytesOf(stream)) md5.update(chunk)
  return md5.digest()
}

type Replacing = Readonly<{ replace: boolean; replaces?: string | undefined }>
type Wanted = Replacing & Readonly<{ modelId: string; module: string; number: string; reportedAs: string }>

/** If two people replace a version at once, the second must first see what would be replaced now. */
function refuseReplacing(current: Readonly<{ id: string; number: string }> | undefined, wanted: Replacing): void {
  if (current === undefined) return
  if (!wanted.replace) refuse('firmware.hasVersion')
  if (wanted.replaces !== undefined && wanted.replaces !== current.id)
    refuse('firmware.otherCurrent', { number: current.number })
}

/** Refuses a second firmware (spec 5), or archives the first. */
async function makeRoom(trx: Transaction, ctx: Ctx, wanted: Wanted): Promise<void> {
  const others = await lockVersionsOf(trx, wanted.modelId, wanted.module)
  const current = others.find(({ archivedAt }) => archivedAt === null)
  refuseReplacing(current, wanted)
  const { number } = wanted
  if (others.some((other) => other.number === number))
    refuse('firmware.numberTaken', { number }, { fields: { number: textRef('firmware.numberTaken', { number }) } })
  refuseSameReport(others, wanted.reportedAs)
  if (current !== undefined) await archive(trx, ctx, current.id)
}

/** A device that reports it could have either. */
function refuseSameReport(
  others: readonly Readonly<{ number: string; reportedAs: string }>[],
  reportedAs: string,
): void {
  const same = others.find((other) => isSameVersion(other.reportedAs, reportedAs))
  if (same === undefined) return
  const { number } = same
  refuse(
    'firmware.reportedTaken',
    { number },
    { fields: { reportedAs: textRef('firmware.reportedTaken', { number }) } },
  )
}

const archive = (trx: Transaction, { caller, clock }: Ctx, id: string): Promise<void> =>
  writeVersion(trx, id, { archivedAt: new Date(clock.now()).toISOString(), archiverId: caller.accountId }, clock.now())

/** Returns the version with its row locked; refuses if somebody changed it since. */
async function held(trx: Transaction, { id, updatedAt }: Readonly<{ id: string; updatedAt: string }>) {
  const version = (await lockVersion(trx, id)) ?? refuse('firmware.unknownVersion')
  if (version.updatedAt !== updatedAt) refuse('firmware.changedSince')
  return version
}

export async function updateVersion(ctx: Ctx, { body }: { body: FirmwareVersionChange }): Promise<null> {
  await requireFirmwareStaff(ctx)
  const { db, clock } = ctx
  await transaction(db, async (trx) => {
    const version = await held(trx, body)
    const reportedAs = body.reportedAs === '' ? version.number : body.reportedAs
    if (reportedAs !== version.reportedAs) {
      if (await wasApproved(trx, body.id))
        refuse('firmware.reportedFixed', undefined, { fields: { reportedAs: 'firmware.reportedFixed' } })
      const others = await lockVersionsOf(trx, version.modelId, version.module)
      refuseSameReport(
        others.filter(({ id }) => id !== body.id),
        reportedAs,
      )
    }
    const model = await findModel(trx, version.modelId)
    const search = searchOf(version.number, body.alias, model?.name ?? '')
    await writeVersion(trx, body.id, { alias: body.alias, notes: body.notes, reportedAs, search }, clock.now())
  })
  return null
}

type Versioned = { body: Readonly<{ id: string; updatedAt: string }> }

/** Running tasks keep the file to their end. */
export async function archiveVersion(ctx: Ctx, { body }: Versioned): Promise<null> {
  await requireFirmwareStaff(ctx)
  await transaction(ctx.db, async (trx) => {
    const version = await held(trx, body)
    if (version.archivedAt !== null) refuse('firmware.isArchived')
    await archive(trx, ctx, body.id)
  })
  return null
}

export async function restoreVersion(
  ctx: Ctx,
  { body }: { body: Replacing & Readonly<{ id: string; updatedAt: string }> },
): Promise<null> {
  await requireFirmwareStaff(ctx)
  await transaction(ctx.db, async (trx) => {
    const version = await held(trx, body)
    if (version.archivedAt === null) refuse('firmware.isCurrent')
    const others = await lockVersionsOf(trx, version.modelId, version.module)
    const current = others.find(({ archivedAt }) => archivedAt === null)
    refuseReplacing(current, body)
    if (current !== undefined) await archive(trx, ctx, current.id)
    await writeVersion(trx, body.id, { archivedAt: null, archiverId: null }, ctx.clock.now())
  })
  return null
}

export async function enableVersion(ctx: Ctx, { body }: Versioned): Promise<null> {
  await requireFirmwareStaff(ctx)
  const { db, clock, caller } = ctx
  await transaction(db, async (trx) => {
    await lockGate(trx)
    const version = await held(trx, body)
    if (version.enabled) refuse('firmware.isEnabled')
    await writeVersion(trx, body.id, { enabled: true }, clock.now())
    for (const taskId of await listRunningTasks(trx, body.id)) {
      await insertTaskEvent(trx, {
        taskId,
        kind: 'version-enabled',
        accountId: caller.accountId,
        text: version.number,
        at: clock.now(),
      })
      // A waiting device does not have to wait for the next look.
      await grantOffers(trx, ctx, { taskId })
    }
  })
  return null
}

/**
 * Stops a version at once: no further offer and no further byte. Addresses become invalid; a device with an offer waits
 * again, and loses no attempt.
 */
export async function disableVersion(ctx: Ctx, { body }: Versioned): Promise<{ stopped: number }> {
  await requireFirmwareStaff(ctx)
  const { db, clock, caller } = ctx
  return transaction(db, async (trx) => {
    await lockGate(trx)
    const version = await held(trx, body)
    if (!version.enabled) refuse('firmware.isDisabled')
    await writeVersion(trx, body.id, { enabled: false }, clock.now())
    const rows = await holdAddressed(trx, body.id)
    await applyEvent(trx, rows, () => ({ kind: 'version-disabled' }), clock.now())
    for (const taskId of await listRunningTasks(trx, body.id))
      await insertTaskEvent(trx, {
        taskId,
        kind: 'version-disabled',
        accountId: caller.accountId,
        text: version.number,
        at: clock.now(),
      })
    return { stopped: rows.filter(({ upgrade }) => upgrade.state !== 'waiting').length }
  })
}
