import { createHash } from 'node:crypto'
import type { StoredConfig } from './config.store.ts'

/**
 * The path from which devices download a configuration; the token in it is unguessable, and no other authentication is
 * needed.
 */
export const configPath = '/device/config'

/**
 * The data about a configuration for a device (`thing/config/get`, `thing/config/push`), in Alink's words. Without a base URL for devices
 * the address is that at which the configuration was saved.
 */
export function configData(
  { productId, version, content, origin, token }: StoredConfig,
  deviceUrl: string | undefined,
) {
  return {
    configId: `${productId}-${version}`,
    configSize: Buffer.byteLength(content),
    sign: createHash('sha256').update(content).digest('hex'),
    signMethod: 'Sha256',
    url: `${deviceUrl ?? origin}${configPath}?token=${token}`,
    getType: 'file',
  }
}
