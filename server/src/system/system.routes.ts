import { areaApi } from '@brigade/contract/system/area.endpoints.ts'
import { noticeApi } from '@brigade/contract/system/notice.endpoints.ts'
import { implement } from '../platform/http/implement.ts'
import { setActsSeen } from './account/administrator-act.store.ts'
import { areaTree } from './area/areas.ts'
import { systemNotices } from './notice/system-notices.ts'

export const systemRoutes = [
  ...implement(areaApi, {
    areas: (ctx) => [...areaTree(ctx.locale)],
  }),
  ...implement(noticeApi, {
    notices: systemNotices,
    actsSeen: async ({ db, caller, clock }, { body }) => {
      // Not beyond now: what comes later is news.
      const until = Math.min(Date.parse(body.until), clock.now())
      await setActsSeen(db, caller.accountId, new Date(until).toISOString())
      return null
    },
  }),
]
