import { noInput, nothing, post } from '../endpoint.ts'
import { EmailConfirmation } from './email-link.model.ts'

/** Own calls: proving by a mailed link that an e-mail address is one's own. Part of `sessionApi`. */
export const emailLinkCalls = {
  mailEmailLink: post('/account/email/link', {
    access: 'signed-in',
    summary: { en: 'Mail a verification link to own e-mail', zh: '向本人邮箱发送验证链接' },
    description:
      'The link serves once, within 24 hours, and is void when the e-mail changes. At most 5 an hour. What the mail server answers is not shown.',
    body: noInput,
    reply: nothing,
    perMinute: 20,
  }),
  confirmEmail: post('/account/email/confirm', {
    access: 'public',
    summary: { en: 'Confirm an e-mail with the mailed token', zh: '确认邮箱验证' },
    description: 'One refusal for a token that is unknown, used, too old or void.',
    body: EmailConfirmation,
    reply: nothing,
    alsoStale: ['account'],
    log: true,
    perMinute: 30,
  }),
} as const
