import type { Clock } from '../platform/clock.ts'
import type { Db } from '../platform/db/database.ts'
import type { FileStore } from '../platform/files/file-store.ts'
import type { Job } from '../platform/jobs/job-runner.ts'
import { removeUnwornAvatars } from './file.store.ts'

/** Uploads that no profile was saved with, and avatars replaced by others, go after a day. */
export function fileJobs({ db, clock, files }: { db: Db; clock: Clock; files: FileStore }): readonly Job[] {
  return [
    {
      name: 'remove-unworn-avatars',
      cron: '50 3 * * *',
      run: async () => {
        for (const id of await removeUnwornAvatars(db, clock.now() - 86_400_000)) await files.remove(id)
      },
    },
  ]
}
