import { endpoints, get, nothing, post } from '../endpoint.ts'
import { JobStarted } from '../job/job.model.ts'
import { pageOf } from '../paging.ts'
import {
  KeywordReply,
  LiveQuery,
  LiveReply,
  RunRow,
  RunSearch,
  StatisticExport,
  StatisticQuery,
  StatisticReply,
  TargetSaving,
  TopQuery,
} from './statistics.model.ts'

const access = 'statistics:view'
const within =
  'Figures of the organisation and those below it, by the owner of a device when it was counted. Formulas: `figures.ts`.'

/** Spec 7, data/statistic. The wall's calls (data/visualization) are in `wall/`. */
export const statisticsApi = endpoints('statistics', {
  users: get('/web/data/statistic/users', {
    access,
    summary: { en: 'Statistics of app users', zh: '用户统计' },
    description: `Total, new, active; by province and app type. ${within}`,
    query: StatisticQuery,
    reply: StatisticReply,
  }),
  devices: get('/web/data/statistic/devices', {
    access,
    summary: { en: 'Statistics of devices', zh: '设备统计' },
    description: `Devices, availability, use, commands, energy, water; by kind, model and province. ${within}`,
    query: StatisticQuery,
    reply: StatisticReply,
  }),
  recipes: get('/web/data/statistic/cookbooks', {
    access,
    summary: { en: 'Statistics of recipes', zh: '菜谱统计' },
    description: `Recipes, translations, downloads, favourites, cooked; by category. ${within}`,
    query: StatisticQuery,
    reply: StatisticReply,
  }),
  faults: get('/web/data/statistic/faults', {
    access,
    summary: { en: 'Statistics of faults', zh: '故障统计' },
    description: `Raised, open, per 100 device-days, times to acknowledge and clear; by code, severity and model. ${within}`,
    query: StatisticQuery,
    reply: StatisticReply,
  }),
  keywords: get('/web/data/statistic/search/keywords', {
    access,
    summary: { en: 'Statistics of searches', zh: '搜索关键词统计' },
    description: `Words from three people on, in normal form. ${within}`,
    query: StatisticQuery,
    reply: KeywordReply,
  }),
  top: get('/web/data/statistic/top', {
    access,
    summary: { en: 'Top lists', zh: '排行榜' },
    description: `Equal values by id; what is not listed is \`others\`. ${within}`,
    query: TopQuery,
    reply: StatisticReply,
  }),
  live: get('/web/data/statistic/live', {
    access,
    summary: { en: 'Live figures and what needs attention', zh: '实时指标与待处理事项' },
    query: LiveQuery,
    reply: LiveReply,
    prolongs: false,
  }),
  startExport: post('/web/data/statistic/export', {
    access: 'statistics:export',
    summary: { en: 'Export statistics as a job', zh: '导出统计' },
    description: 'xlsx: a sheet a panel, the definitions, times, zone and filters.',
    body: StatisticExport,
    reply: JobStarted,
  }),
  runs: get('/web/data/statistic/run/page', {
    access: 'statistics:run',
    summary: { en: 'Runs of the statistics', zh: '统计批次列表' },
    query: RunSearch,
    reply: pageOf(RunRow),
  }),
  saveTarget: post('/web/data/statistic/target/save', {
    access: 'statistics:target',
    summary: { en: 'Set the target of a figure', zh: '设置指标目标值' },
    description: 'Of the caller’s own organisation; one a figure.',
    body: TargetSaving,
    reply: nothing,
  }),
})
