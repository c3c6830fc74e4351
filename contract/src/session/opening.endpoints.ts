import { z } from 'zod'
import { get, noInput, nothing, post } from '../endpoint.ts'
import { OpeningWish, Openings } from './opening.model.ts'

const summary = { en: 'Code for the console of an organisation', zh: '获取进入组织后台的授权码' }
const description =
  'Within 5 minutes after `account/check/password`. The code serves once, within 60 seconds, for the session that asked: given to `company/code/login` or `login/code` with its token it begins a session of the same account with the organisation’s scope, and the codes that both the account and the administrator there hold.'
const reply = z.object({ code: z.string() })

/** administration.md, Open their console. */
export const openingCalls = {
  openConsole: post('/commons/company/admin/code', {
    access: 'customer:open-console',
    summary,
    description,
    body: OpeningWish,
    reply,
    perMinute: 20,
  }),
  openConsoleByGet: get('/commons/company/admin/code', {
    access: 'customer:open-console',
    summary,
    description,
    query: OpeningWish,
    reply,
    log: true,
    perMinute: 20,
  }),
  openings: get('/account/opening/list', {
    access: 'account:view',
    summary: { en: 'Who from above opened own console', zh: '上级进入本组织后台的记录' },
    description: 'The newest 50, and whether opening it is refused.',
    query: noInput,
    reply: Openings,
    prolongs: false,
  }),
  refuseOpening: post('/account/opening/refuse', {
    access: 'account:update',
    summary: {
      en: 'Refuse or allow opening own console from above',
      zh: '拒绝或允许上级进入本组织后台',
    },
    description: 'Consoles that are open close at once.',
    body: z.strictObject({ isRefused: z.boolean() }),
    reply: nothing,
  }),
}
