import { sql } from 'kysely'
import type { z } from 'zod'
import type { CommandRow, CommandSearch } from '@brigade/contract/command/command.model.ts'
import type { Page } from '@brigade/contract/paging.ts'
import { nameInLine, type DataScope } from '../customer/data-scope.ts'
import type { Db } from '../platform/db/database.ts'
import { orderOf, readPage } from '../platform/db/page.ts'
import type { SeenDevice } from '../device/list/device.store.ts'

const commandsOf = (db: Db, device: SeenDevice) => db.selectFrom('command').where('command.deviceId', '=', device.id)

/** `otherwise` replaces people of a former owner, whom the reader may not know. */
type Reader = DataScope & Readonly<{ otherwise: string }>

function asRows(query: ReturnType<typeof commandsOf>, { organisationId, otherwise }: Reader) {
  return query
    .leftJoin('account', 'account.id', 'command.accountId')
    .select([
      'command.id',
      'command.kind',
      'command.identifier',
      'command.params',
      'command.previousValues as before',
      'command.status',
      'command.createdAt',
      'command.sentAt',
      'command.acknowledgedAt',
      'command.finishedAt',
      'command.deadlineAt',
      'command.code',
      'command.reply',
      'command.error',
      'command.valueOutcomes',
      'command.batchId',
      'command.byReport',
      'command.sends',
    ])
    .select(sql<string>`coalesce(${nameInLine(organisationId, 'account', otherwise)}, '')`.as('accountName'))
}

export async function listCommands(
  db: Db,
  reader: Reader,
  device: SeenDevice,
  search: z.output<typeof CommandSearch>,
): Promise<Page<CommandRow>> {
  const { direction } = orderOf(search.sort, ['createdAt'])
  let query = commandsOf(db, device)
  if (search.status) query = query.where('command.status', '=', search.status)
  if (search.changes !== undefined) query = query.where('command.kind', search.changes ? '<>' : '=', 'property.get')
  if (search.startTime) query = query.where('command.createdAt', '>=', search.startTime)
  if (search.endTime) query = query.where('command.createdAt', '<=', search.endTime)
  return readPage(db, search, {
    ordered: asRows(query, reader).orderBy('command.id', direction),
    counted: query.select('command.id'),
  })
}

/** The latest commands of the ledger, newest first, for a live stream. */
export async function listNewestCommands(
  db: Db,
  reader: Reader,
  device: SeenDevice,
  most: number,
): Promise<CommandRow[]> {
  return asRows(commandsOf(db, device), reader).orderBy('command.id', 'desc').limit(most).execute()
}
