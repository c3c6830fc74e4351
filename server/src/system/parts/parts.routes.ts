import { partsApi } from '@brigade/contract/system/parts/parts.endpoints.ts'
import { implement } from '../../platform/http/implement.ts'
import { saveParts } from './save-parts.ts'
import { showParts } from './show-parts.ts'

export const partsRoutes = implement(partsApi, {
  detail: (ctx, { query }) => showParts(ctx, query.organisationId),
  save: (ctx, { body }) => saveParts(ctx, body),
})
