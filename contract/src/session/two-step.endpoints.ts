import { get, noInput, nothing, post } from '../endpoint.ts'
import { PasswordCheck } from './session.model.ts'
import {
  EnrolmentStart,
  EnrolmentStarted,
  NewRecoveryCodes,
  OwnTwoStep,
  SecondStep,
  SecondStepResult,
  TwoStepEnd,
} from './two-step.model.ts'

/** Own calls: the second step of signing in, and its setup. Part of `sessionApi`. */
export const twoStepCalls = {
  signInTwoStep: post('/account/login/two-step', {
    access: 'public',
    summary: { en: 'Sign in: second step', zh: '登录两步验证' },
    description:
      'With the ticket of the first step, within 5 minutes (15 where the app is set up) and from the same browser: a code of the authenticator app, or a recovery code. Wrong ones count as failed sign-ins.',
    body: SecondStep,
    reply: SecondStepResult,
    log: true,
    perMinute: 60,
  }),
  twoStep: get('/account/two-step', {
    access: 'signed-in',
    summary: { en: 'Own two-step sign-in', zh: '我的两步验证' },
    query: noInput,
    reply: OwnTwoStep,
  }),
  beginTwoStep: post('/account/two-step/begin', {
    access: 'signed-in',
    summary: { en: 'Begin setting up two-step sign-in', zh: '开始设置两步验证' },
    description: 'Where it is on already, a code or recovery code is needed too, and a new app takes its place.',
    body: EnrolmentStart,
    reply: EnrolmentStarted,
    perMinute: 20,
  }),
  confirmTwoStep: post('/account/two-step/confirm', {
    access: 'signed-in',
    summary: { en: 'Confirm two-step sign-in with a code', zh: '确认启用两步验证' },
    body: SecondStep,
    reply: NewRecoveryCodes,
    alsoStale: ['account'],
    perMinute: 20,
  }),
  endTwoStep: post('/account/two-step/off', {
    access: 'signed-in',
    summary: { en: 'Switch off own two-step sign-in', zh: '关闭两步验证' },
    description: 'Refused while the role requires it.',
    body: TwoStepEnd,
    reply: nothing,
    alsoStale: ['account'],
    perMinute: 20,
  }),
  renewRecoveryCodes: post('/account/two-step/recovery-codes', {
    access: 'signed-in',
    summary: { en: 'New recovery codes', zh: '重新生成恢复码' },
    description: 'Those of before count no more.',
    body: PasswordCheck,
    reply: NewRecoveryCodes,
    alsoStale: ['account'],
    perMinute: 20,
  }),
} as const
