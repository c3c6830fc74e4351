import { transaction } from '../../platform/db/transaction.ts'
import type { Platform } from '../../platform/http/context.ts'
import type { Running } from '../../platform/program/domain.ts'
import { actNotices, areNotices, findNextNotice, takeNotice } from '../../system/notice/act-notice.store.ts'
import { announceNoted } from './announce.ts'

const busyMs = 1000
/** The delay between an act and its message. */
const notedMs = 100

/**
 * Announces acts that lower domains have noted: acts on accounts, opened consoles, ended bindings. Each is deleted in
 * the transaction that announces it; one that cannot be announced stays, and stops no other.
 */
export function startAnnouncingActs(platform: Platform): Running {
  const { db, queues, stopping } = platform
  const work = async () => {
    let id = await findNextNotice(db, '0')
    while (id !== undefined && !stopping.aborted) {
      await announceOne(platform, id)
      id = await findNextNotice(db, id)
    }
  }
  return queues.watch({
    name: actNotices,
    waits: areNotices,
    withinMs: notedMs,
    busyMs,
    work,
    onErrorMessage: 'Acts could not be announced yet',
  })
}

async function announceOne(platform: Platform, id: string): Promise<void> {
  try {
    await transaction(platform.db, async (trx) => {
      const noted = await takeNotice(trx, id)
      if (noted !== undefined) await announceNoted({ ...platform, db: trx }, noted)
    })
  } catch (error) {
    platform.log.error({ err: error, noticeId: id }, 'An act could not be announced yet')
  }
}
