import { createHash } from 'node:crypto'
import type { StoredConfig } from './config.store.ts'

/** Where devices fetch a configuration from; unguessable, and asks for nothing else. */
export const configPath = '/device/config'

/** What a device is told of a configuration (`thing/config/get`, `thing/config/push`), in Alink's words. */
export function configData({ productId, version, content, origin, token }: StoredConfig) {
  return {
    configId: `${productId}-${version}`,
    configSize: Buffer.byteLength(content),
    sign: createHash('sha256').update(content).digest('hex'),
    signMethod: 'Sha256',
    url: `${origin}${configPath}?token=${token}`,
    getType: 'file',
  }
}
