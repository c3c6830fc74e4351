import { z } from 'zod'
import { endpoints, get, live, noInput, nothing, post } from '../endpoint.ts'
import { Id } from '../field.ts'
import { pageOf } from '../paging.ts'
import { InboxEvent, InboxRow, InboxSearch, MessageType, messageLimits } from './message.model.ts'

/** Kinds of messages that an app user does without. */
export const AppMessageSetting = z.strictObject({
  muted: z.array(MessageType).max(4),
})
export type AppMessageSetting = z.output<typeof AppMessageSetting>

/** The inbox of the phone app. */
export const appMessageApi = endpoints('message', {
  appPage: get('/app/message/page', {
    access: 'app',
    summary: { en: 'Own messages', zh: '我的消息' },
    query: InboxSearch,
    reply: pageOf(InboxRow).extend({ unread: z.number().int() }),
  }),
  appRead: post('/app/message/read', {
    access: 'app',
    summary: { en: 'Mark own messages as read', zh: '标记消息已读' },
    description: 'Without ids all that are unread.',
    body: z.strictObject({ ids: z.array(Id).min(1).max(messageLimits.removed).optional() }),
    reply: nothing,
  }),
  appSetting: get('/app/message/setting', {
    access: 'app',
    summary: { en: 'Own message settings', zh: '消息设置' },
    query: noInput,
    reply: AppMessageSetting,
  }),
  saveAppSetting: post('/app/message/setting', {
    access: 'app',
    summary: { en: 'Change own message settings', zh: '保存消息设置' },
    body: AppMessageSetting,
    reply: nothing,
  }),
  appLive: live('/app/message/live', {
    access: 'app',
    summary: { en: 'How many messages are unread, as it changes', zh: '未读消息实时推送' },
    query: noInput,
    event: InboxEvent,
  }),
})
