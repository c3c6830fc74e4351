import { createHmac, randomBytes } from 'node:crypto'

const prefix = 'whsec_'

/** A secret in the form of Standard Webhooks: 32 random bytes. */
export const newWebhookSecret = (): string => `${prefix}${randomBytes(32).toString('base64')}`

/** The headers of Standard Webhooks: id, time in seconds, and the signature over both and the body. */
export function webhookHeaders({
  id,
  at,
  body,
  secret,
}: Readonly<{ id: string; at: number; body: string; secret: string }>): Record<string, string> {
  const timestamp = String(Math.floor(at / 1000))
  const key = Buffer.from(secret.slice(prefix.length), 'base64')
  const signature = createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')
  return { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': `v1,${signature}` }
}
