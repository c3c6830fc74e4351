import { createHmac } from 'node:crypto'
import type { RobotMaker } from '@brigade/contract/message/target.model.ts'
import { z } from 'zod'

export type RobotPost = Readonly<{ url: string; body: unknown }>

type Given = Readonly<{
  maker: RobotMaker
  address: string
  secret: string | undefined
  content: string
  phones: readonly string[]
  /** Epoch ms. */
  at: number
}>

const hmac = (key: string, text: string) => createHmac('sha256', key).update(text).digest('base64')

/**
 * A text in the form of a group robot's maker. DingTalk signs in the query (milliseconds and secret under the secret), Feishu in the
 * body (nothing, under seconds and secret); WeCom has no signature, its address is the secret.
 */
export function robotPost({ maker, address, secret, content, phones, at }: Given): RobotPost {
  if (maker === 'wecom')
    return { url: address, body: { msgtype: 'text', text: { content, ...mentioned('mentioned_mobile_list', phones) } } }
  if (maker === 'dingtalk') {
    const url = new URL(address)
    if (secret !== undefined) {
      url.searchParams.set('timestamp', String(at))
      url.searchParams.set('sign', hmac(secret, `${at}\n${secret}`))
    }
    const at_ = phones.length === 0 ? {} : { at: { atMobiles: phones, isAtAll: false } }
    return { url: url.href, body: { msgtype: 'text', text: { content }, ...at_ } }
  }
  const timestamp = String(Math.floor(at / 1000))
  const signed = secret === undefined ? {} : { timestamp, sign: hmac(`${timestamp}\n${secret}`, '') }
  return { url: address, body: { ...signed, msg_type: 'text', content: { text: content } } }
}

const mentioned = (name: string, phones: readonly string[]) => (phones.length === 0 ? {} : { [name]: phones })

const Answer = z.object({
  errcode: z.number().optional(),
  code: z.number().optional(),
  StatusCode: z.number().optional(),
})

/** Makers answer 200 even for a refusal, and report it in the body. Undefined if the answer is none of theirs. */
export function isAccepted(maker: RobotMaker, body: string): boolean | undefined {
  const parsed = Answer.safeParse(jsonOf(body))
  if (!parsed.success) return undefined
  const { errcode, code, StatusCode: statusCode } = parsed.data
  const result = maker === 'feishu' ? (code ?? statusCode) : errcode
  return result === undefined ? undefined : result === 0
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
