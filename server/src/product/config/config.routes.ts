import { configApi } from '@brigade/contract/product/config/config.endpoints.ts'
import { implement } from '../../platform/http/implement.ts'
import type { PlainRoute } from '../../platform/http/plain-route.ts'
import { configPath } from './config-document.ts'
import { findConfigByToken } from './config.store.ts'
import { pushConfig } from './push-config.ts'
import { saveConfig } from './save-config.ts'
import { showConfig } from './show-config.ts'

export const configRoutes = implement(configApi, {
  config: (ctx, { query }) => showConfig(ctx, query.productId),
  saveConfig: (ctx, { body }) => saveConfig(ctx, body),
  pushConfig: (ctx, { body }) => pushConfig(ctx, body),
})

/** Devices download the content here. The address is the only authentication, because devices send nothing else. */
export const configPlainRoutes: readonly PlainRoute[] = [
  {
    method: 'GET',
    path: configPath,
    isFile: true,
    perMinute: 6000,
    handler: async ({ db }, { fields }) => {
      const { token } = fields
      const content = typeof token === 'string' ? await findConfigByToken(db, token) : undefined
      return content === undefined ? { status: 404 } : { status: 200, body: content }
    },
    onFailure: (failure) => ({ status: failure === 'tooMany' ? 429 : failure === 'failed' ? 500 : 400 }),
  },
]
