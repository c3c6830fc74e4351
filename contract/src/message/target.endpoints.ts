import { z } from 'zod'
import { endpoints, get, nothing, post } from '../endpoint.ts'
import { Id } from '../field.ts'
import { pageOf } from '../paging.ts'
import { RobotDraft, RobotRow, TargetSearch, WebhookDraft, WebhookRemoval, WebhookRow } from './target.model.ts'

const ById = z.strictObject({ id: Id })

/** The receiver of sign-in codes can sign in as any person of the phone app. */
const codesElsewhere = {
  'message:sign-in-codes': {
    en: 'change where sign-in codes of the phone app go',
    zh: '修改应用登录验证码的去向',
  },
} as const

/** Group robots and webhooks of organisations. */
export const targetApi = endpoints('message', {
  robots: get('/web/message/robot/page', {
    access: 'message:channel',
    summary: { en: 'Group robots', zh: '群机器人列表' },
    query: TargetSearch,
    reply: pageOf(RobotRow),
  }),
  saveRobot: post('/web/message/robot/save', {
    access: 'message:channel',
    summary: { en: 'Add or edit a group robot', zh: '保存群机器人' },
    description:
      'With an `id` the robot is changed; an empty address or secret stays as it was. Both are kept sealed and never answered.',
    body: RobotDraft,
    reply: z.object({ id: Id }),
  }),
  removeRobot: post('/web/message/robot/delete', {
    access: 'message:channel',
    summary: { en: 'Delete a group robot', zh: '删除群机器人' },
    body: ById,
    reply: nothing,
  }),
  testRobot: post('/web/message/robot/test', {
    access: 'message:channel',
    summary: { en: 'Send a test to a group robot', zh: '测试群机器人' },
    description: 'Queues one message; the list shows what became of it.',
    body: ById,
    reply: z.object({ messageId: Id }),
    perMinute: 30,
  }),
  webhooks: get('/web/message/webhook/page', {
    access: 'message:channel',
    summary: { en: 'Webhooks', zh: 'Webhook 列表' },
    query: TargetSearch,
    reply: pageOf(WebhookRow),
  }),
  saveWebhook: post('/web/message/webhook/save', {
    access: 'message:channel',
    summary: { en: 'Add or edit a webhook', zh: '保存 Webhook' },
    description:
      'Standard Webhooks: `webhook-id`, `webhook-timestamp` and `webhook-signature` (v1, HMAC-SHA256). The secret is answered once, when it is made or renewed; null otherwise. A change by which sign-in codes of the phone app go elsewhere (`sendsCodes`, and for one that sends them its address, secret and whether it is enabled) needs message:sign-in-codes and the sign-in password; the platform’s administrators are notified.',
    body: WebhookDraft,
    also: codesElsewhere,
    reply: z.object({ id: Id, secret: z.string().nullable() }),
  }),
  removeWebhook: post('/web/message/webhook/delete', {
    access: 'message:channel',
    summary: { en: 'Delete a webhook', zh: '删除 Webhook' },
    description: 'One that sends sign-in codes needs message:sign-in-codes and the sign-in password.',
    body: WebhookRemoval,
    also: codesElsewhere,
    reply: nothing,
  }),
  testWebhook: post('/web/message/webhook/test', {
    access: 'message:channel',
    summary: { en: 'Send a test to a webhook', zh: '测试 Webhook' },
    body: ById,
    reply: z.object({ messageId: Id }),
    perMinute: 30,
  }),
})
