import nodemailer from 'nodemailer'
import type { Settings } from '../settings.ts'

export type Mail = Readonly<{
  to: string
  subject: string
  text: string
  /** Without it the mail is text only. */
  html?: string
  /** Identifies the mail: a repeated mail has the same id. */
  messageId: string
  headers: Readonly<Record<string, string>>
}>

/**
 * The outcome of a mail. `refused`: the server refused it; `isForGood`: with a 5xx; `isOfAddress`: because of this
 * recipient, not because of the mail.
 */
export type MailOutcome =
  | Readonly<{ kind: 'sent'; answer: string }>
  | Readonly<{ kind: 'refused'; isForGood: boolean; isOfAddress: boolean; answer: string }>
  | Readonly<{ kind: 'unreachable' | 'no-answer'; answer: string }>

export type Mailer = Readonly<{ send: (mail: Mail) => Promise<MailOutcome>; close: () => void }>

const patienceMs = 15_000
/** Timeout of the whole mail, for a server that answers byte by byte. */
const longestMs = 30_000

type SmtpError = Readonly<{
  code?: string
  responseCode?: number
  response?: string
  message: string
  command?: string
}>
const smtpErrorOf = (error: unknown): SmtpError => (error instanceof Error ? error : { message: String(error) })

function outcomeOf(error: unknown): MailOutcome {
  const { code, responseCode, response, message, command } = smtpErrorOf(error)
  if (code === 'ETIMEDOUT' || message === 'Greeting never received') return { kind: 'no-answer', answer: message }
  // A refused sign-in concerns the installation, not the recipient.
  const isOfRecipient = responseCode !== undefined && code !== 'EAUTH' && command !== 'CONN'
  if (!isOfRecipient) return { kind: 'unreachable', answer: response ?? message }
  const isForGood = responseCode >= 500
  return { kind: 'refused', isForGood, isOfAddress: isForGood && command === 'RCPT TO', answer: response ?? message }
}

/** Connections to the installation's mail server, kept open for the next mails. Tests set shorter timeouts. */
export function openMailer(
  { url, from }: NonNullable<Settings['mail']>,
  { answerMs = patienceMs, wholeMs = longestMs, connections = 5 } = {},
): Mailer {
  const transport = nodemailer.createTransport(
    {
      url,
      pool: true,
      maxConnections: connections,
      maxMessages: 100,
      connectionTimeout: answerMs,
      greetingTimeout: answerMs,
      socketTimeout: answerMs,
      dnsTimeout: answerMs,
      // Typed text is only text, never a file or an address to fetch.
      disableFileAccess: true,
      disableUrlAccess: true,
    },
    { from },
  )
  return {
    send: async ({ headers, ...mail }) => {
      let timer: NodeJS.Timeout | undefined
      const late = new Promise<MailOutcome>((resolve) => {
        timer = setTimeout(() => resolve({ kind: 'no-answer', answer: `${wholeMs} ms` }), wholeMs)
      })
      const sending = transport
        .sendMail({ ...mail, headers: { ...headers } })
        .then(({ response }): MailOutcome => ({ kind: 'sent', answer: response }), outcomeOf)
      try {
        return await Promise.race([sending, late])
      } finally {
        clearTimeout(timer)
      }
    },
    close: () => transport.close(),
  }
}
