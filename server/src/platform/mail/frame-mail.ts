import type { Locale } from '@brigade/contract/locale.ts'
import type { Mail } from './mailer.ts'

const escapes: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}
const html = (text: string) => text.replace(/[&<>"']/g, (letter) => escapes[letter] ?? letter)
/** Reduces a text to one line, so that a typed text cannot add a mail header. */
const line = (text: string) => text.replace(/\s+/g, ' ').trim()

type Framed = Readonly<{
  locale: Locale
  /** The kind of mail, in words. */
  label: string
  title: string
  content: string
  link: Readonly<{ words: string; url: string }> | undefined
  /** The reason why the receiver gets it. */
  why: string
}>

/** The layout of every mail, with the same content in text and HTML; it loads nothing external. */
export function frameMail({ locale, label, title, content, link, why }: Framed): Pick<Mail, 'subject' | 'text'> & {
  html: string
} {
  return {
    subject: line(`[${label}] ${title}`),
    text: [title, '', content, '', ...(link === undefined ? [] : [`${link.words}: ${link.url}`]), '--', why].join('\n'),
    html: `<!doctype html><html lang="${locale === 'zh' ? 'zh-CN' : 'en'}"><meta charset="utf-8"><body style="font:15px/1.6 sans-serif;color:#1c2321;max-width:560px"><p style="color:#5b6663;margin:0">${html(label)}</p><h1 style="font-size:20px;margin:4px 0 12px">${html(title)}</h1>${content
      .split('\n')
      .map((each) => `<p style="margin:0 0 8px">${html(each)}</p>`)
      .join(
        '',
      )}${link === undefined ? '' : `<p><a href="${html(link.url)}">${html(link.words)}</a></p>`}<p style="color:#5b6663;font-size:12px;border-top:1px solid #d9dedc;padding-top:8px">${html(why)}</p></body></html>`,
  }
}

/** The sender's host, which is used in message ids. */
export const hostOf = (from: string): string => /@([^>\s]+)/.exec(from)?.[1] ?? 'localhost'
