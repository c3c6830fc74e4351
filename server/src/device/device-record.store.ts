import { sql } from 'kysely'
import type { z } from 'zod'
import type {
  CommandRow,
  CommandSearch,
  MessageOutcome,
  MessageRow,
  MessageSearch,
} from '@brigade/contract/device/device.model.ts'
import { OnlineReason, type OnlineRow, type OnlineSearch } from '@brigade/contract/device/online.model.ts'
import type { EventRow, EventSearch } from '@brigade/contract/device/event.model.ts'
import type { Page } from '@brigade/contract/paging.ts'
import type { Db } from '../platform/db/database.ts'
import { countRows, literally, offsetOf, orderOf } from '../platform/db/page.ts'
import type { SeenDevice } from './device.store.ts'

/** Of rows from before it was kept, by what else they say. */
const outcome = sql<MessageOutcome>`coalesce(outcome, case
  when direction = 'down' then 'sent'
  when code <> 200 then 'refused'
  when jsonb_array_length(dropped) > 0 then 'partly'
  else 'stored' end)`

/** Messages up and down, newest first. */
export async function listMessages(
  db: Db,
  device: SeenDevice,
  search: z.output<typeof MessageSearch>,
): Promise<Page<MessageRow>> {
  const { direction } = orderOf(search.sort, ['time'])
  let query = db.selectFrom('deviceMessage').where('deviceId', '=', device.id)
  if (search.direction) query = query.where('direction', '=', search.direction)
  if (search.topic) query = query.where('topic', 'ilike', `%${literally(search.topic)}%`)
  const dropped = sql<boolean>`coalesce(jsonb_array_length(dropped), 0) > 0`
  if (search.dropped === true) query = query.where(dropped)
  if (search.dropped === false) query = query.where(sql<boolean>`not (${dropped})`)
  if (search.outcome) query = query.where(outcome, '=', search.outcome)
  if (search.startTime) query = query.where('time', '>=', search.startTime)
  if (search.endTime) query = query.where('time', '<=', search.endTime)
  const list = await query
    .select(['seq', 'time', 'direction', 'topic', 'payload', 'code', 'dropped', 'through', outcome.as('outcome')])
    .orderBy('time', direction)
    .orderBy('seq', direction)
    .limit(search.pageSize)
    .offset(offsetOf(search))
    .execute()
  return {
    list: list.map((row) => ({ ...row, dropped: row.dropped ?? [] })),
    ...(await countRows(db, query.select('seq'))),
    pageNum: search.pageNum,
    pageSize: search.pageSize,
  }
}

/** Messages from an instant on, oldest first: what a live stream shows. */
export async function listMessagesSince(
  db: Db,
  device: SeenDevice,
  sinceMs: number,
  most: number,
): Promise<MessageRow[]> {
  const rows = await db
    .selectFrom('deviceMessage')
    .where('deviceId', '=', device.id)
    .where('time', '>=', new Date(sinceMs).toISOString())
    .select(['seq', 'time', 'direction', 'topic', 'payload', 'code', 'dropped', 'through', outcome.as('outcome')])
    .orderBy('time', 'desc')
    .orderBy('seq', 'desc')
    .limit(most)
    .execute()
  return rows.toReversed().map((row) => ({ ...row, dropped: row.dropped ?? [] }))
}

