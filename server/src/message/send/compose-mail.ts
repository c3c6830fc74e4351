import type { Locale } from '@brigade/contract/locale.ts'
import type { MessageText, MessageType } from '@brigade/contract/message/message.model.ts'
import { frameMail } from '../../platform/mail/frame-mail.ts'
import type { Mail } from '../../platform/mail/mailer.ts'

/** The frame around the text of every mail. */
const words = {
  en: {
    alarm: 'Alarm',
    fault: 'Fault',
    recipe: 'New recipe',
    notice: 'Notice',
    open: 'Open the console',
    why: 'You receive this because e-mail is switched on in your personal info.',
  },
  zh: {
    alarm: '告警',
    fault: '故障',
    recipe: '新菜谱',
    notice: '通知',
    open: '打开控制台',
    why: '您在个人信息中开启了邮件通知，因此收到此邮件。',
  },
} as const satisfies Record<Locale, Record<MessageType | 'open' | 'why', string>>

type Composed = Readonly<{
  to: string
  locale: Locale
  type: MessageType
  text: MessageText
  /** `month/message/receiver`: a repeated mail has the same id. */
  key: string
  /** The sender's host, for ids and links. */
  host: string
  consoleUrl: string | undefined
}>

/** A mail with the same content in text and HTML. */
export function composeMail({ to, locale, type, text, key, host, consoleUrl }: Composed): Mail {
  const w = words[locale]
  const settings =
    consoleUrl === undefined ? `mailto:no-reply@${host}?subject=unsubscribe` : `${consoleUrl}/?info=notify`
  return {
    to,
    ...frameMail({
      locale,
      label: w[type],
      title: text.title,
      content: text.content,
      link: consoleUrl === undefined ? undefined : { words: w.open, url: consoleUrl },
      why: w.why,
    }),
    messageId: `<${key.replaceAll('/', '.')}@${host}>`,
    headers: { 'List-Unsubscribe': `<${settings}>`, 'Auto-Submitted': 'auto-generated' },
  }
}

const codeWords = {
  en: {
    label: 'Sign-in',
    subject: 'Your sign-in code',
    text: (code: string) => `${code} is your sign-in code. It is valid for 5 minutes and can be used once.`,
    why: 'You receive this because a sign-in with this address was started. Our staff never ask for the code.',
  },
  zh: {
    label: '登录',
    subject: '登录验证码',
    text: (code: string) => `您的登录验证码为 ${code}，5 分钟内有效，仅可使用一次。`,
    why: '有人使用此邮箱登录，因此您收到此邮件。工作人员不会向您索取验证码。',
  },
} as const satisfies Record<Locale, { label: string; subject: string; text: (code: string) => string; why: string }>

type ComposedCode = Readonly<{ to: string; code: string; locale: Locale; key: string; host: string }>

/** The sign-in code of an app user. The subject shows no code, because a locked screen shows subjects. */
export function composeCodeMail({ to, code, locale, key, host }: ComposedCode): Mail {
  const { label, subject, text, why } = codeWords[locale]
  return {
    to,
    ...frameMail({ locale, label, title: subject, content: text(code), link: undefined, why }),
    messageId: `<code.${key}@${host}>`,
    headers: { 'Auto-Submitted': 'auto-generated' },
  }
}
