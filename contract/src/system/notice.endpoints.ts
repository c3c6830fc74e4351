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

/**
 * What an installation still lacks. `mail`: a mail server. `address`: the public address of the console. `checkpoints`: a place outside to
 * which checkpoints of the operation log go. `passwords`: accounts that a password printed in the documents opens.
 */
const setupKeys = ['mail', 'address', 'checkpoints', 'passwords'] as const
const SetupKey = z.enum(setupKeys)

/**
 * Who can do it. `machine`: whoever administers the machine, by a setting. `here`: the caller, in the console. `others`: somebody else in
 * the console.
 */
const SetupBy = z.enum(['machine', 'here', 'others'])
export const SetupStep = z.object({
  key: SetupKey,
  by: SetupBy,
  /** Settings that do it, each by itself. */
  settings: z.array(z.string()),
  /** The accounts concerned, the first ten. */
  accounts: z.array(z.string()),
})
export type SetupStep = z.output<typeof SetupStep>
export const MissingSetup = z.object({ steps: z.array(SetupStep) })
export type MissingSetup = z.output<typeof MissingSetup>

/** Own calls: notices about the installation. */
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
  setup: get('/web/system/setup', {
    access: 'signed-in',
    summary: { en: 'What is still to be set up', zh: '待完成的系统设置' },
    description:
      'Only what is missing, and only for those who can do something about it: the administrators of the platform in their own console, and owners of accounts with a published password. Empty for everybody else.',
    prolongs: false,
    query: noInput,
    reply: MissingSetup,
  }),
})
