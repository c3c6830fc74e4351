import { logApi } from '@brigade/contract/system/log/log.endpoints.ts'
import { implement } from '../../platform/http/implement.ts'
import { startLogExport } from './export-log.ts'
import { getAppLine, listAppLines } from './list-app-log.ts'
import { getLine, listLines, readChainState } from './list-log.ts'
import { listModules } from './log-modules.ts'
import { startVerify } from './seal/verify-log-job.ts'

export const logRoutes = implement(logApi, {
  list: (ctx, { query }) => listLines(ctx, query),
  detail: (ctx, { query }) => getLine(ctx, query.id),
  appList: (ctx, { query }) => listAppLines(ctx, query),
  appDetail: (ctx, { query }) => getAppLine(ctx, query.id),
  startExport: (ctx, { body }) => startLogExport(ctx, body),
  startVerify: (ctx) => startVerify(ctx),
  modules: (ctx) => Promise.resolve(listModules(ctx.locale)),
  chain: (ctx) => readChainState(ctx),
})
