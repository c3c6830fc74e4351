import type { Platform } from '../platform/http/context.ts'
import { refuse } from '../platform/refusal.ts'
import { sumOfFiles } from './file.store.ts'

/** Limit for the files of one organisation together. */
export const limitBytes = ({ filesMb }: Platform['settings']) =>
  filesMb === 0 ? Number.POSITIVE_INFINITY : filesMb * 1_000_000

/** Refuses when an organisation has reached its limit; called before a file is made, so that none is made in vain. */
export async function requireRoom(
  { db, settings }: Pick<Platform, 'db' | 'settings'>,
  organisationId: string,
): Promise<void> {
  if (settings.filesMb === 0) return
  if ((await sumOfFiles(db, organisationId)) >= limitBytes(settings))
    refuse('file.overLimit', { maxMb: settings.filesMb })
}
