import path from 'node:path'
import type { Log } from '../log.ts'
import type { Settings } from '../settings.ts'
import type { FileStore } from './file-store.ts'
import { localFiles } from './local-files.ts'
import { s3Files } from './s3-files.ts'

/** The file store: the bucket of the settings, else the data folder. */
export function openFiles({ settings, log }: { settings: Settings; log: Log }): FileStore {
  return settings.s3 === undefined
    ? localFiles(path.join(settings.dataDir, 'files'))
    : s3Files({ settings: settings.s3, log })
}

/** Logs at the start why files cannot be stored. Calls that need them are refused until that is fixed. */
export async function logUnusableFiles(files: FileStore, log: Log): Promise<void> {
  const reason = await files.check()
  if (reason !== null) log.error(`${reason}: files cannot be uploaded or read until that is put right`)
}
