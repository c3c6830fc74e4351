import { dayMs } from '@brigade/contract/time.ts'
import type { Db } from '../platform/db/database.ts'
import type { FileStore } from '../platform/files/file-store.ts'
import type { Platform } from '../platform/http/context.ts'
import type { Job } from '../platform/jobs/job-runner.ts'
import { deleteFileRow, listKnownFiles, listUnusedFiles } from './file.store.ts'

const idsAtOnce = 1000
/** Up to this many unknown files are removed without a further check. */
const maxUnknown = 100

type Given = Pick<Platform, 'db' | 'clock' | 'files' | 'log'>

/**
 * Removes after a day uploads that no profile, product, template, list of spare parts, fault code or note refers to,
 * and replaced pictures. Bytes are removed first, so that after a kill the row still exists.
 */
async function removeUnused(db: Db, files: FileStore, before: number) {
  for (const id of await listUnusedFiles(db, before)) {
    await files.remove(id)
    await deleteFileRow(db, id)
  }
}

/**
 * Removes bytes without a row, as after restoring a backup, which may contain more files than its database. If most
 * files have no row, the database is probably the wrong one, and nothing is removed.
 */
async function removeUnknown({ db, files, log }: Given, before: number) {
  const unknown: string[] = []
  let total = 0
  let batch: string[] = []
  const look = async () => {
    const known = await listKnownFiles(db, batch)
    unknown.push(...batch.filter((id) => !known.has(id)))
    batch = []
  }
  for await (const { id, at } of files.list()) {
    total += 1
    // The row of a younger file may be inserted in a moment.
    if (at < before) batch.push(id)
    if (batch.length >= idsAtOnce) await look()
  }
  await look()
  if (unknown.length > maxUnknown && unknown.length > total / 2) {
    log.error(
      { unknown: unknown.length, total },
      'The database knows of few of the files that are kept: is it the right one? None was removed',
    )
    return
  }
  for (const id of unknown) await files.remove(id)
}

export function fileJobs(given: Given): readonly Job[] {
  const { db, clock, files } = given
  return [
    {
      name: 'tidy-files',
      cron: '50 3 * * *',
      run: async () => {
        const before = clock.now() - dayMs
        await removeUnused(db, files, before)
        await removeUnknown(given, before)
        await files.removeUnfinished(before)
      },
    },
  ]
}
