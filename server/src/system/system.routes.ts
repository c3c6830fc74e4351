import { areaApi } from '@brigade/contract/system/area.endpoints.ts'
import { noticeApi } from '@brigade/contract/system/notice.endpoints.ts'
import { implement } from '../platform/http/implement.ts'
import { knownZones } from '../platform/zone/zones.ts'
import { areaTree } from './area/areas.ts'
import { missingSetup } from './notice/missing-setup.ts'
import { systemNotices } from './notice/system-notices.ts'

export const systemRoutes = [
  ...implement(areaApi, {
    areas: (ctx) => [...areaTree(ctx.locale)],
    timeZones: async (ctx) => [...(await knownZones(ctx)).offered()],
  }),
  ...implement(noticeApi, {
    notices: systemNotices,
    setup: missingSetup,
  }),
]
