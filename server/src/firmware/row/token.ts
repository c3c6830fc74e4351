import { createHmac } from 'node:crypto'
import type { UpgradeRow } from './upgrade-row.store.ts'

/**
 * The last part of a file's address: 43 unguessable characters. They are derived from the secret key whenever the
 * same offer is sent again, so that no process and no table keeps them.
 */
export const tokenOf = (secretKey: Buffer, { key }: Pick<UpgradeRow, 'key'>, turn: number): string =>
  createHmac('sha256', secretKey)
    .update(`firmware address ${key.taskId} ${key.deviceId} ${key.place} ${turn}`)
    .digest('base64url')
