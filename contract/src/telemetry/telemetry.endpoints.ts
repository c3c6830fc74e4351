import { z } from 'zod'
import { endpointsPerKind } from '../device/endpoints-per-kind.ts'
import { Id } from '../field.ts'
import { endpoints, get, live, nothing, post } from '../endpoint.ts'
import { pageOf } from '../paging.ts'
import { Comparable, ComparableQuery, CompareQuery, Comparison } from './compare.model.ts'
import { Curve, CurveQuery } from './curve.model.ts'
import { EventRow, EventSearch } from './event.model.ts'
import { HistoryRow, HistorySearch } from './history.model.ts'
import { DeviceLogRow, DeviceLogSearch, DeviceLogSwitch } from './log.model.ts'
import { MessageRow, MessagesSince, MessageSearch, TraceEvent, TraceQuery } from './message.model.ts'
import { Offline } from './offline.model.ts'
import { OnlineRow, OnlineSearch } from './online.model.ts'
import { ShadowPage, ShadowSearch } from './shadow.model.ts'

const fromRecords =
  'A judgement from what is recorded, with its evidence and how sure it is; null while the device is online. Others at its site are counted within what the caller may see.'
/** Spec 7, device and device/cooler: what a device reports, and when it was online. */
export const telemetryCalls = endpointsPerKind('telemetry', ({ kind, path, one, many, zh }) => ({
  shadow: get(kind === 'oven' ? `${path}/shadow/page` : `${path}/shadow`, {
    access: `${kind}:view`,
    summary: { en: `Shadow of ${one}`, zh: `${zh}影子` },
    description:
      'Every property reported at least once, in the order of the thing model; all of them without `pageNum` and `pageSize`.',
    query: ShadowSearch,
    reply: ShadowPage,
  }),
  curve: get(`${path}/history/record`, {
    access: `${kind}:view`,
    summary: { en: `Curves of ${one}`, zh: `${zh}历史曲线` },
    description: 'At most about 1,000 points a series: buckets of min, max and mean where there are more reports.',
    query: CurveQuery,
    reply: Curve,
  }),
  comparable: get(`${path}/history/compare/property`, {
    access: `${kind}:view`,
    summary: { en: `What ${many} can be compared by`, zh: `多台${zh}可对比的属性` },
    query: ComparableQuery,
    reply: Comparable,
  }),
  compare: get(`${path}/history/compare`, {
    access: `${kind}:view`,
    summary: { en: `One property of many ${many}`, zh: `多台${zh}属性对比` },
    description:
      'Lowest, highest and mean of each whole hour (UTC), or of each day of the zone in the header `time-zone`. A day has the hours that begin in it. By hour a span has at most 1,000 hours, by day 1,000 days.',
    query: CompareQuery,
    reply: Comparison,
  }),
  history: get(kind === 'oven' ? `${path}/history/record/page` : `${path}/history`, {
    access: `${kind}:view`,
    summary: { en: `Reports of ${one}`, zh: `${zh}历史记录` },
    query: HistorySearch,
    reply: pageOf(HistoryRow),
  }),
  messages: get(`${path}/msg/page`, {
    access: `${kind}:view`,
    summary: { en: `Messages of ${one}`, zh: `${zh}消息` },
    query: MessageSearch,
    reply: pageOf(MessageRow).extend({ since: MessagesSince }),
  }),
  trace: live(`${path}/msg/live`, {
    access: `${kind}:view`,
    summary: { en: `Messages of ${one}, live`, zh: `${zh}实时消息` },
    query: TraceQuery,
    event: TraceEvent,
  }),
  onlineLog: get(`${path}/msg/online`, {
    access: `${kind}:view`,
    summary: { en: `Online log of ${one}`, zh: `${zh}上下线记录` },
    query: OnlineSearch,
    reply: pageOf(OnlineRow),
  }),
  whyOffline: get(`${path}/offline`, {
    access: `${kind}:view`,
    summary: { en: `Why ${one} is offline`, zh: `${zh}离线原因` },
    description: fromRecords,
    query: z.strictObject({ id: Id }),
    reply: Offline.nullable(),
  }),
  events: get(`${path}/event/page`, {
    access: `${kind}:view`,
    summary: { en: `Events of ${one}`, zh: `${zh}事件` },
    query: EventSearch,
    reply: pageOf(EventRow),
  }),
  logs: get(`${path}/log/page`, {
    access: `${kind}:view`,
    summary: { en: `Lines that ${one} logged`, zh: `${zh}设备日志` },
    query: DeviceLogSearch,
    reply: pageOf(DeviceLogRow).extend({ isAsked: z.boolean() }),
  }),
  askForLogs: post(`${path}/log/switch`, {
    access: `${kind}:update`,
    summary: { en: `Switch log reporting of ${one}`, zh: `开启/关闭${zh}日志上报` },
    body: DeviceLogSwitch,
    reply: nothing,
  }),
}))

const asInstalled = 'As of an installed one; an installed oven answers as if it did not exist.'
/** The same of ovens that are not installed, on the specification's own paths. */
export const uninstalledApi = endpoints('telemetry', {
  uninstalledShadow: get('/web/device/uninstalled/shadow/page', {
    access: 'oven:view',
    summary: { en: 'Shadow of an oven that is not installed', zh: '未安装烤箱设备影子' },
    description: asInstalled,
    query: ShadowSearch,
    reply: ShadowPage,
  }),
  uninstalledHistory: get('/web/device/uninstalled/history/record/page', {
    access: 'oven:view',
    summary: { en: 'Reports of an oven that is not installed', zh: '未安装烤箱设备历史记录' },
    description: asInstalled,
    query: HistorySearch,
    reply: pageOf(HistoryRow),
  }),
})
