import { counting } from '@brigade/contract/plural.ts'
import { words } from '../../platform/locale.ts'

type Name = { name: string }
type Time = { time: string }

/** Words that list, form and detail share. */
export const accountText = words({
  title: { en: 'Accounts', zh: '账号管理' },
  missing: { en: 'It was deleted, or it is not one of yours.', zh: '该账号已被删除，或不属于您的组织。' },
  backToList: { en: 'Back to the accounts', zh: '返回账号列表' },

  account: { en: 'Sign-in name', zh: '登录名' },
  name: { en: 'Name', zh: '姓名' },
  organisation: { en: 'Organisation', zh: '所属组织' },
  role: { en: 'Role', zh: '角色' },
  phone: { en: 'Mobile number', zh: '手机号码' },
  email: { en: 'E-mail', zh: '邮箱' },
  verified: { en: 'Verified', zh: '已确认' },
  unverified: { en: 'Not verified', zh: '未确认' },
  state: { en: 'State', zh: '状态' },
  enabled: { en: 'Enabled', zh: '已启用' },
  disabled: { en: 'Disabled', zh: '已停用' },
  twoStep: { en: 'Two-step sign-in', zh: '两步验证' },
  'twoStep-on': { en: 'Set up', zh: '已启用' },
  'twoStep-off': { en: 'Not set up', zh: '未启用' },
  'twoStep-missing': { en: 'Required, not set up', zh: '要求启用但未设置' },
  lastSignIn: { en: 'Last sign-in', zh: '最近登录' },
  never: { en: 'Never', zh: '从未登录' },
  added: { en: 'Added', zh: '添加时间' },
  changed: { en: 'Last changed', zh: '最近修改' },

  edit: { en: 'Edit', zh: '编辑' },
  enable: { en: 'Enable', zh: '启用' },
  disable: { en: 'Disable', zh: '停用' },
  remove: { en: 'Delete', zh: '删除' },
  reset: { en: 'Reset password', zh: '重置密码' },
  own: {
    en: 'This is your own account: see your personal info',
    zh: '这是您自己的账号，请在个人信息中修改',
  },
  notManageable: {
    en: 'This account has permissions you lack',
    zh: '该账号拥有您没有的权限',
  },
})

export const accountListText = words({
  tabs: { en: 'Kinds of organisation', zh: '组织类型' },
  platform: { en: 'Platform', zh: '平台' },
  customer: { en: 'Customers', zh: '客户' },
  distributor: { en: 'Distributors', zh: '经销商' },
  agent: { en: 'Agents', zh: '代理商' },
  add: { en: 'Add account', zh: '新增账号' },
  open: { en: 'Open', zh: '查看' },
  keyword: { en: 'Name, phone or e-mail', zh: '姓名、登录名、手机或邮箱' },
  anyRole: { en: 'Any role', zh: '全部角色' },
  anyState: { en: 'Any state', zh: '全部状态' },
  anyTwoStep: { en: 'Set up or not', zh: '全部' },
  idle: { en: 'Not signed in for', zh: '未登录时长' },
  anyIdle: { en: 'Any time', zh: '不限' },
  days: {
    en: (p: { days: string }) => `${counting(p.days, 'day')} or more`,
    zh: (p: { days: string }) => `${p.days} 天及以上`,
  },
  emptyTitle: { en: 'No accounts yet', zh: '暂无账号' },
  emptyHint: { en: 'Add one for each person who works here.', zh: '为每位使用者添加一个账号。' },
  emptyHintReader: { en: 'Nobody has an account here yet.', zh: '这里还没有任何账号。' },
})

