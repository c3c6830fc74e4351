import { createHash, randomBytes } from 'node:crypto'

/** 256 random bits. The token is given out once; only its hash is stored. */
export const newToken = (): string => randomBytes(32).toString('base64url')

export const hashOf = (secret: string): Buffer => createHash('sha256').update(secret).digest()
