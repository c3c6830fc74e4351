import { word } from '@brigade/contract/word.text.ts'
import { words } from '@brigade/contract/text.ts'

/** Words of signing in. Those of one’s own account are apart (own-account.text.ts), because the sign-in page does not show them. */
export const signInText = words({
  product: { en: 'Brigade', zh: 'Brigade' },
  pageTitle: { en: 'Sign in', zh: '登录' },
  title: { en: 'Sign in', zh: '登录' },
  sub: { en: 'Use the account your administrator gave you', zh: '使用管理员为您开通的账号' },
  slogan: { en: 'Every oven and every cold room, in one view.', zh: '每一台烤箱，每一间冷库，一屏掌握。' },
  account: word.account,
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
  language: word.language,
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
  signOut: word.signOut,
  signOutTitle: { en: 'Sign out?', zh: '确定退出登录？' },
  signOutBody: {
    en: 'You will need your account and password to come back. Other devices stay signed in.',
    zh: '再次使用时需要重新输入账号和密码，其他设备上的登录不受影响。',
  },
})
