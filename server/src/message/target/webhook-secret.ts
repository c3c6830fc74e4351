import { randomBytes } from 'node:crypto'

/** The prefix of a secret's base64 in Standard Webhooks. */
const prefix = 'whsec_'

/** A secret in the form of Standard Webhooks: 32 random bytes. */
export const newWebhookSecret = (): string => `${prefix}${randomBytes(32).toString('base64')}`

/** The bytes that a secret signs with. */
export const keyOf = (secret: string): Buffer => Buffer.from(secret.slice(prefix.length), 'base64')
