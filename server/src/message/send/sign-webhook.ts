import { createHmac } from 'node:crypto'
import { keyOf } from '../target/webhook-secret.ts'

/** The headers of Standard Webhooks: id, time in seconds, and the signature over both and the body. */
export function webhookHeaders({
  id,
  at,
  body,
  secret,
}: Readonly<{ id: string; at: number; body: string; secret: string }>): Record<string, string> {
  const timestamp = String(Math.floor(at / 1000))
  const signature = createHmac('sha256', keyOf(secret)).update(`${id}.${timestamp}.${body}`).digest('base64')
  return { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': `v1,${signature}` }
}
