import { counting } from '../plural.ts'
import { texts } from '../text.ts'

export const sessionText = texts('session', {
  invalid: { en: 'Please sign in again', zh: '登录已失效，请重新登录', status: 401 },
  expired: { en: 'Your session has expired, please sign in again', zh: '登录已过期，请重新登录', status: 401 },
  notAuthorised: { en: 'You are not authorised for this', zh: '您没有此操作的权限', status: 403 },
  wrongSignIn: {
    en: (p: { left: number }) =>
      `Wrong account or password. ${p.left} more ${p.left === 1 ? 'try' : 'tries'} before sign-in is locked for 15 minutes`,
    zh: (p: { left: number }) => `账号或密码错误，再错 ${p.left} 次将锁定 15 分钟`,
    status: 422,
  },
  locked: {
    en: (p: { minutes: number }) =>
      `Too many failed sign-ins. Try again in ${p.minutes} ${p.minutes === 1 ? 'minute' : 'minutes'}`,
    zh: (p: { minutes: number }) => `登录失败次数过多，请 ${p.minutes} 分钟后再试`,
    status: 429,
  },
  slowed: {
    en: (p: { seconds: number }) =>
      `Many sign-ins to this account have failed. Try again in ${p.seconds} s, or use a browser that has signed in to it before`,
    zh: (p: { seconds: number }) =>
      `该账号近期登录失败次数过多，请 ${p.seconds} 秒后再试，或使用曾登录过该账号的浏览器`,
    status: 429,
  },
  promptLocked: {
    en: (p: { minutes: number }) =>
      `Too many wrong passwords or codes. Try again in ${p.minutes} ${p.minutes === 1 ? 'minute' : 'minutes'}`,
    zh: (p: { minutes: number }) => `密码或验证码错误次数过多，请 ${p.minutes} 分钟后再试`,
    status: 429,
  },
  promptSlowed: {
    en: (p: { seconds: number }) => `Too many wrong passwords. Try again in ${p.seconds} s`,
    zh: (p: { seconds: number }) => `密码错误次数过多，请 ${p.seconds} 秒后再试`,
    status: 429,
  },
  wrongCaptcha: { en: 'The code does not match the picture', zh: '验证码错误', status: 422 },
  captchaUsed: { en: 'The code has expired, use the new picture', zh: '验证码已失效，请使用新的验证码', status: 422 },
  wrongStep: {
    en: (p: { left: number }) =>
      `Wrong code, or one that was used already. ${p.left} more ${p.left === 1 ? 'try' : 'tries'} before sign-in is locked for 15 minutes`,
    zh: (p: { left: number }) => `动态验证码错误或已使用，再错 ${p.left} 次将锁定 15 分钟`,
    status: 422,
  },
  wrongEnrolment: {
    en: 'The code does not match. Scan again, and check that the phone sets its clock automatically',
    zh: '动态验证码不匹配，请重新扫码，并确认手机已开启自动校时',
    status: 422,
  },
  ticketOver: {
    en: 'Too much time has passed, or this was started in another browser. Start again',
    zh: '操作已超时，或不是在同一浏览器中进行，请重新开始',
    status: 422,
  },
  twoStepOff: { en: 'Two-step sign-in is not set up', zh: '尚未启用两步验证', status: 422 },
  twoStepRequired: {
    en: 'Your role requires two-step sign-in: it cannot be switched off',
    zh: '您的角色要求两步验证，不能关闭',
    status: 422,
  },
  twoStepNeedsCode: {
    en: 'Enter a code from the current app, or a recovery code',
    zh: '请输入当前验证器的动态验证码或恢复码',
    status: 422,
  },
  disabled: { en: 'This account is disabled', zh: '该账号已被停用', status: 422 },
  presetVoid: {
    en: 'This password was set for you more than 7 days ago and has expired. Ask an administrator to reset it',
    zh: '初始密码设置已超过 7 天，现已失效，请联系管理员重置',
    status: 422,
  },
  emailNeedsPassword: {
    en: 'Enter your sign-in password to change your e-mail',
    zh: '修改邮箱需要输入登录密码',
    status: 422,
  },
  mailsNoLinks: {
    en: 'This installation sends no links: it has no mail server, or its own address is not set',
    zh: '系统未配置邮件服务器或自身地址，无法发送验证链接',
    status: 422,
  },
  noEmail: { en: 'This account has no e-mail', zh: '该账号未填写邮箱', status: 422 },
  emailVerified: { en: 'This e-mail is verified already', zh: '该邮箱已验证', status: 422 },
  manyEmailLinks: {
    en: (p: { minutes: number }) =>
      `Many links have been mailed within the hour. Try again in ${p.minutes} ${p.minutes === 1 ? 'minute' : 'minutes'}`,
    zh: (p: { minutes: number }) => `一小时内发送的验证链接过多，请 ${p.minutes} 分钟后再试`,
    status: 429,
  },
  emailLinkOver: {
    en: 'This link is no longer valid. Request a new one in your personal info',
    zh: '该链接已失效，请在个人信息中重新发送',
    status: 422,
  },
  organisationDisabled: {
    en: 'The organisation of this account is disabled',
    zh: '该账号所属的组织已被停用',
    status: 422,
  },
  wrongCode: { en: 'This sign-in link has expired or has been used', zh: '登录链接已失效或已被使用', status: 422 },
  oidcOff: { en: 'No identity provider is configured', zh: '未配置统一身份认证', status: 404 },
  oidcUnknown: {
    en: 'The identity provider knows you, but no account here belongs to you',
    zh: '身份认证已通过，但系统中没有与您对应的账号',
    status: 422,
  },
  oidcAdministrator: {
    en: 'An administrator is not linked by e-mail. Sign in with your password and link the account in your personal info',
    zh: '系统管理员不能通过邮箱关联，请用密码登录后在个人信息中关联',
    status: 422,
  },
  oidcTaken: {
    en: 'This identity is already linked to another account',
    zh: '该统一身份已关联其他账号',
    status: 422,
  },
  oidcDown: { en: 'The identity provider does not answer', zh: '统一身份认证服务无响应', status: 503 },
  wrongPassword: { en: 'Wrong password, try again', zh: '密码错误，请重试', status: 422 },
  samePassword: { en: 'The new password is the same as the old one', zh: '新密码不能与旧密码相同', status: 422 },
  presetPassword: {
    en: 'This is the preset password. Choose one of your own',
    zh: '不能使用初始密码，请设置您自己的密码',
    status: 422,
  },
  presetConfirms: {
    en: 'This is still the preset password, which cannot confirm anything. Change it first',
    zh: '您的登录密码仍为初始密码，不能用于确认操作，请先修改密码',
    status: 422,
  },
  mustChangePassword: { en: 'Change the preset password first', zh: '请先修改初始密码', status: 403 },
  passwordFirst: {
    en: 'Confirm with your sign-in password first',
    zh: '请先验证登录密码',
    status: 422,
  },
  openingRefused: {
    en: 'The administrators of this organisation do not allow anybody from above to open their console',
    zh: '该组织的管理员已拒绝上级进入其后台',
    status: 422,
  },
  openingDisabled: {
    en: 'This organisation, or one above it, is disabled',
    zh: '该组织或其上级组织已停用',
    status: 422,
  },
  notInOpened: {
    en: 'This is not possible in an opened console: leave it first',
    zh: '进入其他组织的后台时不能进行此操作，请先退出',
    status: 422,
  },
  unknownSession: { en: 'There is no such session', zh: '会话不存在', status: 404 },
  unknownFilter: { en: 'There is no such saved filter', zh: '保存的筛选不存在', status: 404 },
  tooManyFilters: {
    en: (p: { max: number }) => `At most ${counting(p.max, 'filter')} can be saved for a list: remove one first`,
    zh: (p: { max: number }) => `每个列表最多保存 ${p.max} 个筛选，请先删除一个`,
    status: 422,
  },
  tooManyLists: { en: 'Settings of too many lists', zh: '保存的列表过多', status: 422 },
})
