import { randomInt, timingSafeEqual } from 'node:crypto'
import { sessionLimits } from '@brigade/contract/session/session.model.ts'
import type { FileAnswer, Platform } from '../../platform/http/context.ts'
import { refuse } from '../../platform/refusal.ts'
import { captchaPicture } from './captcha-picture.ts'
import { glyphs } from './glyphs.ts'
import { putCaptcha, takeCaptcha } from '../sign-in.store.ts'
import { hashOf } from '../token.ts'

type Given = Pick<Platform, 'db' | 'clock'>

const letters = Object.keys(glyphs)

/** Upper and lower case are the same. */
const answerHash = (id: string, answer: string) => hashOf(`${id} ${answer.trim().toUpperCase()}`)

/** Keeps what a captcha shows until it is asked for, 5 minutes at most. An id asked again is replaced. */
export async function rememberCaptcha({ db, clock }: Given, id: string, answer: string): Promise<void> {
  const expiresAt = clock.now() + sessionLimits.captchaSeconds * 1000
  await putCaptcha(db, { id, answerHash: answerHash(id, answer), expiresAt })
}

export async function drawCaptcha(ctx: Given, { query }: { query: { id: string } }): Promise<FileAnswer> {
  const answer = Array.from({ length: sessionLimits.captchaLength }, () => letters[randomInt(0, letters.length)]).join(
    '',
  )
  const body = captchaPicture(answer)
  await rememberCaptcha(ctx, query.id, answer)
  return { body, mediaType: 'image/png' }
}

/** Uses a captcha up; refuses where it is gone or the answer is another. */
export async function consumeCaptcha({ db, clock }: Given, id: string, answer: string): Promise<void> {
  const captcha = await takeCaptcha(db, id, clock.now())
  if (captcha === undefined) refuse('session.captchaUsed', undefined, { fields: { code: 'session.captchaUsed' } })
  if (!timingSafeEqual(captcha.answerHash, answerHash(id, answer))) {
    refuse('session.wrongCaptcha', undefined, { fields: { code: 'session.wrongCaptcha' } })
  }
}
