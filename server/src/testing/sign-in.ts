import { randomBytes } from 'node:crypto'
import { sessionApi } from '@brigade/contract/session/session.endpoints.ts'
import type { SignedIn } from '@brigade/contract/session/session.model.ts'
import type { Enrolment, SignInAnswer } from '@brigade/contract/session/two-step.model.ts'
import { rememberCaptcha } from '../session/captcha/captcha.ts'
import { seal } from '../platform/secret/secret-box.ts'
import { newTotpSecret, stepAt, totpAt } from '../session/two-step/totp.ts'
import { hashPassword } from '../system/password.ts'
import type { Answer, AskOptions, TestApp } from './start-app.ts'

type App = Pick<TestApp, 'db' | 'clock' | 'ask'>

/** Stores a captcha with a known answer, since a test cannot read the picture. Returns its id. */
export async function knownCaptcha(app: Pick<TestApp, 'db' | 'clock'>, answer = 'HKMR'): Promise<string> {
  const id = randomBytes(12).toString('base64url')
  await rememberCaptcha(app, id, answer)
  return id
}

/** The session of an answer without a second step. */
export function sessionIn({ data }: { data: SignInAnswer }): SignedIn {
  if ('ticket' in data) throw new Error('a second step is asked for')
  return data
}

/** Calls sign-in as the login page does, with the right captcha. */
export async function trySignIn(app: App, account: string, pwd: string): Promise<Answer<SignedIn>> {
  const id = await knownCaptcha(app)
  // oxlint-disable-next-line typescript/consistent-type-assertions -- these accounts have no second step
  return app.ask(sessionApi.signIn, { account, pwd, code: 'HKMR', id }) as Promise<Answer<SignedIn>>
}

/** Signs in and returns the token. */
export async function signIn(app: App, account: string, pwd: string): Promise<string> {
  const { envelope } = await trySignIn(app, account, pwd)
  if (!envelope.success) throw new Error(`${account} could not sign in: ${envelope.msg}`)
  return envelope.data.token
}

/** The code that an authenticator app shows now, or some steps of 30 s later. */
export const codeNow = ({ clock }: Pick<TestApp, 'clock'>, secret: string, later = 0): string =>
  totpAt(secret, stepAt(clock.now()) + later)

/** A code that is wrong at any near time. */
export const wrongCode = ({ clock }: Pick<TestApp, 'clock'>, secret: string): string => {
  const near = new Set([-1, 0, 1].map((later) => codeNow({ clock }, secret, later)))
  return ['000000', '111111', '222222', '333333'].find((code) => !near.has(code)) ?? ''
}

/** Inserts two-step sign-in with two recovery codes for an account; setting it up has its own tests. */
export async function giveTwoStep(
  { db, clock, settings }: Pick<TestApp, 'db' | 'clock' | 'settings'>,
  accountId: string,
) {
  const secret = newTotpSecret()
  const enrolledAt = new Date(clock.now()).toISOString()
  const recoveryCodes = ['AAAAA-AAAA1', 'BBBBB-BBBB2']
  await db
    .insertInto('twoStep')
    .values({ accountId, secret: seal(settings.secretKey, secret), lastStep: '0', enrolledAt })
    .execute()
  const hashes = await Promise.all(recoveryCodes.map((code) => hashPassword(code.replace('-', ''))))
  await db
    .insertInto('recoveryCode')
    .values(hashes.map((codeHash, place) => ({ accountId, place, codeHash, usedAt: null })))
    .execute()
  return { secret, recoveryCodes }
}

/** Sets whether the role of an account requires two-step sign-in. */
export async function requireTwoStep({ db }: Pick<TestApp, 'db'>, accountId: string, requiresTwoStep = true) {
  const { roleId } = await db
    .selectFrom('account')
    .select('roleId')
    .where('id', '=', accountId)
    .executeTakeFirstOrThrow()
  await db.updateTable('role').set({ requiresTwoStep }).where('id', '=', roleId).execute()
}

/** Signs in with a password when a second step follows: returns its ticket, and its browser. */
export async function firstStep(
  app: App,
  account: string,
  pwd: string,
  options: AskOptions = {},
): Promise<Readonly<{ ticket: string; enrolment: Enrolment | null; cookie: string | undefined }>> {
  const id = await knownCaptcha(app)
  const { envelope, cookie } = await app.ask(sessionApi.signIn, { account, pwd, code: 'HKMR', id }, options)
  if (!envelope.success || !('ticket' in envelope.data)) throw new Error(`no second step: ${envelope.msg}`)
  const { ticket, enrolment } = envelope.data
  return { ticket, enrolment, cookie }
}
