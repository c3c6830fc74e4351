import { existsSync } from 'node:fs'
import { chmod, mkdir, readFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { z } from 'zod'
import { bucketTexts } from '../platform/files/s3-texts.ts'
import { appendPrivate, privateMode } from '../platform/files/private-file.ts'
import type { Running, SeedOptions } from '../platform/program/domain.ts'
import type { Platform } from '../platform/http/context.ts'
import type { Settings } from '../platform/settings.ts'
import { areUnnoted, listErasedAgain, listUnnoted, markNoted } from './erase.store.ts'
import { eraseKnown } from './erase-person.ts'

const busyMs = 2000
const atOnce = 500
const inBucket = 'erased-people.ndjson'

/** Identifies the person without personal data. An id alone may be assigned again after a restore. */
const Line = z.object({ id: z.string().regex(/^\d{1,18}$/), createdAt: z.iso.datetime({ offset: true }) })
type Line = z.output<typeof Line>

/**
 * Records erased people outside the database: in a file, and in the bucket of the uploaded files if there is one. A
 * line that is written twice, after a kill, changes nothing.
 */
export function startRecordingErasures({ db, settings, queues }: Platform): Running {
  const work = async () => {
    for (;;) {
      const people = await listUnnoted(db, atOnce)
      if (people.length === 0) return
      await leave(settings, people.map(({ id, createdAt }) => `${JSON.stringify({ id, createdAt })}\n`).join(''))
      await markNoted(
        db,
        people.map(({ id }) => id),
      )
    }
  }
  return queues.watch({
    name: 'erased-people',
    waits: areUnnoted,
    busyMs,
    work,
    onErrorMessage: 'Who was erased could not be noted outside the database yet',
  })
}

async function leave({ erasedFile, s3 }: Settings, text: string): Promise<void> {
  await mkdir(dirname(erasedFile), { recursive: true })
  await appendPrivate(erasedFile, text)
  if (s3 !== undefined) await bucketTexts(s3).append(inBucket, text)
}

/** Lines that were cut off by a full disk are passed over. */
const linesOf = (text: string): Line[] =>
  text.split('\n').flatMap((line) => {
    try {
      return [Line.parse(JSON.parse(line))]
    } catch {
      return []
    }
  })

/** A backup that is older than an erasure brings the person back: they are erased again when the program starts on it. */
export async function eraseAgain({ db, settings, clock, log }: SeedOptions): Promise<void> {
  const { erasedFile, s3 } = settings
  const isThere = existsSync(erasedFile)
  // A former version left it open to everybody on the machine.
  if (isThere) await chmod(erasedFile, privateMode)
  const inFile = isThere ? linesOf(await readFile(erasedFile, 'utf8')) : []
  const inStorage = s3 === undefined ? [] : (await bucketTexts(s3).readAll(inBucket)).flatMap(linesOf)
  const noted = [...inFile, ...inStorage]
  let erased = 0
  for (let start = 0; start < noted.length; start += atOnce)
    for (const id of await listErasedAgain(db, noted.slice(start, start + atOnce))) {
      await eraseKnown({ db, clock }, id, null)
      erased += 1
    }
  if (erased > 0) log.warn({ erased }, 'App users whom a restored backup brought back were erased again')
}
