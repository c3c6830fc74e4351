import { word } from '@brigade/contract/word.text.ts'
import { words } from '@brigade/contract/text.ts'

export const bellText = words({
  bell: { en: 'Inbox', zh: '站内信' },
  bellUnread: { en: (p: { n: string }) => `Inbox, ${p.n} unread`, zh: (p: { n: string }) => `站内信，${p.n} 条未读` },
  readAll: { en: 'Mark all as read', zh: '全部标为已读' },
  loading: word.stillLoading,
  emptyTitle: { en: 'No messages', zh: '暂无消息' },
  emptyHint: { en: 'Messages that concern you appear here', zh: '与您相关的消息会显示在这里' },
  more: { en: 'Earlier messages', zh: '更早的消息' },
  unread: { en: 'unread', zh: '未读' },
})
