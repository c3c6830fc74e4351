import { minuteMs } from '@brigade/contract/time.ts'
import type { Db } from '../../platform/db/database.ts'
import { transaction } from '../../platform/db/transaction.ts'
import type { Platform } from '../../platform/http/context.ts'
import type { Running } from '../../platform/program/domain.ts'
import { repeat } from '../../platform/repeat.ts'
import { spellingOf } from './spell-name.ts'
import { isAnyUnspelled, lockUnspelled, spelledTables, writeSpellings } from './spelling.store.ts'

const pauseMs = minuteMs
const maxConcurrent = 500

/**
 * Spells, at startup and every minute, the Chinese names without a spelling: those from before an update, and those
 * that somebody wrote with SQL. Until then they are found by everything but their initials, and come after the others
 * in the order of names.
 */
export function watchSpelling({ db, log }: Pick<Platform, 'db' | 'log'>): Running {
  const stopping = new AbortController()
  const work = async () => {
    const spelled = await spellNames(db, stopping.signal)
    if (spelled > 0) log.info({ spelled }, 'Names were spelled that had been written without their initials')
  }
  const onErrorMessage = 'Names could not be spelled yet: they are not found by their initials'
  const repetition = repeat(work, { pauseMs, log, onErrorMessage })
  return {
    stop: async () => {
      stopping.abort()
      await repetition.stop()
    },
  }
}

/** Spells some names in one transaction, so that nobody who edits has to wait. Returns their number. */
export async function spellNames(db: Db, signal?: AbortSignal): Promise<number> {
  if (!(await isAnyUnspelled(db))) return 0
  let spelled = 0
  for (const table of spelledTables) {
    let after: string | undefined = '0'
    while (after !== undefined && signal?.aborted !== true) {
      const from: string = after
      const rows = await transaction(db, async (trx) => {
        const found = await lockUnspelled(trx, table, { after: from, most: maxConcurrent })
        if (found.length > 0)
          await writeSpellings(
            trx,
            table,
            found.map(({ at, name }) => ({ at, spelling: spellingOf(name, table.of) })),
          )
        return found
      })
      spelled += rows.length
      after = rows.at(-1)?.key
    }
  }
  return spelled
}