export const accountFormText = words({
  editTitle: { en: 'Edit account', zh: '编辑账号' },
  accountHint: {
    en: 'Lowercase letters, digits, . - _ @. It cannot be changed and is never reused.',
    zh: '小写字母、数字或 . - _ @，保存后不能修改，也不会再次使用。',
  },
  roleHint: { en: 'Roles that give more than you hold cannot be chosen.', zh: '超出您权限的角色不可选择。' },
  emailVerified: { en: 'I have checked that this e-mail is theirs', zh: '我已确认该邮箱属于本人' },
  emailHint: {
    en: 'Only a verified e-mail links the account to the company sign-in. No e-mail is sent to check it: you vouch for it.',
    zh: '只有已确认的邮箱才能关联统一身份认证。系统不发送验证邮件，由您负责确认。',
  },
  emailHintLink: {
    en: 'Only a verified e-mail links the account to the company sign-in. If you tick this, you vouch for it; otherwise it is verified by a link sent from the account page or from their personal info.',
    zh: '只有已确认的邮箱才能关联统一身份认证。在此勾选即由您负责确认；也可不勾选，在账号详情或其个人信息中发送验证链接，由本人确认。',
  },
  newPwd: { en: 'Password', zh: '登录密码' },
  newPwdHint: {
    en: 'Left empty: the preset password. Either way it expires after 7 days and must be changed at the first sign-in.',
    zh: '留空则使用初始密码。两者均在 7 天后失效，首次登录时须修改。',
  },
  password: { en: 'Your sign-in password', zh: '您的登录密码' },
  passwordHint: {
    en: 'This concerns an administrator: all other administrators are notified.',
    zh: '该操作涉及系统管理员，将通知其他所有管理员。',
  },
  save: { en: 'Save', zh: '保存' },
  added: { en: (p: Name) => `${p.name} was added`, zh: (p: Name) => `已新增“${p.name}”` },
  saved: { en: (p: Name) => `${p.name} was saved`, zh: (p: Name) => `已保存“${p.name}”` },
})

export const givenPasswordText = words({
  title: { en: (p: Name) => `Password of ${p.name}`, zh: (p: Name) => `“${p.name}”的初始密码` },
  body: {
    en: 'Hand it over in person. It is shown only now, expires after 7 days, and must be changed at the first sign-in.',
    zh: '请亲自转交本人。该密码仅显示这一次，7 天后失效，首次登录时须修改。',
  },
  copy: { en: 'Copy', zh: '复制' },
  done: { en: 'Done', zh: '完成' },
})

