import type { Locale } from '@brigade/contract/locale.ts'
import type { MessageText, MessageType } from '@brigade/contract/message/message.model.ts'
import type { Mail } from '../../platform/mail/mailer.ts'

/** What stands around the text of every mail. */
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

const escapes: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}
const html = (text: string) => text.replace(/[&<>"']/g, (letter) => escapes[letter] ?? letter)
/** One line: what a person typed makes no header of its own. */
const line = (text: string) => text.replace(/\s+/g, ' ').trim()

type Composed = Readonly<{
  to: string
  locale: Locale
  type: MessageType
  text: MessageText
  /** `month/message/receiver`: the same mail sent again has the same id. */
  key: string
  /** Of the sender, for ids and links. */
  host: string
  consoleUrl: string | undefined
}>

/** A mail in text and HTML. Both say the same. */
export function composeMail({ to, locale, type, text, key, host, consoleUrl }: Composed): Mail {
  const w = words[locale]
  const settings =
    consoleUrl === undefined ? `mailto:no-reply@${host}?subject=unsubscribe` : `${consoleUrl}/?info=notify`
  const link = consoleUrl === undefined ? [] : [`${w.open}: ${consoleUrl}`]
  return {
    to,
    subject: line(`[${w[type]}] ${text.title}`),
    text: [text.title, '', text.content, '', ...link, '--', w.why].join('\n'),
    html: `<!doctype html><html lang="${locale === 'zh' ? 'zh-CN' : 'en'}"><meta charset="utf-8"><body style="font:15px/1.6 sans-serif;color:#1c2321;max-width:560px"><p style="color:#5b6663;margin:0">${html(w[type])}</p><h1 style="font-size:20px;margin:4px 0 12px">${html(text.title)}</h1>${text.content
      .split('\n')
      .map((each) => `<p style="margin:0 0 8px">${html(each)}</p>`)
      .join(
        '',
      )}${consoleUrl === undefined ? '' : `<p><a href="${html(consoleUrl)}">${html(w.open)}</a></p>`}<p style="color:#5b6663;font-size:12px;border-top:1px solid #d9dedc;padding-top:8px">${html(w.why)}</p></body></html>`,
    messageId: `<${key.replaceAll('/', '.')}@${host}>`,
    headers: { 'List-Unsubscribe': `<${settings}>`, 'Auto-Submitted': 'auto-generated' },
  }
}

const codeWords = {
  en: {
    subject: 'Your sign-in code',
    text: (code: string) =>
      `${code} is your sign-in code. It counts for 5 minutes and once. Nobody who works for us asks for it.`,
  },
  zh: {
    subject: '登录验证码',
    text: (code: string) => `您的登录验证码为 ${code}，5 分钟内有效，仅可使用一次。工作人员不会向您索取验证码。`,
  },
} as const satisfies Record<Locale, { subject: string; text: (code: string) => string }>

type ComposedCode = Readonly<{ to: string; code: string; locale: Locale; key: string; host: string }>

/** The sign-in code of an app user. The subject shows no code: it stands on locked screens. */
export function composeCodeMail({ to, code, locale, key, host }: ComposedCode): Mail {
  const { subject, text } = codeWords[locale]
  return {
    to,
    subject,
    text: text(code),
    html: `<!doctype html><html lang="${locale === 'zh' ? 'zh-CN' : 'en'}"><meta charset="utf-8"><body style="font:15px/1.6 sans-serif;color:#1c2321;max-width:560px"><p>${html(text(code))}</p></body></html>`,
    messageId: `<code.${key}@${host}>`,
    headers: { 'Auto-Submitted': 'auto-generated' },
  }
}
