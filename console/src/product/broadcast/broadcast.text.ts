import { word } from '@brigade/contract/word.text.ts'
import { counting } from '@brigade/contract/plural.ts'
import { words } from '@brigade/contract/text.ts'

export const broadcastText = words({
  title: { en: 'Broadcast', zh: '设备广播' },
  about: {
    en: 'A message to all devices of this model that are connected now and subscribed to its topic. It is not delivered later.',
    zh: '向该型号当前在线且已订阅相应主题的所有设备发送消息，离线设备不会补收。',
  },
  topic: { en: 'Topic', zh: '广播主题' },
  topicHint: {
    en: (p: { topic: string }) => `Devices receive it on ${p.topic}`,
    zh: (p: { topic: string }) => `设备通过 ${p.topic} 接收`,
  },
  content: { en: 'Message', zh: '消息内容' },
  bytes: {
    en: (p: { bytes: string; max: string }) => `${p.bytes} of ${counting(p.max, 'byte')}`,
    zh: (p: { bytes: string; max: string }) => `${p.bytes} / ${p.max} 字节`,
  },
  topicNeeded: { en: 'Letters, digits, - and _, at most 64', zh: '由字母、数字、- 和 _ 组成，最多 64 个字符' },
  contentNeeded: { en: 'Enter a message', zh: '请输入消息内容' },
  tooLong: { en: 'At most 64 KB', zh: '不能超过 64 KB' },
  send: { en: 'Broadcast', zh: '发送广播' },
  confirm: {
    en: (p: { topic: string }) =>
      `Every connected device of this model that listens to ${p.topic} is sent this message, whichever customer has it. It cannot be taken back.`,
    zh: (p: { topic: string }) =>
      `该型号所有在线且已订阅 ${p.topic} 的设备（无论归属哪个客户）都会收到此消息，发送后无法撤回。`,
  },
  sent: { en: 'Being sent', zh: '广播正在发送' },
  earlier: { en: 'Earlier broadcasts', zh: '广播记录' },
  none: { en: 'The last 50 are listed here.', zh: '此处保留最近 50 条广播。' },
  time: { en: 'Sent', zh: '发送时间' },
  by: word.by,
  reached: { en: 'Devices', zh: '送达设备' },
  unknown: { en: 'Only the broker knows', zh: '由外部 Broker 投递，数量未知' },
  look: { en: (p: { topic: string }) => `Read ${p.topic}`, zh: (p: { topic: string }) => `查看 ${p.topic}` },
  again: { en: 'Copy to the form', zh: '填入表单' },
})
