import { once } from 'node:events'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { z } from 'zod'
import { insertOrganisation } from '../customer/organisation.store.ts'
import { longWork, type LongWork } from '../job/long-work.ts'
import { startJob, type StartOptions } from '../job/start-job.ts'
import { transaction } from '../platform/db/transaction.ts'
import { readTable } from '../platform/excel/read-table.ts'
import type { TableColumn } from '../platform/excel/table.ts'
import { writeTable } from '../platform/excel/write-table.ts'
import { localFiles } from '../platform/files/local-files.ts'
import type { Ctx } from '../platform/http/context.ts'
import { liveHub } from '../platform/live/live-hub.ts'
import { createLog } from '../platform/log.ts'
import { refuse, textRef } from '../platform/refusal.ts'
import { loadAccess } from '../system/system.store.ts'
import type { MadeAccount } from './make-account.ts'
import { queuesOf } from './live/queues-of.ts'
import type { TestApp } from './start-app.ts'

const Checkpoint = z.object({ done: z.number() })

/** Writes organisations `<prefix> 1` … in batches, each with its checkpoint; every tenth row is refused on request. */
export const sampleImport = longWork({
  kind: 'customer.import',
  access: 'oven:view',
  params: z.object({
    prefix: z.string(),
    rows: z.number(),
    batch: z.number().default(10),
    pauseMs: z.number().default(0),
    refuseTenths: z.boolean().default(false),
    /** The behaviour at its end instead of success. */
    end: z.enum(['refuse', 'throw']).optional(),
  }),
  async run(work, { prefix, rows, batch, pauseMs, refuseTenths, end }) {
    const { db, clock, caller } = work
    let done = work.checkpoint === undefined ? 0 : Checkpoint.parse(work.checkpoint).done
    await work.keepHead(['Name', '数量'])
    await work.progress({ done, total: rows })
    while (done < rows) {
      const numbers = Array.from({ length: Math.min(batch, rows - done) }, (_, index) => done + index + 1)
      const now = done + numbers.length
      const isRefused = (number: number) => refuseTenths && number % 10 === 0
      await transaction(db, async (trx) => {
        const taken = numbers.filter((number) => !isRefused(number))
        for (const number of taken)
          await insertOrganisation(
            trx,
            { parentId: caller.organisationId, kind: 'customer', name: `${prefix} ${number}` },
            clock.now(),
          )
        const refused = numbers.filter(isRefused).map((number) => ({
          row: number + 1,
          cells: [`=${prefix} ${number}`, number],
          column: 'Name',
          why: textRef('job.tooManyRows', { max: number }),
        }))
        await work.refuseRows(refused, trx)
        const failed = refuseTenths ? Math.floor(now / 10) : 0
        await work.progress({ done: now, failed, checkpoint: { done: now } }, trx)
      })
      done = now
      if (pauseMs > 0) await wait(pauseMs, undefined, { signal: work.signal })
    }
    if (end === 'refuse') refuse('job.tooManyColumns', { max: 7 })
    if (end === 'throw') throw new Error('a fault of ours')
  },
})

const columns: readonly TableColumn<number>[] = [
  { head: { en: 'Number', zh: '编号' }, type: 'number', value: (number) => number },
  { head: { en: 'Time', zh: '时间' }, type: 'instant', value: () => '2026-03-01T23:30:00.000Z' },
]

/** Writes a table with this many rows; on request only after it was asked to stop. */
export const sampleExport = longWork({
  kind: 'customer.export',
  access: 'oven:view',
  params: z.object({
    rows: z.number(),
    format: z.enum(['xlsx', 'csv']),
    pauseMs: z.number().default(0),
    late: z.boolean().optional(),
  }),
  async run(work, { rows, format, pauseMs, late = false }) {
    if (late) {
      await work.progress({ done: 0, total: rows })
      await once(work.signal, 'abort')
    }
    async function* numbers() {
      for (let number = 1; number <= rows; number += 1) {
        yield number
        await work.progress({ done: number, total: rows })
        if (pauseMs > 0) await wait(pauseMs, undefined, { signal: work.signal })
      }
    }
    await work.writeResult(writeTable(format, columns, numbers(), work), `text/${format}`)
  },
})

/** Counts the rows of its input file. */
export const sampleCheck = longWork({
  kind: 'customer.check-import',
  access: 'oven:view',
  params: z.object({}),
  async run(work) {
    let done = 0
    for await (const _ of readTable(await work.input(), { maxBytes: 1_000_000, maxRows: 1000 })) done += 1
    await work.progress({ done, total: done })
  },
})

export const sampleWork = [sampleImport, sampleExport, sampleCheck]

/** Starts long work like a handler for this account's call. */
export async function startAs<P>(
  app: TestApp,
  account: MadeAccount,
  work: LongWork<P>,
  params: P,
  options: StartOptions & { locale?: 'en' | 'zh'; timeZone?: string },
): Promise<string> {
  const { db, caches, clock, settings } = app
  const log = createLog({ level: 'silent' })
  const { locale = 'en', timeZone = 'UTC', ...rest } = options
  const live = liveHub()
  const ctx: Ctx = {
    db,
    caches,
    clock,
    settings,
    log,
    live,
    queues: queuesOf(app, live),
    files: localFiles(path.join(settings.dataDir, 'files')),
    stopping: new AbortController().signal,
    locale,
    timeZone,
    address: '127.0.0.1',
    userAgent: 'test',
    token: null,
    origin: app.url,
    browserSecret: undefined,
    keepBrowserSecret: () => undefined,
    actAs: () => undefined,
    appHeader: '',
    noteApp: () => undefined,
    caller: {
      sessionId: '1',
      accountId: account.id,
      account: account.account,
      name: 'Test',
      organisationId: account.organisationId,
      ...(await loadAccess(db, account.id)),
      mustChangePassword: false,
      opened: null,
    },
  }
  return (await startJob(ctx, work, params, rest)).jobId
}
