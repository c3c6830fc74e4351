import { randomBytes } from 'node:crypto'
import { sessionApi } from '@brigade/contract/session/session.endpoints.ts'
import type { SignedIn } from '@brigade/contract/session/session.model.ts'
import type { SignInAnswer } from '@brigade/contract/session/two-step.model.ts'
import { rememberCaptcha } from '../session/captcha/captcha.ts'
import type { Answer, TestApp } from './start-app.ts'

type App = Pick<TestApp, 'db' | 'clock' | 'ask'>

/** A captcha whose answer is known, since a test cannot read the picture. Answers its id. */
export async function knownCaptcha(app: Pick<TestApp, 'db' | 'clock'>, answer = 'HKMR'): Promise<string> {
  const id = randomBytes(12).toString('base64url')
  await rememberCaptcha(app, id, answer)
  return id
}

/** The session of an answer that asks for no second step. */
export function sessionIn({ data }: { data: SignInAnswer }): SignedIn {
  if ('ticket' in data) throw new Error('a second step is asked for')
  return data
}

/** Asks to sign in as the login page does, with the right captcha. */
export async function trySignIn(app: App, account: string, pwd: string): Promise<Answer<SignedIn>> {
  const id = await knownCaptcha(app)
  // oxlint-disable-next-line typescript/consistent-type-assertions -- these accounts have no second step
  return app.ask(sessionApi.signIn, { account, pwd, code: 'HKMR', id }) as Promise<Answer<SignedIn>>
}

/** Signs in and answers the token. */
export async function signIn(app: App, account: string, pwd: string): Promise<string> {
  const { envelope } = await trySignIn(app, account, pwd)
  if (!envelope.success) throw new Error(`${account} could not sign in: ${envelope.msg}`)
  return envelope.data.token
}
