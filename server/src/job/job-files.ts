import { randomBytes } from 'node:crypto'
import type { Readable } from 'node:stream'
import { deleteFileRow, insertFile, setFileContent } from '../file/file.store.ts'
import { listUnusedAmong, releaseInput } from './job-file.store.ts'
import { secretJobKinds } from '@brigade/contract/job/job.model.ts'
import { requireRoom } from '../file/require-room.ts'
import type { Platform } from '../platform/http/context.ts'
import { openStream, sealStream } from '../platform/seal-stream.ts'
import { storableText } from '../platform/storable-text.ts'

type Kept = Pick<Platform, 'db' | 'files' | 'clock' | 'settings'>

export type JobFileDraft = Readonly<{
  /** The kind of the job: files of some kinds contain secrets and are encrypted. */
  kind: string
  accountId: string
  organisationId: string
  name: string
  mediaType: string
}>

/**
 * Stores a file that long work reads or writes. Its row is inserted before its bytes are stored, so that after a kill
 * the row leads to any leftovers.
 */
export async function keepJobFile(
  { db, files, clock, settings }: Kept,
  { kind, ...draft }: JobFileDraft,
  body: Readable,
): Promise<string> {
  const id = randomBytes(16).toString('hex')
  const empty = { bytes: 0, sha256: Buffer.alloc(0) }
  const name = storableText(draft.name)
  try {
    await requireRoom({ db, settings }, draft.organisationId)
    await insertFile(db, { id, kind: 'job', ...draft, name, ...empty }, clock.now())
    const kept = secretJobKinds.includes(kind) ? sealStream(settings.secretKey, body) : body
    await setFileContent(db, id, await files.putStream(id, kept))
  } catch (error) {
    body.destroy()
    await dropJobFile({ db, files }, id).catch(() => undefined)
    throw error
  }
  return id
}

/** The decrypted content of a file of a job of that kind; null if there is none. */
export async function openJobFile(
  { files, settings }: Pick<Kept, 'files' | 'settings'>,
  kind: string,
  id: string,
): Promise<Readable | null> {
  const body = await files.getStream(id)
  return body !== null && secretJobKinds.includes(kind) ? openStream(settings.secretKey, body) : body
}

export async function dropJobFile({ db, files }: Pick<Kept, 'db' | 'files'>, id: string): Promise<void> {
  await files.remove(id)
  await deleteFileRow(db, id)
}

/** Removes the given files that no job refers to any more. */
export async function dropUnused({ db, files }: Pick<Kept, 'db' | 'files'>, ids: readonly string[]): Promise<void> {
  for (const id of await listUnusedAmong(db, ids)) await dropJobFile({ db, files }, id)
}

/** Removes an input file from all ended jobs that it started. */
export async function endInput({ db, files }: Pick<Kept, 'db' | 'files'>, id: string): Promise<void> {
  await releaseInput(db, id)
  await dropUnused({ db, files }, [id])
}
