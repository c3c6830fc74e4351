import { accountAccessApi } from '@brigade/contract/system/account/account.endpoints.ts'
import { implement } from '../../platform/http/implement.ts'
import { mailLinkTo } from '../email-link/mail-link.ts'
import { endAccountSessions, listAccountSessions, resetPassword, resetTwoStep, unlockAccount } from './help-account.ts'

export const accountAccessRoutes = implement(accountAccessApi, {
  resetPassword: (ctx, { body }) => resetPassword(ctx, body),
  mailEmailLink: (ctx, { body }) => mailLinkTo(ctx, body.id),
  unlock: (ctx, { body }) => unlockAccount(ctx, body),
  resetTwoStep: (ctx, { body }) => resetTwoStep(ctx, body),
  sessions: (ctx, { query }) => listAccountSessions(ctx, query.id),
  endSessions: (ctx, { body }) => endAccountSessions(ctx, body),
})