export const accountActText = words({
  reading: { en: 'Loading the account', zh: '正在读取账号' },
  reason: { en: 'Reason', zh: '停用原因' },
  reasonNeeded: { en: 'Enter a reason', zh: '请填写原因' },
  successor: { en: 'Hand over to', zh: '交接给' },
  noSuccessor: { en: 'Nobody', zh: '不交接' },
  successorHint: { en: 'Of the same organisation or one above it', zh: '同一组织或其上级组织的账号' },
  inHand: { en: 'Not finished:', zh: '未完成的工作：' },
  'left-job': {
    en: (p: { count: number }) => `${p.count} ${p.count === 1 ? 'job' : 'jobs'}: without a successor, failed`,
    zh: (p: { count: number }) => `后台任务 ${p.count} 个：不交接则失败`,
  },
  'left-fault': {
    en: (p: { count: number }) =>
      `${p.count} ${p.count === 1 ? 'fault or alarm' : 'faults or alarms'}: without a successor, assigned to nobody`,
    zh: (p: { count: number }) => `处理中的故障或告警 ${p.count} 条：不交接则无人负责`,
  },
  'left-approval': {
    en: (p: { count: number }) =>
      `${p.count} upgrade ${p.count === 1 ? 'task' : 'tasks'} to approve: without a successor, for any approver`,
    zh: (p: { count: number }) => `待审批的升级任务 ${p.count} 个：不交接则由其他有权限的人审批`,
  },
  'left-push': {
    en: (p: { count: number }) =>
      `${p.count} planned ${p.count === 1 ? 'push' : 'pushes'}: without a successor, cancelled`,
    zh: (p: { count: number }) => `待推送的任务 ${p.count} 个：不交接则取消`,
  },

  enableTitle: { en: (p: Name) => `Enable ${p.name}?`, zh: (p: Name) => `启用“${p.name}”？` },
  enableBody: { en: 'They can sign in again.', zh: '启用后可重新登录。' },
  enabled: { en: (p: Name) => `${p.name} can sign in again`, zh: (p: Name) => `已启用“${p.name}”` },
  disableTitle: { en: (p: Name) => `Disable ${p.name}?`, zh: (p: Name) => `停用“${p.name}”？` },
  disableBody: {
    en: 'They are signed out everywhere at once and cannot sign in.',
    zh: '该账号将立即在所有设备上退出，且无法再登录。',
  },
  disabled: { en: (p: Name) => `${p.name} is disabled`, zh: (p: Name) => `已停用“${p.name}”` },
  removeTitle: { en: (p: Name) => `Delete ${p.name}?`, zh: (p: Name) => `删除“${p.name}”？` },
  removeBody: {
    en: 'Contact, picture, password and links are removed for good. The name stays in logs and history, and the sign-in name is never used again.',
    zh: '联系方式、头像、密码和关联将永久删除。姓名保留在日志和历史记录中，登录名不会再次使用。',
  },
  removed: { en: (p: Name) => `${p.name} was deleted`, zh: (p: Name) => `已删除“${p.name}”` },
  resetTitle: { en: (p: Name) => `Reset the password of ${p.name}?`, zh: (p: Name) => `重置“${p.name}”的密码？` },
  resetBody: {
    en: 'They are signed out everywhere and get a password that they must change at the next sign-in.',
    zh: '该账号将在所有设备上退出，并获得一个下次登录时须修改的密码。',
  },
  resetTwoStep: { en: 'Reset two-step sign-in', zh: '重置两步验证' },
  resetTwoStepTitle: {
    en: (p: Name) => `Reset two-step sign-in of ${p.name}?`,
    zh: (p: Name) => `重置“${p.name}”的两步验证？`,
  },
  resetTwoStepBody: {
    en: 'For somebody who lost their app and recovery codes: verify their identity first. They are signed out everywhere. Then the password alone is enough, or they set it up again if the role requires it.',
    zh: '适用于验证器和恢复码均已丢失的情况，请先确认对方身份。该账号将在所有设备上退出，之后仅凭密码登录；角色要求两步验证的，登录时须重新设置。',
  },
  twoStepReset: {
    en: (p: Name) => `Two-step sign-in of ${p.name} is reset`,
    zh: (p: Name) => `已重置“${p.name}”的两步验证`,
  },
  unlock: { en: 'Unlock', zh: '解除锁定' },
  unlockTitle: { en: (p: Name) => `Unlock ${p.name}?`, zh: (p: Name) => `解除“${p.name}”的锁定？` },
  unlockBody: {
    en: 'Failed sign-ins are cleared and they can try again at once.',
    zh: '将清除登录失败记录，可立即重新登录。',
  },
  unlocked: { en: (p: Name) => `${p.name} can try again`, zh: (p: Name) => `已解除“${p.name}”的锁定` },
  endOne: { en: 'End', zh: '结束' },
  endOneTitle: { en: 'End this session?', zh: '结束该会话？' },
  endOneBody: {
    en: (p: { browser: string; address: string }) => `${p.browser} at ${p.address} is signed out at once.`,
    zh: (p: { browser: string; address: string }) => `${p.address} 上的 ${p.browser} 将立即退出登录。`,
  },
  endAll: { en: 'End all', zh: '全部结束' },
  endAllTitle: { en: (p: Name) => `End all sessions of ${p.name}?`, zh: (p: Name) => `结束“${p.name}”的全部会话？` },
  endAllBody: { en: 'They are signed out everywhere at once.', zh: '该账号将立即在所有设备上退出登录。' },
  ended: { en: 'Signed out', zh: '已退出登录' },
})

