import { z } from 'zod'
import { endpoints, get, noInput } from '../endpoint.ts'
import { Instant } from '../field.ts'

const accountActs = [
  'add',
  'update',
  'remove',
  'enable',
  'disable',
  'reset-password',
  'reset-two-step',
  'unlock',
  'end-sessions',
  'lower-two-step',
] as const
/** Acts on an administrator's account. */
export const AccountAct = z.enum(accountActs)
export type AccountAct = z.output<typeof AccountAct>

/** Notices about the installation, for staff of the platform on every screen. */
export const SystemNotices = z.object({
  /** When the oldest unwritten message of a device was received, if intake is stalled; otherwise null. */
  intakeStandsSince: Instant.nullable(),
  /** Accounts that a password printed in the documents opens, while other machines can reach the sign-in page. The first ten. */
  publishedPasswordOf: z.array(z.string()),
})
export type SystemNotices = z.output<typeof SystemNotices>

/** Own calls. */
export const noticeApi = endpoints('system', {
  notices: get('/web/system/notices', {
    access: 'signed-in',
    summary: { en: 'What is wrong with the installation', zh: '系统运行提示' },
    description:
      'For the platform’s own staff; others are refused (403). Intake stands still when a message of a device has waited for more than 10 s to be written. The console asks every 5 s; asking does not prolong the session.',
    prolongs: false,
    query: noInput,
    reply: SystemNotices,
  }),
})
