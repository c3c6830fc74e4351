import { randomUUID } from 'node:crypto'
import {
  demoKinds,
  maxNamed,
  type DemoKind,
  type DemoPreview,
  type DemoState,
} from '@brigade/contract/system/demo/demo.model.ts'
import type { Transaction } from '../../platform/db/database.ts'
import { notifyOnCommit } from '../../platform/db/notify.ts'
import { withOperation } from '../../platform/db/connection/operation-mark.ts'
import { longTransaction, transaction } from '../../platform/db/transaction.ts'
import type { Ctx, Platform } from '../../platform/http/context.ts'
import type { DemoPart, GoingRows, Running } from '../../platform/program/domain.ts'
import { queueFilled } from '../../platform/queue/queues.ts'
import {
  beginEmptying,
  endEmptying,
  holdEmptying,
  isBeingEmptied,
  listDemoRows,
  readDemoState,
  unmark,
} from '../../platform/program/demo-rows.store.ts'
import { refuse } from '../../platform/refusal.ts'
import { requirePassword } from '../../session/require-password.ts'
import { findAccount } from '../account.store.ts'
import { recordOperation } from '../log/record-operation.store.ts'
import { findName, listHeld, listMarkedTables, type Held } from './held.store.ts'
import { findPastProgress } from './past-progress.store.ts'

/** The number of rows that are removed one by one in one transaction. */
const portion = 3
const busyMs = 1000
/** The queue of the removal, which somebody waits for. */
const emptying = 'demo-emptying'
const call = 'demo.empty'

const emptyDemoCode = 'demo:empty'

export async function demoState({ db, caller, settings }: Ctx): Promise<DemoState> {
  const { state, begun, left } = await readDemoState(db)
  const nothing = { written: 0, left: 0 }
  return {
    state,
    isSimulated: state === 'here' && settings.demo && settings.simulator !== undefined,
    progress: state === 'emptied' ? 1 : state === 'emptying' && begun > 0 ? Math.max(0, 1 - left / begun) : 0,
    past: state === 'here' ? await findPastProgress(db) : nothing,
    mayEmpty: caller.operationCodes.has(emptyDemoCode),
  }
}

export async function previewEmptying({ db, caller }: Ctx): Promise<DemoPreview> {
  const marked = await listDemoRows(db)
  const held = await listHeld(db, marked, caller.accountId)
  const countOf = (kind: DemoKind) =>
    (marked.get(kind)?.length ?? 0) - held.filter(({ row }) => row.table === kind).length
  const named = held.filter((one): one is Held & { row: { table: DemoKind } } => kindOf(one.row.table) !== undefined)
  const stays: DemoPreview['stays'] = []
  for (const { row, by } of named.slice(0, maxNamed)) {
    const [name, because] = [
      await nameOf(db, row),
      by.table === row.table && by.id === row.id ? null : await nameOf(db, by),
    ]
    if (name !== null) stays.push({ ...name, because })
  }
  const goes = demoKinds.map((kind) => ({ kind, count: countOf(kind) })).filter(({ count }) => count > 0)
  return { goes, stays, staysMore: named.length - stays.length }
}

const kindOf = (table: string): DemoKind | undefined => demoKinds.find((kind) => kind === table)

async function nameOf(db: Ctx['db'], { table, id }: Held['row']) {
  const kind = kindOf(table)
  const name = kind && (await findName(db, kind, id))
  return kind === undefined || name === undefined ? null : { kind, name }
}

/** Begins it; a worker does it. From here on no start adds anything of the demo. */
export async function emptyDemo(ctx: Ctx, password: string): Promise<null> {
  await requirePassword(ctx, password)
  const { db, clock, caller } = ctx
  await transaction(db, async (trx) => {
    if (!(await beginEmptying(trx, caller.accountId, clock.now()))) refuse('demo.notHere')
    await keep(trx, caller.accountId)
    await notifyOnCommit(trx, 'live', { [queueFilled]: [emptying] })
  })
  return null
}

/** Removes the mark of demo rows that rows of people depend on. Returns the rows to remove. */
async function keep(trx: Transaction, accountId: string | null): Promise<GoingRows> {
  const held = await listHeld(trx, await listDemoRows(trx), accountId)
  for (const { row } of held) await unmark(trx, row.table, [row.id])
  return listDemoRows(trx)
}

/**
 * Removes the demo after the request: devices a few at a time, because many rows belong to each, and all other rows in
 * one transaction. So a kill loses at most a portion, and the next worker continues with the rows that are still
 * marked.
 */
export const startEmptying =
  (parts: readonly DemoPart[]) =>
  (platform: Platform): Running =>
    platform.queues.watch({
      name: emptying,
      waits: isBeingEmptied,
      withinMs: 0,
      busyMs,
      work: async () => {
        for (const { begin } of parts) await begin?.(platform)
        while (!platform.stopping.aborted && (await removeSome(platform, parts)));
      },
      onErrorMessage: 'The demo could not be removed yet',
    })

/** Answers whether something is left to do for this worker. */
async function removeSome(platform: Platform, parts: readonly DemoPart[]): Promise<boolean> {
  const { db, clock } = platform
  const operationId = randomUUID()
  const began = clock.now()
  let ended: GoingRows | undefined
  const goesOn = await longTransaction(db, async (trx) => {
    ended = undefined
    const held = await holdEmptying(trx)
    if (held === undefined) return false
    const actor = held.accountId === null ? undefined : await findAccount(trx, held.accountId)
    const mark = { id: operationId, accountId: held.accountId, call }
    await withOperation(mark, async () => {
      const next = nextOf(parts, await keep(trx, held.accountId))
      await remove(trx, parts, next.going)
      if (!next.isRest) return
      for (const { last } of parts) await last?.(trx)
      await endEmptying(trx, clock.now())
      ended = next.going
    })
    await recordOperation(trx, {
      operationId,
      time: clock.now(),
      actor:
        actor === undefined || held.accountId === null
          ? null
          : { accountId: held.accountId, account: actor.account, organisationId: actor.organisationId },
      address: '',
      module: 'demo',
      operation: 'empty',
      method: 'JOB',
      path: '',
      durationMs: Math.max(0, clock.now() - began),
      code: 200,
      success: true,
      request: null,
      response: null,
      within: true,
    })
    return ended === undefined
  })
  if (ended !== undefined) for (const { end } of parts) await end?.(platform, ended)
  return goesOn
}

/** The next rows of a table whose rows are deleted one by one, and the remaining rows once there are none of these. */
function nextOf(parts: readonly DemoPart[], going: GoingRows): { going: GoingRows; isRest: boolean } {
  for (const table of parts.flatMap(({ oneByOne = [] }) => oneByOne)) {
    const some = (going.get(table) ?? []).slice(0, portion)
    if (some.length > 0) return { going: new Map([[table, some]]), isRest: false }
  }
  return { going, isRest: true }
}

async function remove(trx: Transaction, parts: readonly DemoPart[], going: GoingRows): Promise<void> {
  for (const { before } of parts) await before?.(trx, going)
  for (const table of await listMarkedTables(trx)) {
    const ids = going.get(table) ?? []
    if (ids.length === 0) continue
    const own = parts.flatMap((part) => part.remove?.[table] ?? [])
    if (own.length === 0) throw new Error(`No domain removes rows of ${table}`)
    for (const removeRows of own) await removeRows(trx, ids)
    await unmark(trx, table, ids)
  }
  for (const { after } of parts) await after?.(trx, going)
}
