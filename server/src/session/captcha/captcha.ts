import { randomInt, timingSafeEqual } from 'node:crypto'
import { sessionLimits } from '@brigade/contract/session/session.rules.ts'
import type { FileAnswer, Platform } from '../../platform/http/context.ts'
import { refuse } from '../../platform/refusal.ts'
import { captchaPicture } from './captcha-picture.ts'
import { captchaLetters } from './letter-outlines.ts'
import { putCaptcha, takeCaptcha } from '../sign-in.store.ts'
import { hashOf } from '../../platform/secret/token.ts'

type Given = Pick<Platform, 'db' | 'clock'>

/** Upper and lower case are the same. */
const answerHash = (id: string, answer: string) => hashOf(`${id} ${answer.trim().toUpperCase()}`)

/**
 * Stores the answer of a captcha until it is used, 5 minutes at most. A second captcha with the same id replaces the
 * first.
 */
export async function rememberCaptcha({ db, clock }: Given, id: string, answer: string): Promise<void> {
  const expiresAt = clock.now() + sessionLimits.captchaSeconds * 1000
  await putCaptcha(db, { id, answerHash: answerHash(id, answer), expiresAt })
}

export async function drawCaptcha(ctx: Given, { query }: { query: { id: string } }): Promise<FileAnswer> {
  const drawn = Array.from({ length: sessionLimits.captchaLength }, () => randomInt(0, captchaLetters.length))
  const answer = drawn.map((index) => captchaLetters[index]).join('')
  const body = captchaPicture(answer)
  await rememberCaptcha(ctx, query.id, answer)
  return { body, mediaType: 'image/png' }
}

/** Removes a captcha; refuses if it has expired or was used before, or the answer is wrong. */
export async function consumeCaptcha({ db, clock }: Given, id: string, answer: string): Promise<void> {
  const captcha = await takeCaptcha(db, id, clock.now())
  if (captcha === undefined) refuse('session.captchaUsed', undefined, { fields: { code: 'session.captchaUsed' } })
  if (!timingSafeEqual(captcha.answerHash, answerHash(id, answer))) {
    refuse('session.wrongCaptcha', undefined, { fields: { code: 'session.wrongCaptcha' } })
  }
}