export const accountDetailText = words({
  inHand: { en: 'Unfinished work', zh: '未完成的工作' },
  'hand-job': {
    en: (p: { count: number }) => `${p.count} ${p.count === 1 ? 'job' : 'jobs'}`,
    zh: (p: { count: number }) => `后台任务 ${p.count} 个`,
  },
  'hand-fault': {
    en: (p: { count: number }) => `${p.count} ${p.count === 1 ? 'fault or alarm' : 'faults or alarms'}`,
    zh: (p: { count: number }) => `故障或告警 ${p.count} 条`,
  },
  'hand-approval': {
    en: (p: { count: number }) => `${p.count} upgrade ${p.count === 1 ? 'task' : 'tasks'} to approve`,
    zh: (p: { count: number }) => `待审批升级任务 ${p.count} 个`,
  },
  'hand-push': {
    en: (p: { count: number }) => `${p.count} planned ${p.count === 1 ? 'push' : 'pushes'}`,
    zh: (p: { count: number }) => `待推送任务 ${p.count} 个`,
  },
  mailLink: { en: 'Send a verification link', zh: '发送验证链接' },
  linkMailed: {
    en: (p: { email: string }) => `A link is on its way to ${p.email}`,
    zh: (p: { email: string }) => `正在向 ${p.email} 发送验证链接`,
  },
  moreActions: { en: 'More actions', zh: '更多操作' },
  facts: { en: 'Account', zh: '账号信息' },
  signIn: { en: 'Signing in', zh: '登录状态' },
  canSignIn: { en: 'This account can sign in.', zh: '可以正常登录。' },
  cannotSignIn: { en: 'Why they cannot sign in or do anything', zh: '无法登录或使用的原因' },
  disabledBecause: {
    en: (p: { reason: string }) => `Disabled: ${p.reason}`,
    zh: (p: { reason: string }) => `已停用：${p.reason}`,
  },
  disabledPlain: { en: 'The account is disabled.', zh: '账号已停用。' },
  organisationDisabled: {
    en: 'Its organisation, or one above it, is disabled.',
    zh: '所属组织或其上级组织已停用。',
  },
  presetVoid: {
    en: 'The password that was set for it has expired: reset it.',
    zh: '初始密码已失效，请重置密码。',
  },
  locked: {
    en: (p: Time) => `Five sign-ins from one place failed: locked there until ${p.time}.`,
    zh: (p: Time) => `同一地址连续 5 次登录失败，锁定至 ${p.time}。`,
  },
  slowed: {
    en: (p: Time) => `Many sign-ins failed: an unknown browser can try again at ${p.time}.`,
    zh: (p: Time) => `登录失败次数过多，陌生浏览器须等到 ${p.time} 后再试。`,
  },
  roleDisabled: { en: 'Its role is disabled and grants nothing.', zh: '所属角色已停用，没有任何权限。' },
  noCodes: {
    en: 'Its role grants nothing that an account of this kind of organisation can do.',
    zh: '所属角色没有赋予该类组织账号任何权限。',
  },
  presetUntil: {
    en: (p: Time) => `The password was set by somebody else. It must be changed at sign-in and expires at ${p.time}.`,
    zh: (p: Time) => `目前为他人设置的密码，登录时须修改，${p.time} 起失效。`,
  },
  presetOpen: {
    en: 'The password was set by somebody else and must be changed at the first sign-in.',
    zh: '目前为他人设置的密码，首次登录时须修改。',
  },
  mustSetUp: {
    en: 'Its role requires two-step sign-in, which is not set up: it must be set up at the next sign-in.',
    zh: '所属角色要求两步验证，但尚未设置，下次登录时须先设置。',
  },
  twoStepSince: {
    en: (p: Time & { count: number }) =>
      `Set up since ${p.time}, ${p.count} recovery ${p.count === 1 ? 'code' : 'codes'} left`,
    zh: (p: Time & { count: number }) => `已启用（${p.time}），恢复码剩余 ${p.count} 个`,
  },
  linked: { en: 'Company sign-in', zh: '统一身份认证' },
  isLinked: { en: 'Linked', zh: '已关联' },
  notLinked: { en: 'Not linked', zh: '未关联' },
  path: { en: 'Above it', zh: '上级组织' },
  sessions: { en: 'Sessions', zh: '登录会话' },
  noSessions: { en: 'No active sessions.', zh: '当前没有登录会话。' },
})
