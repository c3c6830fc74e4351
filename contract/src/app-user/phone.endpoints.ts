import { z } from 'zod'
import { endpoints, get, noInput, nothing, post } from '../endpoint.ts'
import { Id } from '../field.ts'
import { pageOf } from '../paging.ts'
import { AppType } from './app-user.model.ts'
import {
  Binding,
  CodeRequest,
  CodeSignIn,
  Erasure,
  Invitation,
  NewestVersion,
  OfferedPart,
  OwnData,
  OwnDevice,
  OwnDeviceDetail,
  OwnDeviceSearch,
  PhoneSession,
  Profile,
  ProfileChange,
  Registration,
} from './phone.model.ts'

const ById = z.strictObject({ id: Id })

/** The calls of the phone app that concern the person and their devices. */
export const phoneApi = endpoints('app-user', {
  sendCode: post('/app/session/code', {
    access: 'public',
    summary: { en: 'Request a sign-in code', zh: '发送登录验证码' },
    description:
      'Six digits, for 5 minutes and one use; 5 an hour for an address. The answer is the same whether or not somebody has the address.',
    body: CodeRequest,
    reply: nothing,
    perMinute: 20,
  }),
  register: post('/app/session/register', {
    access: 'public',
    summary: { en: 'Register with a code', zh: '注册' },
    description: 'An address that somebody has already signs in as that person; the nickname is then left as it is.',
    body: Registration,
    reply: PhoneSession,
    perMinute: 20,
  }),
  signIn: post('/app/session/login', {
    access: 'public',
    summary: { en: 'Sign in with a code', zh: '登录' },
    body: CodeSignIn,
    reply: PhoneSession,
    perMinute: 20,
  }),
  signOut: post('/app/session/logout', {
    access: 'app',
    summary: { en: 'Sign out', zh: '退出登录' },
    body: noInput,
    reply: nothing,
  }),
  profile: get('/app/profile/detail', {
    access: 'app',
    summary: { en: 'Own profile', zh: '个人资料' },
    query: noInput,
    reply: Profile,
  }),
  updateProfile: post('/app/profile/update', {
    access: 'app',
    summary: { en: 'Change own profile', zh: '修改个人资料' },
    body: ProfileChange,
    reply: nothing,
  }),
  exportProfile: get('/app/profile/export', {
    access: 'app',
    summary: { en: 'Export own personal data', zh: '导出个人数据' },
    query: noInput,
    reply: OwnData,
  }),
  erase: post('/app/profile/erase', {
    access: 'app',
    summary: { en: 'Erase own account', zh: '注销账号' },
    description:
      'Wants a fresh sign-in code. All bindings end, and nothing of the person remains. It cannot be undone.',
    body: Erasure,
    reply: nothing,
  }),
  bind: post('/app/device/bind', {
    access: 'app',
    summary: { en: 'Bind a device', zh: '绑定设备' },
    description:
      'By serial number and bind code of the label, or by an invitation. The first person is the owner; 10 wrong tries an hour.',
    body: Binding,
    reply: z.object({ id: Id }),
  }),
  unbind: post('/app/device/unbind', {
    access: 'app',
    summary: { en: 'Unbind a device', zh: '解绑设备' },
    description: 'When the owner gives it up, its members lose it too.',
    body: ById,
    reply: nothing,
  }),
  devices: get('/app/device/page', {
    access: 'app',
    summary: { en: 'Own devices', zh: '我的设备' },
    query: OwnDeviceSearch,
    reply: pageOf(OwnDevice),
  }),
  device: get('/app/device/detail', {
    access: 'app',
    summary: { en: 'One of own devices', zh: '设备详情' },
    query: ById,
    reply: OwnDeviceDetail,
  }),
  share: post('/app/device/share', {
    access: 'app',
    summary: { en: 'Invite somebody to own device', zh: '邀请共用设备' },
    description: 'Of the owner alone. The invitation counts once, for 24 hours; a device has at most 20 people.',
    body: ById,
    reply: Invitation,
  }),
  parts: get('/app/part/list', {
    access: 'app',
    summary: { en: 'Spare parts of own device', zh: '设备配件' },
    query: z.strictObject({ deviceId: Id }),
    reply: z.array(OfferedPart),
  }),
  newestVersion: get('/app/version', {
    access: 'app',
    summary: { en: 'The newest released version of the app', zh: '最新版本' },
    query: z.strictObject({ type: AppType }),
    reply: NewestVersion,
  }),
})
