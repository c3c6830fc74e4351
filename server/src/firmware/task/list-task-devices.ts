import type { z } from 'zod'
import { firmwareText } from '@brigade/contract/firmware/firmware.text.ts'
import { TaskEventKind, type TaskEventRow, type TaskEventSearch } from '@brigade/contract/firmware/task.model.ts'
import type {
  UpgradeDeviceExport,
  UpgradeDeviceRow,
  UpgradeDeviceSearch,
} from '@brigade/contract/firmware/upgrade-device.model.ts'
import { isLive, resultOf } from '@brigade/contract/firmware/upgrade.rules.ts'
import { upgradeReasonWords, upgradeResultWords, upgradeStateWords } from '@brigade/contract/firmware/upgrade-words.ts'
import { tableMediaTypes } from '@brigade/contract/job/job.model.ts'
import type { Page } from '@brigade/contract/paging.ts'
import { wallText, zoneOffset } from '../../platform/excel/zone-time.ts'
import { writeTable } from '../../platform/excel/write-table.ts'
import type { Ctx, FileAnswer } from '../../platform/http/context.ts'
import { refuse } from '../../platform/refusal.ts'
import { isPlatformStaff } from '../../customer/data-scope.ts'
import { areSeenTasks } from '../row/seen-task.store.ts'
import { findEvents, findTaskDevices, listTaskDevices, type StoredEvent, type TaskDevice } from './task-device.store.ts'
import { tasksById } from './list-tasks.ts'

export const deviceRowOf = (row: TaskDevice): UpgradeDeviceRow => ({
  taskId: row.taskId,
  device: { id: row.deviceId, sn: row.sn, name: row.name, kind: row.kind, isGone: row.isGone },
  organisation: row.organisation,
  online: row.online,
  module: row.module,
  state: row.state,
  reason: row.reason,
  result: resultOf(row.state),
  from: row.fromVersion,
  target: row.target,
  current: row.current,
  attempts: row.attempts,
  tries: row.tries,
  progress: row.progress,
  bytes: row.bytes,
  offeredAt: row.offeredAt,
  dueAt: isLive(row.state) ? row.dueAt : null,
  changedAt: row.changedAt,
  endedAt: row.endedAt,
})

/** The caller's scope, with the number of simultaneous offers and the clock of the engine. */
export const seeingOf = ({ caller, settings, clock }: Ctx) => ({
  ...caller,
  cap: settings.upgradesAtOnce,
  now: clock.now(),
})

export async function requireTask(ctx: Ctx, id: string) {
  return (await tasksById(ctx, [id]))[0] ?? refuse('firmware.unknownTask')
}

export async function pageTaskDevices(
  ctx: Ctx,
  { query }: { query: UpgradeDeviceSearch },
): Promise<Page<UpgradeDeviceRow>> {
  // The task is not read with its counts, which would read all its devices for each page.
  const [isSeen, isAll] = await Promise.all([areSeenTasks(ctx.db, ctx.caller, [query.id]), isPlatformStaff(ctx)])
  if (!isSeen) refuse('firmware.unknownTask')
  const { list, ...count } = await findTaskDevices(ctx.db, { ...seeingOf(ctx), isAll }, query)
  return { list: list.map(deviceRowOf), ...count, pageNum: query.pageNum, pageSize: query.pageSize }
}

/** The platform's staff reads who did what; others read the history of their devices. */
export async function pageEvents(
  ctx: Ctx,
  { query }: { query: TaskEventSearch },
): Promise<Page<z.output<typeof TaskEventRow>>> {
  await requireTask(ctx, query.id)
  const { list, ...count } = await findEvents(ctx.db, ctx.caller, query)
  const isOwn = await isPlatformStaff(ctx)
  return {
    list: list.map((event) => eventRowOf(event, isOwn)),
    ...count,
    pageNum: query.pageNum,
    pageSize: query.pageSize,
  }
}

const eventRowOf = (event: StoredEvent, isOwn: boolean): z.output<typeof TaskEventRow> => ({
  seq: event.seq,
  at: event.at,
  kind: TaskEventKind.parse(event.kind),
  who: event.whoId === null || !isOwn ? null : { id: event.whoId, name: event.who ?? '' },
  text: isOwn ? event.text : '',
  device:
    event.deviceId === null
      ? null
      : {
          id: event.deviceId,
          sn: event.sn ?? '',
          name: event.name ?? '',
          kind: event.deviceKind ?? 'oven',
          isGone: event.isGone,
        },
  module: event.module,
  from: event.fromState,
  to: event.toState,
  reason: event.reason,
})

const atOnce = 1000
const words = (key: keyof typeof firmwareText & `firmware.column${string}`) => ({
  en: firmwareText[key].en,
  zh: firmwareText[key].zh,
})

export async function exportTaskDevices(
  ctx: Ctx,
  { query }: { query: z.output<typeof UpgradeDeviceExport> },
): Promise<FileAnswer> {
  await requireTask(ctx, query.id)
  const { db, clock, locale, timeZone } = ctx
  async function* rows() {
    let after = { deviceId: '0', place: 0 }
    for (;;) {
      const some = await listTaskDevices(db, seeingOf(ctx), query, { after, most: atOnce })
      yield* some
      const last = some.at(-1)
      if (last === undefined || some.length < atOnce) return
      after = { deviceId: last.deviceId, place: last.place }
    }
  }
  const body = writeTable<TaskDevice>(
    'xlsx',
    [
      { head: words('firmware.columnSn'), type: 'text', value: ({ sn }) => sn },
      { head: words('firmware.columnName'), type: 'text', value: ({ name }) => name },
      { head: words('firmware.columnOrganisation'), type: 'text', value: ({ organisation }) => organisation },
      { head: words('firmware.columnModule'), type: 'text', value: ({ module }) => module },
      { head: words('firmware.columnFrom'), type: 'text', value: ({ fromVersion }) => fromVersion ?? '-' },
      { head: words('firmware.columnTarget'), type: 'text', value: ({ target }) => target },
      { head: words('firmware.columnVersion'), type: 'text', value: ({ current }) => current ?? '-' },
      {
        head: words('firmware.columnResult'),
        type: 'text',
        value: ({ state }) => {
          const result = resultOf(state)
          return result === null ? '-' : upgradeResultWords[result][locale]
        },
      },
      { head: words('firmware.columnState'), type: 'text', value: ({ state }) => upgradeStateWords[state][locale] },
      {
        head: words('firmware.columnReason'),
        type: 'text',
        value: ({ reason }) => (reason === null ? '-' : upgradeReasonWords[reason][locale]),
      },
      { head: words('firmware.columnAttempts'), type: 'number', value: ({ tries }) => tries },
      { head: words('firmware.columnChangedAt'), type: 'instant', value: ({ changedAt }) => changedAt },
    ],
    rows(),
    { locale, timeZone },
  )
  const now = clock.now()
  const day = wallText(now + zoneOffset(timeZone)(now)).slice(0, 10)
  const name = locale === 'zh' ? '升级任务设备' : 'upgrade-task-devices'
  return { body, mediaType: tableMediaTypes.xlsx, fileName: `${name}-${day}.xlsx` }
}
