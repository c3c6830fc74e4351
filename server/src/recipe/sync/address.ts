import { createHmac } from 'node:crypto'

/** What the address of a document ends with: 43 characters that nobody can guess, another one for each command. */
export const documentToken = (secretKey: Buffer, deviceId: string, turn: number): string =>
  createHmac('sha256', secretKey).update(`recipe address ${deviceId} ${turn}`).digest('base64url')

/** It outlives the command: what came late is read to its end. */
export const addressLivesMs = 10 * 60_000
