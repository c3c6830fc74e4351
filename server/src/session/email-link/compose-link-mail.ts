import { emailLinkLimits } from '@brigade/contract/session/email-link.model.ts'
import type { Locale } from '@brigade/contract/locale.ts'
import { frameMail, hostOf } from '../../platform/mail/frame-mail.ts'
import type { Mail } from '../../platform/mail/mailer.ts'
import type { Settings } from '../../platform/settings.ts'

const words = {
  en: {
    label: 'Verification',
    title: 'Is this your e-mail?',
    content: (account: string) =>
      `The account ${account} names this address. If the account is yours, open the link and confirm. It works once, within ${emailLinkLimits.hours} hours.\nIf you do not know this account, do nothing: the address stays unverified.`,
    open: 'Verify the e-mail',
    why: 'You receive this because a link to verify this address was requested.',
  },
  zh: {
    label: '邮箱验证',
    title: '请确认这是您的邮箱',
    content: (account: string) =>
      `账号 ${account} 填写了此邮箱。如果这是您的账号，请打开链接并确认；链接仅可使用一次，${emailLinkLimits.hours} 小时内有效。\n如果您不了解该账号，请忽略本邮件，此邮箱将保持未验证状态。`,
    open: '验证邮箱',
    why: '有人请求验证此邮箱，因此您收到本邮件。',
  },
} as const satisfies Record<Locale, unknown>

type Sending = Readonly<{ mail: NonNullable<Settings['mail']>; publicUrl: string }>

/**
 * The settings for mailing links, if there are any. Links use only the configured address: the request's host is chosen
 * by the client, and the mail would lead to its site.
 */
export const sendingOf = ({ mail, publicUrl }: Pick<Settings, 'mail' | 'publicUrl'>): Sending | undefined =>
  mail === undefined || publicUrl === undefined ? undefined : { mail, publicUrl }

export const mailsLinks = (settings: Pick<Settings, 'mail' | 'publicUrl'>): boolean => sendingOf(settings) !== undefined

type Composed = Readonly<{ to: string; account: string; locale: Locale; token: string; id: string }>

export function composeLinkMail({ mail, publicUrl }: Sending, { to, account, locale, token, id }: Composed): Mail {
  const w = words[locale]
  return {
    to,
    ...frameMail({
      locale,
      label: w.label,
      title: w.title,
      content: w.content(account),
      link: { words: w.open, url: `${publicUrl}/verify-email?token=${token}` },
      why: w.why,
    }),
    messageId: `<email-link.${id}@${hostOf(mail.from)}>`,
    headers: { 'Auto-Submitted': 'auto-generated' },
  }
}
