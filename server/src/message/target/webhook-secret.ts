import { randomBytes } from 'node:crypto'

/** Stands before the base64 of a secret, as Standard Webhooks has it. */
const prefix = 'whsec_'

/** A secret in the form of Standard Webhooks: 32 random bytes. */
export const newWebhookSecret = (): string => `${prefix}${randomBytes(32).toString('base64')}`

/** The bytes that a secret signs with. */
export const keyOf = (secret: string): Buffer => Buffer.from(secret.slice(prefix.length), 'base64')
