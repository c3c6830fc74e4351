import { minuteMs } from '@brigade/contract/time.ts'
import { createHmac } from 'node:crypto'

/** The last part of a document's address: 43 unguessable characters, different for each command. */
export const documentToken = (secretKey: Buffer, deviceId: string, turn: number): string =>
  createHmac('sha256', secretKey).update(`recipe address ${deviceId} ${turn}`).digest('base64url')

/** It outlives the command: what came late is read to its end. */
export const addressLivesMs = 10 * minuteMs
