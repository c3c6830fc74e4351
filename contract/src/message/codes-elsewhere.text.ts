import { word } from '../word.text.ts'
import { z } from 'zod'
import type { Words } from '../locale.ts'
import { actOf } from './message-kind.ts'

/** Changes of a webhook that receives sign-in codes. */
const CodesChange = z.enum(['add', 'address', 'secret', 'begin', 'end', 'enable', 'disable', 'remove'])
export type CodesChange = z.output<typeof CodesChange>
const codesChanges: Readonly<Record<CodesChange, Words>> = {
  add: word.addedInside,
  address: { en: 'new address', zh: '更换地址' },
  secret: { en: 'new secret', zh: '更换密钥' },
  begin: { en: 'sends codes from now on', zh: '开始用于发送验证码' },
  end: { en: 'sends no codes any more', zh: '不再用于发送验证码' },
  enable: { en: 'enabled', zh: '启用' },
  disable: { en: 'disabled', zh: '停用' },
  remove: word.deletedInside,
}

/**
 * Message to the platform's administrators. `changes`: the changes of the webhook; `host`: its target. The receiver
 * reads the codes with which people sign in to the phone app.
 */
export const codesElsewhere = actOf({
  type: 'notice',
  isCritical: true,
  params: z.object({
    name: z.string(),
    host: z.string(),
    changes: z.array(CodesChange),
    by: z.string(),
    at: z.string(),
  }),
  text: {
    en: ({ name, host, changes, by, at }, format) => ({
      title: 'Sign-in codes of the phone app go elsewhere',
      content: `${format.time(at)}: ${by} changed webhook “${name}” (${host}): ${changes.map((change) => codesChanges[change].en).join(', ')}. Whoever runs the receiver of the codes can sign in as people of the phone app. If you did not expect this, disable the webhook at once.`,
    }),
    zh: ({ name, host, changes, by, at }, format) => ({
      title: '应用登录验证码的去向有变更',
      content: `${format.time(at)} ${by} 修改了 Webhook“${name}”（${host}）：${changes.map((change) => codesChanges[change].zh).join('、')}。验证码的接收方可以应用用户身份登录。如有疑问，请立即停用该 Webhook。`,
    }),
  },
})
