import { z } from 'zod'
import { download, endpoints, get, live, noInput, nothing, post } from '../endpoint.ts'
import { Id } from '../field.ts'
import { emailLinkCalls } from './email-link.endpoints.ts'
import { openingCalls } from './opening.endpoints.ts'
import { preferenceCalls } from './preference.endpoints.ts'
import {
  CaptchaId,
  CodeSignIn,
  DemoSignIn,
  MenuEntry,
  OwnSession,
  PasswordChange,
  PasswordCheck,
  ProfileDraft,
  SignIn,
  UserInfo,
} from './session.model.ts'
import { twoStepCalls } from './two-step.endpoints.ts'
import { SignInAnswer } from './two-step.model.ts'

/** Spec 7, Auth and common; product.md, Sessions. */
export const sessionApi = endpoints('session', {
  captcha: download('/verify/code/image', {
    access: 'public',
    summary: { en: 'Captcha picture', zh: '获取图形验证码' },
    description: 'The client makes the id. The picture may be used once, within 5 minutes; asking again replaces it.',
    query: z.strictObject({ id: CaptchaId }),
    mediaTypes: ['image/png'],
    perMinute: 60,
  }),
  signIn: post('/account/login', {
    access: 'public',
    summary: { en: 'Sign in', zh: '登录' },
    description: 'Answers a session, or a ticket where a second step is needed (`account/login/two-step`).',
    body: SignIn,
    reply: SignInAnswer,
    log: true,
    perMinute: 60,
  }),
  signInByCode: post('/account/login/code', {
    access: 'public',
    summary: { en: 'Sign in with an authorisation code', zh: '授权码登录' },
    description:
      'A one-time code of ours, or, with `state`, the code an OpenID Connect provider gave. Answers a session or a ticket, as signing in does. A code for the console of an organisation begins a session beside the one that asked for it.',
    body: CodeSignIn,
    reply: SignInAnswer,
    log: true,
    perMinute: 60,
  }),
  signInByCompanyCode: post('/commons/company/code/login', {
    access: 'public',
    summary: { en: 'Sign in with a company code', zh: '企业授权码登录' },
    body: CodeSignIn,
    reply: SignInAnswer,
    log: true,
    perMinute: 60,
  }),
  oidc: get('/account/oidc', {
    access: 'public',
    summary: { en: 'Whether an OpenID Connect provider is configured', zh: '是否配置了统一身份认证' },
    query: noInput,
    reply: z.object({ enabled: z.boolean(), name: z.string() }),
  }),
  demo: get('/account/demo', {
    access: 'public',
    summary: { en: 'The sign-in of the demo', zh: '演示账号' },
    description:
      'The account of the demo’s administrator with the password that the documents print, while it has that password, the demo’s data is there, and only this machine can reach the sign-in page. Null everywhere else: no other password is ever answered.',
    query: noInput,
    reply: DemoSignIn.nullable(),
    perMinute: 60,
  }),
  startOidc: post('/account/oidc/start', {
    access: 'public',
    summary: { en: 'Begin signing in with the OpenID Connect provider', zh: '发起统一身份认证' },
    description: 'Answers the address to send the browser to. It returns to /login with `code` and `state`.',
    body: noInput,
    reply: z.object({ url: z.string() }),
    perMinute: 30,
  }),
  linkOidc: post('/account/oidc/link', {
    access: 'signed-in',
    summary: { en: 'Begin linking own account to the OpenID Connect provider', zh: '发起关联统一身份认证' },
    description:
      'Answers the address to send the browser to. It returns to /login with `code` and `state`, which link the account and sign in to it.',
    body: PasswordCheck,
    reply: z.object({ url: z.string() }),
    perMinute: 20,
  }),
  signOut: get('/account/account/logout', {
    access: 'signed-in',
    inOpened: true,
    openToPreset: true,
    summary: { en: 'Sign out', zh: '退出登录' },
    query: noInput,
    reply: nothing,
    log: true,
  }),
  user: get('/account/user/center', {
    access: 'signed-in',
    inOpened: true,
    openToPreset: true,
    summary: { en: 'Who is signed in', zh: '个人信息' },
    query: noInput,
    reply: UserInfo,
  }),
  menus: get('/role/menu/list', {
    access: 'signed-in',
    inOpened: true,
    openToPreset: true,
    summary: { en: 'Own menu tree', zh: '当前账号的菜单' },
    description: 'The whole tree. `isPermission` says whether the role holds the row, `state` whether it is enabled.',
    query: noInput,
    reply: z.array(MenuEntry),
  }),
  menusLive: live('/role/menu/live', {
    access: 'signed-in',
    inOpened: true,
    openToPreset: true,
    summary: { en: 'Changes of own menu', zh: '当前账号菜单变更' },
    description:
      'At once the version of the own menu and of what the account may do; then each time that it is another. The client asks for menu and account again. `inbox` grows with each change of the own inbox: a console that reads it needs no second live call.',
    query: noInput,
    // Users who administer menus and roles must see the change.
    alsoStale: ['menu', 'role'],
    event: z.object({ version: z.string(), inbox: z.number().int() }),
  }),
  updateProfile: post('/account/update/info', {
    access: 'signed-in',
    summary: { en: 'Update own profile', zh: '修改个人信息' },
    body: ProfileDraft,
    reply: nothing,
  }),
  changePassword: post('/account/update/pwd', {
    access: 'signed-in',
    openToPreset: true,
    summary: { en: 'Change own password', zh: '修改密码' },
    description: 'Ends every session of the account, this one too.',
    body: PasswordChange,
    reply: nothing,
    perMinute: 20,
  }),
  checkPassword: post('/account/check/password', {
    access: 'signed-in',
    summary: { en: 'Check own password', zh: '校验登录密码' },
    body: PasswordCheck,
    reply: nothing,
    perMinute: 20,
  }),
  sessions: get('/account/session/list', {
    access: 'signed-in',
    summary: { en: 'Own sessions', zh: '我的登录会话' },
    query: noInput,
    reply: z.array(OwnSession),
  }),
  revokeSession: post('/account/session/revoke', {
    access: 'signed-in',
    summary: { en: 'End one of own sessions', zh: '结束登录会话' },
    body: z.strictObject({ id: Id }),
    reply: nothing,
  }),
  ...twoStepCalls,
  ...emailLinkCalls,
  ...preferenceCalls,
  ...openingCalls,
})
