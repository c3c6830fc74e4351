import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import type { CheckpointPlace } from '@brigade/contract/system/log/log.model.ts'
import {
  checkpointFields,
  checkpointKey,
  checkpointLine,
  leaveInFile,
  readCheckpoints,
  signCheckpoint,
  type Checkpoint,
} from '../../../platform/chain/checkpoint.ts'
import type { Clock } from '../../../platform/clock.ts'
import type { Db } from '../../../platform/db/database.ts'
import { bucketTexts } from '../../../platform/files/s3-texts.ts'
import type { Log } from '../../../platform/log.ts'
import { hostOf } from '../../../platform/mail/frame-mail.ts'
import { openMailer } from '../../../platform/mail/mailer.ts'
import type { Settings } from '../../../platform/settings.ts'
import { findNewestCheckpoint, insertCheckpoint, readChain } from './chain.store.ts'

export type Own = Readonly<{ db: Db; clock: Clock; settings: Settings; log: Log }>

/** The prefix in the bucket; there is one text for each day. */
const inBucket = 'operation-log-checkpoints/'

/** The destinations of checkpoints: a file, the bucket of the uploaded files if there is one, and a mailbox. */
export const placesOf = ({ checkpointFile, s3, checkpointMail }: Settings): CheckpointPlace[] => [
  ...(checkpointFile === undefined ? [] : ['file' as const]),
  ...(s3 === undefined ? [] : ['s3' as const]),
  ...(checkpointMail === undefined ? [] : ['mail' as const]),
]

/** Mails a checkpoint: its last line is a file that the check accepts. */
async function leaveInMail({ mail, checkpointMail: to }: Settings, checkpoint: Checkpoint): Promise<void> {
  if (mail === undefined || to === undefined) return
  const line = checkpointLine(checkpoint)
  const { n, head, madeAt } = checkpointFields(checkpoint)
  const text = [
    `The operation log of this installation had ${n} sealed lines at ${madeAt}. Keep this mail where nobody can change it.`,
    '操作日志存证点，请妥善保存本邮件。',
    'To check the log against it, save the line below as a file and run: npm run verify-log -- FILE',
    line,
  ].join('\n\n')
  const mailer = openMailer(mail, { connections: 1 })
  try {
    const outcome = await mailer.send({
      to,
      subject: `Checkpoint of the operation log / 操作日志存证点: ${n}`,
      text,
      messageId: `<checkpoint.${n}.${head.slice(0, 16)}@${hostOf(mail.from)}>`,
      headers: { 'auto-submitted': 'auto-generated' },
    })
    if (outcome.kind !== 'sent') throw new Error(`${outcome.kind}: ${outcome.answer}`)
  } finally {
    mailer.close()
  }
}

async function leaveIn(place: CheckpointPlace, settings: Settings, checkpoint: Checkpoint): Promise<void> {
  const { checkpointFile, s3 } = settings
  if (place === 'file' && checkpointFile !== undefined) await leaveInFile(checkpointFile, checkpoint)
  if (place === 's3' && s3 !== undefined)
    await bucketTexts(s3).append(`${inBucket}${checkpoint.madeAt.slice(0, 10)}.ndjson`, checkpointLine(checkpoint))
  if (place === 'mail') await leaveInMail(settings, checkpoint)
}

/**
 * Signs the present length and head of the chain and stores them outside. A chain that has not grown since the last
 * checkpoint is not signed again.
 */
export async function writeCheckpoint({ db, clock, settings, log }: Own): Promise<Checkpoint | undefined> {
  const { n, head } = await readChain(db)
  const last = await findNewestCheckpoint(db)
  const places = placesOf(settings)
  const isSame = last?.n === String(n)
  if (n === 0n || (isSame && places.every((place) => last.leftFor.includes(place)))) return undefined
  const previous = last === undefined ? Buffer.alloc(32) : isSame ? last.previous : last.head
  const madeAt = new Date(clock.now()).toISOString()
  const checkpoint = signCheckpoint(await checkpointKey(settings), { n, head, previous, madeAt })
  const leftFor = isSame ? [...last.leftFor] : []
  for (const place of places.filter((each) => !leftFor.includes(each)))
    try {
      await leaveIn(place, settings, checkpoint)
      leftFor.push(place)
    } catch (error) {
      log.error({ err: error, place }, 'A checkpoint of the operation log could not be left outside')
    }
  await insertCheckpoint(db, checkpoint, leftFor)
  return checkpoint
}

/** The checkpoints that were left in the file and in the bucket. */
export async function readLeft({ checkpointFile: file, s3 }: Settings): Promise<Checkpoint[]> {
  const inFile = file !== undefined && existsSync(file) ? [await readFile(file, 'utf8')] : []
  const inStorage = s3 === undefined ? [] : await bucketTexts(s3).readAll(inBucket)
  return [...inFile, ...inStorage].flatMap(readCheckpoints)
}
