import { words } from '@brigade/contract/text.ts'

/** Verifying an e-mail by a mailed link: in the personal info, and on the page that the link opens. */
export const emailText = words({
  verified: { en: 'E-mail verified', zh: '邮箱已验证' },
  unverified: { en: 'E-mail not verified', zh: '邮箱未验证' },
  send: { en: 'Send a verification link', zh: '发送验证链接' },
  sent: {
    en: (p: { email: string }) => `A link is on its way to ${p.email}. It works once, within 24 hours.`,
    zh: (p: { email: string }) => `正在向 ${p.email} 发送验证链接，24 小时内有效，仅可使用一次。`,
  },
  mailsNoLinks: {
    en: 'This installation sends no links. An administrator can verify the e-mail.',
    zh: '系统未配置发送验证链接，可由管理员确认。',
  },
  saveFirst: { en: 'Save the changed e-mail first', zh: '请先保存修改后的邮箱' },
  pageTitle: { en: 'Verify e-mail', zh: '验证邮箱' },
  title: { en: 'Verify your e-mail', zh: '验证您的邮箱' },
  body: {
    en: 'Confirm only if you have an account here and asked for this link.',
    zh: '请仅在您拥有此系统的账号并请求过该链接时确认。',
  },
  confirm: { en: 'This e-mail is mine', zh: '确认是我的邮箱' },
  doneTitle: { en: 'Your e-mail is verified', zh: '邮箱验证成功' },
  doneBody: { en: 'You can close this page.', zh: '您可以关闭此页面。' },
  overTitle: { en: 'This link is no longer valid', zh: '链接已失效' },
  overBody: {
    en: 'It was used, is older than 24 hours, or the account has changed since. Send a new one from your personal info.',
    zh: '链接已被使用、已超过 24 小时，或账号信息已变更。请在个人信息中重新发送。',
  },
  weekly: { en: 'Weekly report by e-mail', zh: '通过邮件接收周报' },
  weeklyHint: {
    en: 'Mondays at 09:00 in the time zone of your organisation: devices, faults, excursions and firmware of the previous week.',
    zh: '每周一 09:00（所属组织时区）发送上周设备、故障、温度超限与固件情况。',
  },
  noServer: {
    en: 'This installation sends no e-mail: no mail server is configured.',
    zh: '系统未配置邮件服务器，暂不发送邮件。',
  },
  noAddress: {
    en: 'Enter an e-mail address above; without one no report is sent.',
    zh: '请先填写邮箱，否则无法接收周报。',
  },
  weeklyOn: { en: 'Weekly report switched on', zh: '已订阅周报' },
  weeklyOff: { en: 'Weekly report switched off', zh: '已取消订阅周报' },
  goOn: { en: 'Go to the console', zh: '进入控制台' },
})
