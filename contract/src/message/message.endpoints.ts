import { z } from 'zod'
import { endpoints, get, live, noInput, nothing, post } from '../endpoint.ts'
import { Id } from '../field.ts'
import { pageOf } from '../paging.ts'
import {
  DeliveryRow,
  DeliverySearch,
  InboxEvent,
  InboxRow,
  InboxSearch,
  MessageDetail,
  MessageRow,
  MessageSearch,
  MessagesRemoved,
  NotificationRow,
  NotificationSearch,
  UserMessageRow,
  UserMessageSearch,
  messageLimits,
} from './message.model.ts'
import { NotifyChange, NotifyDetail, Reach } from './notify.model.ts'

const Ids = z.array(Id).min(1).max(messageLimits.removed)

/** Spec 7, message; beside it one's own inbox and how one is notified. */
export const messageApi = endpoints('message', {
  page: get('/web/message/page', {
    access: 'message:view',
    summary: { en: 'Messages', zh: '消息列表' },
    description: 'Of the organisations that the caller sees, with how many deliveries are in each state.',
    query: MessageSearch,
    reply: pageOf(MessageRow),
  }),
  detail: get('/web/message/detail', {
    access: 'message:view',
    summary: { en: 'One message', zh: '消息详情' },
    query: z.strictObject({ id: Id }),
    reply: MessageDetail,
  }),
  deliveries: get('/web/message/delivery/page', {
    access: 'message:view',
    summary: { en: 'Deliveries of a message', zh: '消息送达明细' },
    description: 'One row for each receiver and channel, with its state and the reason of what was not sent.',
    query: DeliverySearch,
    reply: pageOf(DeliveryRow),
  }),
  remove: post('/web/message/del', {
    access: 'message:remove',
    summary: { en: 'Delete messages', zh: '删除消息' },
    description:
      'They leave every inbox, and what waits to be sent is not. Their counts stay. Messages about what somebody did, and critical ones, leave only the caller’s own inbox, and are sent in any case: the answer says how many of each.',
    body: z.strictObject({ ids: Ids }),
    reply: MessagesRemoved,
  }),
  bell: get('/web/message/bell', {
    access: 'signed-in',
    summary: { en: 'Own inbox', zh: '我的消息' },
    description: 'The newest first, with how many are unread: counted up to 100.',
    prolongs: false,
    query: InboxSearch,
    reply: pageOf(InboxRow).extend({ unread: z.number().int() }),
  }),
  read: post('/web/message/read', {
    access: 'signed-in',
    summary: { en: 'Mark own messages as read', zh: '标记消息为已读' },
    description: '`ids` left out: all of them.',
    body: z.strictObject({ ids: Ids.optional() }),
    reply: nothing,
    log: false,
  }),
  live: live('/web/message/live', {
    access: 'signed-in',
    summary: { en: 'Own inbox, live', zh: '我的消息（实时）' },
    prolongs: false,
    query: noInput,
    event: InboxEvent,
  }),
  reach: get('/web/message/reach', {
    access: 'signed-in',
    summary: { en: 'Who can be reached outside the console', zh: '控制台以外的通知渠道' },
    query: noInput,
    reply: Reach,
  }),
  notifyDetail: get('/web/account/notify/detail', {
    access: 'signed-in',
    summary: { en: 'How I am notified', zh: '我的通知设置' },
    query: noInput,
    reply: NotifyDetail,
  }),
  notifyUpdate: post('/web/account/notify/update', {
    access: 'signed-in',
    summary: { en: 'Change how I am notified', zh: '修改通知设置' },
    body: NotifyChange,
    reply: nothing,
  }),
  notifications: get('/web/account/notification/page', {
    access: 'signed-in',
    summary: { en: 'Notifications to an account', zh: '账号的通知记录' },
    description: 'Every delivery to the account, the newest first. One’s own; another’s with account:view.',
    query: NotificationSearch,
    reply: pageOf(NotificationRow),
  }),
  userMessages: get('/web/user/message/page', {
    access: 'app-user:view',
    summary: { en: 'Messages to an app user', zh: '应用用户的消息' },
    description: 'Those of organisations within the scope, the newest first.',
    query: UserMessageSearch,
    reply: pageOf(UserMessageRow),
  }),
})