/** Connects, disconnects and refusals, each state with how long it lasted: to the next entry that changed it, on this page or not. */
export async function listOnlineLog(
  db: Db,
  device: SeenDevice,
  search: z.output<typeof OnlineSearch>,
): Promise<Page<OnlineRow>> {
  const { direction } = orderOf(search.sort, ['time'])
  let query = db.selectFrom('onlineLog').where('deviceId', '=', device.id)
  if (search.startTime) query = query.where('time', '>=', search.startTime)
  if (search.endTime) query = query.where('time', '<=', search.endTime)
  const list = await query
    .select(['seq', 'time', 'online', 'reason', 'address', 'protocol', 'detail', 'keepAlive as keepAliveSeconds'])
    .select((row) =>
      row
        .selectFrom('onlineLog as later')
        .select('later.time')
        .where('later.deviceId', '=', device.id)
        .where('later.online', 'is not', null)
        .where(sql<boolean>`(later.time, later.seq) > (online_log.time, online_log.seq)`)
        .orderBy('later.time')
        .orderBy('later.seq')
        .limit(1)
        .as('until'),
    )
    .orderBy('time', direction)
    .orderBy('seq', direction)
    .limit(search.pageSize)
    .offset(offsetOf(search))
    .execute()
  return {
    list: list.map(({ until, ...row }) => ({
      ...row,
      reason: OnlineReason.parse(row.reason),
      lastedMs: until === null || row.online === null ? null : Date.parse(until) - Date.parse(row.time),
    })),
    ...(await countRows(db, query.select('seq'))),
    pageNum: search.pageNum,
    pageSize: search.pageSize,
  }
}

export async function listEvents(db: Db, device: SeenDevice, search: EventSearch): Promise<Page<EventRow>> {
  const { direction } = orderOf(search.sort, ['time'])
  let query = db.selectFrom('deviceEvent').where('deviceId', '=', device.id)
  if (search.type) query = query.where('type', '=', search.type)
  if (search.open === true) query = query.where('type', '=', 'error').where('clearedAt', 'is', null)
  if (search.open === false) query = query.where('clearedAt', 'is not', null)
  if (search.startTime) query = query.where('time', '>=', search.startTime)
  if (search.endTime) query = query.where('time', '<=', search.endTime)
  const list = await query
    .select(['seq', 'time', 'identifier', 'type', 'code', 'output', 'clearedAt'])
    .orderBy('time', direction)
    .orderBy('seq', direction)
    .limit(search.pageSize)
    .offset(offsetOf(search))
    .execute()
  return { list, ...(await countRows(db, query.select('seq'))), pageNum: search.pageNum, pageSize: search.pageSize }
}

const commandsOf = (db: Db, device: SeenDevice) => db.selectFrom('command').where('command.deviceId', '=', device.id)

function asRows(query: ReturnType<typeof commandsOf>) {
  return query
    .leftJoin('account', 'account.id', 'command.accountId')
    .select([
      'command.id',
      'command.kind',
      'command.identifier',
      'command.params',
      'command.before',
      'command.status',
      'command.createdAt',
      'command.sentAt',
      'command.acknowledgedAt',
      'command.finishedAt',
      'command.deadlineAt',
      'command.code',
      'command.reply',
      'command.error',
      'command.batchId',
      'command.byReport',
      'command.sends',
    ])
    .select(sql<string>`coalesce(account.name, '')`.as('accountName'))
}

export async function listCommands(
  db: Db,
  device: SeenDevice,
  search: z.output<typeof CommandSearch>,
): Promise<Page<CommandRow>> {
  const { direction } = orderOf(search.sort, ['createdAt'])
  let query = commandsOf(db, device)
  if (search.status) query = query.where('command.status', '=', search.status)
  if (search.startTime) query = query.where('command.createdAt', '>=', search.startTime)
  if (search.endTime) query = query.where('command.createdAt', '<=', search.endTime)
  const list = await asRows(query)
    .orderBy('command.id', direction)
    .limit(search.pageSize)
    .offset(offsetOf(search))
    .execute()
  return {
    list,
    ...(await countRows(db, query.select('command.id'))),
    pageNum: search.pageNum,
    pageSize: search.pageSize,
  }
}

/** The newest of the ledger, newest first: what a live stream watches. */
export async function listNewestCommands(db: Db, device: SeenDevice, most: number): Promise<CommandRow[]> {
  return asRows(commandsOf(db, device)).orderBy('command.id', 'desc').limit(most).execute()
}
