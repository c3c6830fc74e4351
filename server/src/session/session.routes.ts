import { sessionApi } from '@brigade/contract/session/session.endpoints.ts'
import { implement } from '../platform/http/implement.ts'
import { drawCaptcha } from './captcha/captcha.ts'
import { changePassword } from './change-password.ts'
import { revokeSession, signOut } from './end-sessions.ts'
import { listOwnMenus } from './list-menus.ts'
import { watchOwnMenu } from './watch-own-menu.ts'
import {
  readOwnFilters,
  readOwnHabits,
  removeOwnFilter,
  saveOwnFilter,
  saveOwnHabits,
} from './preference/own-preferences.ts'
import { mintOpeningCode } from './opened/open-console.ts'
import { readDemoSignIn } from './demo/demo-sign-in.ts'
import { confirmEmail } from './email-link/confirm-email.ts'
import { mailOwnLink } from './email-link/mail-link.ts'
import { getOwnUser } from './opened/own-user.ts'
import { listOwnOpenings, refuseOpening } from './opened/own-openings.ts'
import { notePasswordChecked } from './opening.store.ts'
import { requirePassword } from './require-password.ts'
import { listOwnSessions } from './session.store.ts'
import { signInByCode } from './sign-in/sign-in-by-code.ts'
import { linkOidc, startOidc } from './oidc/sign-in-by-oidc.ts'
import { signIn } from './sign-in/sign-in.ts'
import {
  beginTwoStep,
  confirmTwoStep,
  endTwoStep,
  readOwnTwoStep,
  renewRecoveryCodes,
} from './two-step/own-two-step.ts'
import { signInTwoStep } from './two-step/sign-in-two-step.ts'
import { updateProfile } from './update-profile.ts'

export const sessionRoutes = implement(sessionApi, {
  captcha: drawCaptcha,
  signIn,
  signInByCode,
  signInByCompanyCode: signInByCode,
  oidc: ({ settings }) => ({ enabled: settings.oidc !== undefined, name: settings.oidc?.name ?? '' }),
  demo: readDemoSignIn,
  startOidc,
  linkOidc,
  signOut,
  user: getOwnUser,
  menus: ({ db, caller }) => listOwnMenus(db, caller),
  menusLive: watchOwnMenu,
  updateProfile,
  changePassword,
  checkPassword: async (ctx, { body }) => {
    await requirePassword(ctx, body.password)
    await notePasswordChecked(ctx.db, ctx.caller.sessionId, ctx.clock.now())
    return null
  },
  sessions: async ({ db, clock, caller }) =>
    (await listOwnSessions(db, caller.accountId, clock.now())).map((session) => ({
      ...session,
      current: session.id === caller.sessionId,
    })),
  revokeSession,
  signInTwoStep,
  twoStep: readOwnTwoStep,
  beginTwoStep,
  confirmTwoStep,
  endTwoStep,
  renewRecoveryCodes,
  mailEmailLink: mailOwnLink,
  confirmEmail,
  habits: readOwnHabits,
  saveHabits: saveOwnHabits,
  savedFilters: readOwnFilters,
  saveFilter: saveOwnFilter,
  removeFilter: removeOwnFilter,
  openConsole: (ctx, { body }) => mintOpeningCode(ctx, body),
  openConsoleByGet: (ctx, { query }) => mintOpeningCode(ctx, query),
  openings: listOwnOpenings,
  refuseOpening: (ctx, { body }) => refuseOpening(ctx, body),
})
