import { z } from 'zod'
import { endpoints, get, noInput, post } from '../../endpoint.ts'
import { Id } from '../../field.ts'
import { JobStarted } from '../../job/job.model.ts'
import { pageOf } from '../../paging.ts'
import {
  AppLogDetail,
  AppLogRow,
  AppLogSearch,
  ChainState,
  exportLimits,
  LogDetail,
  LogExport,
  LogModule,
  LogRow,
  LogSearch,
} from './log.model.ts'

const ById = z.strictObject({ id: Id })

/** Spec 7, log; and own: the state of the chain. */
export const logApi = endpoints('log', {
  list: get('/web/log/list', {
    access: 'operation-log:view',
    summary: { en: 'Operation log', zh: '操作日志列表' },
    description:
      'Lines whose actor, or a record that they changed, stood within the caller’s scope at that time. Newest first.',
    query: LogSearch,
    reply: pageOf(LogRow),
  }),
  detail: get('/web/log/detail', {
    access: 'operation-log:view',
    summary: { en: 'One line of the operation log', zh: '操作日志详情' },
    description: 'Before beside after, only what differs. Secrets and people are masked before anything is stored.',
    query: ById,
    reply: LogDetail,
  }),
  appList: get('/web/log/app/list', {
    access: 'app-log:view',
    summary: { en: 'App log', zh: '应用日志列表' },
    query: AppLogSearch,
    reply: pageOf(AppLogRow),
  }),
  appDetail: get('/web/log/app/detail', {
    access: 'app-log:view',
    summary: { en: 'One line of the app log', zh: '应用日志详情' },
    query: ById,
    reply: AppLogDetail,
  }),
  startExport: post('/web/log/export', {
    access: 'operation-log:export',
    summary: { en: 'Export the operation log as a job', zh: '导出操作日志' },
    description: `The sealed lines that the filters find, ${exportLimits.lines} at most, as NDJSON with what proves them: all leaves up to the next checkpoint, and for the platform’s own staff what each leaf is made from. \`npm run verify-log -- --export FILE\` checks it.`,
    body: LogExport,
    reply: JobStarted,
  }),
  startVerify: post('/web/log/verify', {
    access: 'operation-log:verify',
    summary: { en: 'Verify the operation log as a job', zh: '校验操作日志' },
    description:
      'Checks all lines now; each night checks the new ones and a 28th of the others. `log/chain` answers what came of it.',
    body: noInput,
    reply: JobStarted,
  }),
  modules: get('/web/log/modules', {
    access: 'operation-log:view',
    summary: { en: 'Modules and operations of the log', zh: '日志模块与操作选项' },
    description: 'All that is logged: calls and jobs, by module, in the caller’s language.',
    query: noInput,
    reply: z.array(LogModule),
  }),
  chain: get('/web/log/chain', {
    access: 'operation-log:verify',
    summary: { en: 'State of the seal', zh: '日志封存状态' },
    description:
      'How far lines are sealed, the last checkpoint that left, what the last check found, and since when the part that has waited longest is unchecked.',
    query: noInput,
    reply: ChainState,
  }),
})
