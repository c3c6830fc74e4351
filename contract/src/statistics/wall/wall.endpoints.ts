import { z } from 'zod'
import { download, endpoints, get, live, nothing, post } from '../../endpoint.ts'
import { Id, secret } from '../../field.ts'
import { pageOf } from '../../paging.ts'
import { KeywordReply, StatisticQuery, StatisticReply, TopQuery } from '../statistics.model.ts'
import {
  WallFaultReply,
  WallLinkDraft,
  WallLinkRow,
  WallLinkSearch,
  WallNews,
  WallPage,
  WallQuery,
  WallSetting,
  WallSettingDraft,
} from './wall.model.ts'

const figures =
  'The figures of data/statistic, those that are live as they are at this moment; without names of people and serial numbers.'
const seen = { access: 'statistics:view', openToLinks: true } as const

/** The data wall: its content, and its settings. */
export const wallApi = endpoints('wall', {
  live: live('/web/data/visualization/live', {
    ...seen,
    summary: { en: 'Follow the data wall', zh: '数据大屏实时数据' },
    description:
      'Server-sent events: the whole picture first, then what changed, at most once a second, and a heartbeat every 5 s. Of more than five events in a second it says how many there were. No serial number and no person is in it.',
    query: WallQuery,
    event: WallNews,
  }),
  page: get('/web/data/visualization/page', {
    ...seen,
    summary: { en: 'Title and logo of the data wall', zh: '数据大屏标题与标志' },
    query: WallQuery,
    reply: WallPage,
    prolongs: false,
  }),
  logo: download('/web/data/visualization/logo', {
    ...seen,
    summary: { en: 'Logo of the data wall', zh: '数据大屏标志图片' },
    query: WallQuery,
    mediaTypes: ['image/webp'],
  }),
  users: get('/web/data/visualization/users', {
    ...seen,
    summary: { en: 'App users on the data wall', zh: '大屏用户统计' },
    description: `Total, new and active, of today unless said otherwise, with their trend: of the range asked for, or of 30 days. ${figures}`,
    query: StatisticQuery,
    reply: StatisticReply,
  }),
  devices: get('/web/data/visualization/devices', {
    ...seen,
    summary: { en: 'Devices on the data wall', zh: '大屏设备统计' },
    description: `Installed, online, by kind, model and province; cooking now; availability of coolers. ${figures}`,
    query: StatisticQuery,
    reply: StatisticReply,
  }),
  recipes: get('/web/data/visualization/cookbooks', {
    ...seen,
    summary: { en: 'Recipes on the data wall', zh: '大屏菜谱统计' },
    description: `Recipes, cooked, languages; most cooked. ${figures}`,
    query: StatisticQuery,
    reply: StatisticReply,
  }),
  faults: get('/web/data/visualization/faults', {
    ...seen,
    summary: { en: 'Faults on the data wall', zh: '大屏故障统计' },
    description: `Raised and of them open; open now; by severity and code; the latest events, the newest first. ${figures}`,
    query: StatisticQuery,
    reply: WallFaultReply,
  }),
  keywords: get('/web/data/visualization/search/keywords', {
    ...seen,
    summary: { en: 'Searched words on the data wall', zh: '大屏搜索热词' },
    description: `Twenty words that three people or more searched for. ${figures}`,
    query: StatisticQuery,
    reply: KeywordReply,
  }),
  top: get('/web/data/visualization/top', {
    ...seen,
    summary: { en: 'Top lists of the data wall', zh: '大屏排行榜' },
    description: `Customers are "customer 1…" where their names are hidden. ${figures}`,
    query: TopQuery,
    reply: StatisticReply,
  }),
  setting: get('/web/wall/setting/detail', {
    access: 'statistics:wall-link',
    summary: { en: 'Read the setting of the data wall', zh: '查看大屏设置' },
    query: WallQuery,
    reply: WallSetting,
  }),
  saveSetting: post('/web/wall/setting/save', {
    access: 'statistics:wall-link',
    summary: { en: 'Save the setting of the data wall', zh: '保存大屏设置' },
    description: 'Title, logo and hidden names of an organisation within the caller’s scope.',
    body: WallSettingDraft,
    reply: WallSetting,
  }),
  links: get('/web/wall/link/page', {
    access: 'statistics:wall-link',
    summary: { en: 'Wall links', zh: '大屏链接列表' },
    description: 'Links within the caller’s scope; of one organisation with those below it where it is named.',
    query: WallLinkSearch,
    reply: pageOf(WallLinkRow),
  }),
  saveLink: post('/web/wall/link/save', {
    access: 'statistics:wall-link',
    summary: { en: 'Add or edit a wall link', zh: '保存大屏链接' },
    description:
      'The token is answered once, when the link is made; null when it is changed. Whoever has it sees the data wall of that organisation, and nothing else.',
    body: WallLinkDraft,
    reply: z.object({ id: Id, tokenSecret: secret(z.string()).nullable() }),
  }),
  revokeLink: post('/web/wall/link/revoke', {
    access: 'statistics:wall-link',
    summary: { en: 'Revoke a wall link', zh: '撤销大屏链接' },
    description: 'Takes effect on the next request, and ends open streams within 5 s.',
    body: z.strictObject({ id: Id }),
    reply: nothing,
  }),
})
