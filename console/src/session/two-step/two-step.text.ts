import { word } from '@brigade/contract/word.text.ts'
import { words } from '@brigade/contract/text.ts'

type Count = { count: number }

/** Words of the second step of signing in, and of setting it up. */
export const secondStepText = words({
  title: word.twoStepSignIn,
  body: {
    en: 'The password is right. Enter the code that your authenticator app shows now.',
    zh: '密码正确，请输入验证器当前显示的动态验证码。',
  },
  recoveryBody: {
    en: 'Enter one of the recovery codes that you kept. Each works once.',
    zh: '请输入您保存的任意一个恢复码，每个恢复码仅能使用一次。',
  },
  code: { en: 'Code', zh: '动态验证码' },
  codeHint: { en: '6 digits, a new one every 30 seconds', zh: '6 位数字，每 30 秒更新' },
  codeNeeded: { en: 'Enter the code', zh: '请输入动态验证码' },
  recoveryCode: { en: 'Recovery code', zh: '恢复码' },
  recoveryHint: { en: '10 letters and digits', zh: '10 位字母和数字' },
  recoveryNeeded: { en: 'Enter a recovery code', zh: '请输入恢复码' },
  submit: { en: 'Sign in', zh: '登录' },
  lost: { en: 'I do not have my app here', zh: '无法使用验证器' },
  backToApp: { en: 'Use the app', zh: '使用验证器' },
  lostAll: {
    en: 'No recovery code either? Ask an administrator to reset two-step sign-in for your account.',
    zh: '恢复码也已丢失？请联系管理员重置您账号的两步验证。',
  },
  again: { en: 'Start again', zh: '重新登录' },
  codesLeft: {
    en: (p: Count) =>
      `${p.count} recovery ${p.count === 1 ? 'code is' : 'codes are'} left. Generate new ones in your personal info.`,
    zh: (p: Count) => `恢复码还剩 ${p.count} 个，可在个人信息中重新生成。`,
  },
})

export const enrolmentText = words({
  title: { en: 'Set up two-step sign-in', zh: '设置两步验证' },
  required: {
    en: 'Your role requires it. From now on you sign in with your password and a code from an app on your phone.',
    zh: '您的角色要求两步验证。今后登录时，除密码外还需输入手机验证器中的动态验证码。',
  },
  scan: {
    en: 'Scan this with an authenticator app, such as Microsoft Authenticator or Google Authenticator.',
    zh: '使用验证器扫描二维码，例如 Microsoft Authenticator 或 Google Authenticator。',
  },
  picture: { en: 'QR code for the authenticator app', zh: '供验证器扫描的二维码' },
  here: { en: 'Open in an app on this device', zh: '在本机的验证器中打开' },
  byHand: { en: 'Cannot scan? Enter this key in the app:', zh: '无法扫码？请在验证器中手动输入密钥：' },
  copyKey: { en: 'Copy the key', zh: '复制密钥' },
  confirm: { en: 'Confirm', zh: '确认启用' },
  cancel: word.cancel,
  goOn: { en: 'Next', zh: '继续' },
})

export const recoveryText = words({
  title: { en: 'Recovery codes', zh: '恢复码' },
  body: {
    en: 'Each of these signs you in once, when your app is not at hand. They are shown only now: store them in a safe place.',
    zh: '无法使用验证器时，可用恢复码登录，每个仅能使用一次。恢复码只显示这一次，请妥善保存。',
  },
  list: { en: 'Recovery codes', zh: '恢复码' },
  copy: word.copy,
  save: { en: 'Download', zh: '下载' },
  print: { en: 'Print', zh: '打印' },
  fileTitle: { en: 'Brigade recovery codes', zh: 'Brigade 恢复码' },
  of: { en: (p: { account: string }) => `Account ${p.account}`, zh: (p: { account: string }) => `账号 ${p.account}` },
  fileName: { en: 'brigade-recovery-codes.txt', zh: 'Brigade恢复码.txt' },
  kept: { en: 'I saved them', zh: '我已保存' },
})

export const ownTwoStepText = words({
  title: word.twoStepSignIn,
  reading: word.loading,
  off: { en: 'Off: the password alone is enough.', zh: '未启用，仅凭密码即可登录。' },
  on: {
    en: (p: { time: string }) => `On since ${p.time}.`,
    zh: (p: { time: string }) => `已启用（${p.time}）。`,
  },
  codesLeft: {
    en: (p: Count) => `${p.count} recovery ${p.count === 1 ? 'code' : 'codes'} left.`,
    zh: (p: Count) => `恢复码剩余 ${p.count} 个。`,
  },
  fewLeft: { en: 'Generate new ones.', zh: '请重新生成。' },
  required: { en: 'Your role requires it.', zh: '您的角色要求启用。' },
  setUp: { en: 'Set up', zh: '启用' },
  replace: { en: 'Use another app', zh: '更换验证器' },
  renew: { en: 'New recovery codes', zh: '重新生成恢复码' },
  renewBody: {
    en: 'Ten new codes replace all earlier ones.',
    zh: '将生成 10 个新的恢复码，之前的恢复码全部失效。',
  },
  renewDo: { en: 'Generate new', zh: '重新生成' },
  end: { en: 'Switch off', zh: '关闭' },
  endTitle: { en: 'Switch off two-step sign-in?', zh: '确定关闭两步验证？' },
  endBody: {
    en: 'The password alone will be enough to sign in. The app and the recovery codes stop working.',
    zh: '关闭后仅凭密码即可登录，验证器和恢复码均失效。',
  },
  ended: { en: 'Two-step sign-in is off', zh: '已关闭两步验证' },
  done: { en: 'Two-step sign-in is on', zh: '已启用两步验证' },
  password: { en: 'Sign-in password', zh: '登录密码' },
  code: { en: 'Code from the app, or a recovery code', zh: '动态验证码或恢复码' },
  presentCode: { en: 'Code from the current app, or a recovery code', zh: '当前验证器的动态验证码或恢复码' },
})
