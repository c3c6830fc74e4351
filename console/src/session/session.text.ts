import { words } from '../platform/locale.ts'

/** Words of signing in and of one's own account. */
export const signInText = words({
  product: { en: 'Brigade', zh: 'Brigade' },
  pageTitle: { en: 'Sign in', zh: '登录' },
  title: { en: 'Sign in', zh: '登录' },
  sub: { en: 'Use the account your administrator gave you', zh: '使用管理员为您开通的账号' },
  slogan: { en: 'Every oven and every cold room, in one view.', zh: '每一台烤箱，每一间冷库，一屏掌握。' },
  account: { en: 'Account', zh: '账号' },
  accountNeeded: { en: 'Enter your account', zh: '请输入账号' },
  password: { en: 'Password', zh: '密码' },
  passwordNeeded: { en: 'Enter your password', zh: '请输入密码' },
  code: { en: 'Code in the picture', zh: '验证码' },
  codeHint: { en: '4 characters', zh: '4 位字符' },
  codeNeeded: { en: 'Enter the code in the picture', zh: '请输入图片中的验证码' },
  codeAgain: { en: 'Enter the code in the new picture', zh: '请输入新图片中的验证码' },
  picture: { en: 'Picture with a code. Press for a new one.', zh: '验证码图片，点击换一张' },
  newPicture: { en: 'New picture', zh: '换一张' },
  submit: { en: 'Sign in', zh: '登录' },
  language: { en: 'Language', zh: '语言' },
  demo: { en: 'Demo account:', zh: '演示账号：' },
  demoUse: { en: 'Fill in', zh: '填入' },
  oidc: { en: (p: { name: string }) => `Sign in with ${p.name}`, zh: (p: { name: string }) => `使用${p.name}登录` },
  byCode: { en: 'Signing in…', zh: '正在登录…' },
  serviceUp: { en: 'Service up', zh: '服务正常' },
  serviceDown: { en: 'Service not answering', zh: '服务无响应' },
  expiredTitle: { en: 'Sign in again', zh: '请重新登录' },
  expiredWork: {
    en: 'Your session has expired. After signing in, this page loads again with what you have typed.',
    zh: '登录已过期。重新登录后将刷新本页，已填写的内容会保留。',
  },
  expiredBody: {
    en: 'Your session has expired. After signing in, this page loads again.',
    zh: '登录已过期。重新登录后，当前页面将自动刷新。',
  },
  signOut: { en: 'Sign out', zh: '退出登录' },
  signOutTitle: { en: 'Sign out?', zh: '确定退出登录？' },
  signOutBody: {
    en: 'You will need your account and password to come back. Other devices stay signed in.',
    zh: '再次使用时需要重新输入账号和密码，其他设备上的登录不受影响。',
  },
})

export const profileText = words({
  title: { en: 'Personal info', zh: '个人信息' },
  avatar: { en: 'Picture', zh: '头像' },
  changePicture: { en: 'Change picture', zh: '更换头像' },
  removePicture: { en: 'Remove', zh: '移除' },
  pictureHint: { en: 'jpg, png or gif, at most 1 MB', zh: 'jpg、png 或 gif，不超过 1 MB' },
  pictureTooBig: { en: 'The picture is larger than 1 MB', zh: '图片大小超过 1 MB' },
  pictureWrongType: { en: 'Wrong upload format: use jpg, png or gif', zh: '上传格式错误，请选择 jpg、png 或 gif 图片' },
  name: { en: 'Name', zh: '姓名' },
  phone: { en: 'Phone', zh: '手机号码' },
  linked: {
    en: (p: { name: string }) => `Linked to ${p.name}`,
    zh: (p: { name: string }) => `已关联 ${p.name}`,
  },
  link: {
    en: (p: { name: string }) => `Link to ${p.name}`,
    zh: (p: { name: string }) => `关联 ${p.name}`,
  },
  linkBody: {
    en: (p: { name: string }) =>
      `You continue to ${p.name}. The identity that signs in there can then sign in to this account.`,
    zh: (p: { name: string }) => `将前往 ${p.name}。在该处登录的身份今后可直接登录本账号。`,
  },
  goOn: { en: 'Next', zh: '继续' },
  password: { en: 'Sign-in password', zh: '登录密码' },
  passwordHint: {
    en: 'The e-mail changes, and stays unverified until a mailed link or an administrator verifies it.',
    zh: '邮箱将被修改，通过邮件中的链接验证或由管理员确认后方视为已验证。',
  },
  email: { en: 'E-mail', zh: '邮箱' },
  account: { en: 'Account', zh: '账号' },
  role: { en: 'Role', zh: '角色' },
  organisation: { en: 'Organisation', zh: '所属组织' },
  lastSignIn: { en: 'Last sign-in', zh: '上次登录' },
  save: { en: 'Save', zh: '保存' },
  saved: { en: 'Saved', zh: '保存成功' },
  cancel: { en: 'Cancel', zh: '取消' },
})

