import { areaApi } from '@brigade/contract/system/area.endpoints.ts'
import { implement } from '../platform/http/implement.ts'
import { areaTree } from './area/areas.ts'

export const systemRoutes = implement(areaApi, {
  areas: (ctx) => [...areaTree(ctx.locale)],
})
