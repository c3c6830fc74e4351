import { sessionApi } from '@brigade/contract/session/session.endpoints.ts'
import type { Enrolment } from '@brigade/contract/session/two-step.model.ts'
import { hashPassword } from '../system/password.ts'
import { seal } from '../platform/secret-box.ts'
import { newTotpSecret, stepAt, totpAt } from '../session/two-step/totp.ts'
import { knownCaptcha } from './sign-in.ts'
import type { AskOptions, TestApp } from './start-app.ts'

type App = Pick<TestApp, 'db' | 'clock' | 'settings'>

/** What an authenticator app shows now, or some steps of 30 s later. */
export const codeNow = ({ clock }: Pick<TestApp, 'clock'>, secret: string, later = 0): string =>
  totpAt(secret, stepAt(clock.now()) + later)

/** None that counts, whatever the time. */
export const wrongCode = ({ clock }: Pick<TestApp, 'clock'>, secret: string): string => {
  const near = new Set([-1, 0, 1].map((later) => codeNow({ clock }, secret, later)))
  return ['000000', '111111', '222222', '333333'].find((code) => !near.has(code)) ?? ''
}

/** Gives an account two-step sign-in with two recovery codes, as a row; setting it up is tested where it is. */
export async function giveTwoStep({ db, clock, settings }: App, accountId: string) {
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

/** The role that an account has requires two-step sign-in from now on, or does not any more. */
export async function requireTwoStep({ db }: Pick<TestApp, 'db'>, accountId: string, requiresTwoStep = true) {
  const { roleId } = await db
    .selectFrom('account')
    .select('roleId')
    .where('id', '=', accountId)
    .executeTakeFirstOrThrow()
  await db.updateTable('role').set({ requiresTwoStep }).where('id', '=', roleId).execute()
}

/** Signs in with a password where a second step follows: its ticket, and the browser that it belongs to. */
export async function firstStep(
  app: Pick<TestApp, 'db' | 'clock' | 'ask'>,
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