export const passwordText = words({
  title: { en: 'Change password', zh: '修改密码' },
  forcedTitle: { en: 'Choose your own password', zh: '请设置新密码' },
  forcedBody: {
    en: 'You signed in with a preset password. Change it before you continue.',
    zh: '您正在使用初始密码，请修改后再继续使用。',
  },
  body: {
    en: 'Afterwards every device has to sign in again, including this one.',
    zh: '修改后，包括本机在内的所有设备都需要重新登录。',
  },
  oldPassword: { en: 'Current password', zh: '原密码' },
  newPassword: { en: 'New password', zh: '新密码' },
  newHint: { en: '6 to 14 letters or digits', zh: '6 至 14 位字母或数字' },
  again: { en: 'New password again', zh: '确认新密码' },
  differ: { en: 'The two password entries are inconsistent', zh: '两次输入的密码不一致' },
  againNeeded: { en: 'Enter the new password again', zh: '请再次输入新密码' },
  submit: { en: 'Change password', zh: '确认修改' },
  done: { en: 'Password changed. Please sign in again.', zh: '密码修改成功，请重新登录。' },
  cancel: { en: 'Cancel', zh: '取消' },
  signOut: { en: 'Sign out', zh: '退出登录' },
})

export const sessionsText = words({
  title: { en: 'Where you are signed in', zh: '登录设备' },
  body: {
    en: 'End any you do not recognise, then change your password.',
    zh: '如有不认识的设备，请将其下线并修改密码。',
  },
  device: { en: 'Browser', zh: '浏览器' },
  address: { en: 'Address', zh: 'IP 地址' },
  since: { en: 'Since', zh: '登录时间' },
  lastSeen: { en: 'Last used', zh: '最近使用' },
  thisOne: { en: 'This one', zh: '本机' },
  end: { en: 'End', zh: '下线' },
  endTitle: { en: 'End this session?', zh: '确定下线该设备？' },
  endBody: {
    en: (p: { browser: string; address: string }) => `${p.browser} at ${p.address} will have to sign in again.`,
    zh: (p: { browser: string; address: string }) => `${p.browser}（${p.address}）需要重新登录才能继续使用。`,
  },
  ended: { en: 'Session ended', zh: '已下线' },
  unknownBrowser: { en: 'Unknown browser', zh: '未知浏览器' },
  onSystem: {
    en: (p: { browser: string; system: string }) => `${p.browser} on ${p.system}`,
    zh: (p: { browser: string; system: string }) => `${p.browser}（${p.system}）`,
  },
})

/** These words belong to the list of openings by parent organisations. */
export const openingsText = words({
  title: { en: 'Who opened this console', zh: '后台进入记录' },
  body: {
    en: 'Staff of an organisation above yours may open your console for an hour, with a reason, to help. They see what your administrators see, but no password or key. What they do is logged.',
    zh: '上级组织的人员可说明原因后进入本组织后台协助处理，每次最长 1 小时；其所见与本组织管理员相同，不含密码和密钥，操作均记入日志。',
  },
  allow: { en: 'Let staff from above open this console', zh: '允许上级进入本组织后台' },
  nowRefused: { en: 'Nobody from above can open this console now', zh: '已拒绝上级进入本组织后台' },
  nowAllowed: { en: 'Staff from above can open this console again', zh: '已允许上级进入本组织后台' },
  openedAt: { en: 'Opened', zh: '进入时间' },
  by: { en: 'By', zh: '来自' },
  reason: { en: 'Reason', zh: '原因' },
  endedAt: { en: 'Left', zh: '退出时间' },
  stillOpen: { en: 'Still open', zh: '尚未退出' },
  none: { en: 'Nobody has opened this console.', zh: '暂无进入记录。' },
})
