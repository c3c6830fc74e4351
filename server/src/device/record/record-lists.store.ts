import { sql } from 'kysely'
import type { z } from 'zod'
import type { Page } from '@brigade/contract/paging.ts'
import { ChangeAction } from '@brigade/contract/device/record/record.model.ts'
import type {
  BoundUserRow,
  BoundUserSearch,
  ChangeRow,
  ChangeSearch,
} from '@brigade/contract/device/record/record.model.ts'
import { within, type DataScope } from '../../customer/data-scope.ts'
import type { Db } from '../../platform/db/database.ts'
import { countRows, offsetOf, orderOf } from '../../platform/db/page.ts'
import type { SeenDevice } from '../list/device.store.ts'

/** What was done to the record of a device, newest first. */
export async function listChanges(
  db: Db,
  device: SeenDevice,
  search: z.output<typeof ChangeSearch>,
): Promise<Page<ChangeRow>> {
  const { direction } = orderOf(search.sort, ['time'])
  let query = db.selectFrom('deviceChange').where('deviceId', '=', device.id)
  if (search.action) query = query.where('action', '=', search.action)
  if (search.startTime) query = query.where('changedAt', '>=', search.startTime)
  if (search.endTime) query = query.where('changedAt', '<=', search.endTime)
  const list = await query
    .leftJoin('account', 'account.id', 'deviceChange.accountId')
    .select(['seq', 'changedAt as time', 'action', 'fields'])
    .select(sql<string>`coalesce(account.name, '')`.as('accountName'))
    .orderBy('changedAt', direction)
    .orderBy('seq', direction)
    .limit(search.pageSize)
    .offset(offsetOf(search))
    .execute()
  return {
    list: list.map((row) => ({ ...row, action: ChangeAction.parse(row.action) })),
    ...(await countRows(db, query.select('seq'))),
    pageNum: search.pageNum,
    pageSize: search.pageSize,
  }
}

/**
 * App users that have a device, and had it; the last to get it first. How to reach those who got it while it was of an
 * organisation that the caller does not see is masked.
 */
export async function listBoundUsers(
  db: Db,
  scope: DataScope,
  device: SeenDevice,
  search: z.output<typeof BoundUserSearch>,
): Promise<Page<BoundUserRow>> {
  const { direction } = orderOf(search.sort, ['boundAt'])
  let query = db.selectFrom('deviceBinding').where('deviceId', '=', device.id)
  if (search.bound === true) query = query.where('unboundAt', 'is', null)
  if (search.bound === false) query = query.where('unboundAt', 'is not', null)
  const list = await query
    .innerJoin('appUser', 'appUser.id', 'deviceBinding.appUserId')
    .select(['deviceBinding.id', 'appUser.nickname', 'appUser.phone', 'appUser.email'])
    .select(['deviceBinding.role', 'deviceBinding.boundAt', 'deviceBinding.unboundAt'])
    .select((is) =>
      is
        .or([
          is('deviceBinding.organisationId', 'is', null),
          is('deviceBinding.organisationId', 'in', within(db, scope)),
        ])
        .as('isOpen'),
    )
    .orderBy('deviceBinding.boundAt', direction)
    .orderBy('deviceBinding.id', direction)
    .limit(search.pageSize)
    .offset(offsetOf(search))
    .execute()
  return {
    list: list.map(({ isOpen, ...user }) =>
      isOpen === true ? user : { ...user, phone: maskedPhone(user.phone), email: maskedEmail(user.email) },
    ),
    ...(await countRows(db, query.select('deviceBinding.id'))),
    pageNum: search.pageNum,
    pageSize: search.pageSize,
  }
}

/** Enough to tell one from another, too little to call. */
const maskedPhone = (phone: string): string => (phone === '' ? '' : `${phone.slice(0, 3)}****${phone.slice(-2)}`)
const maskedEmail = (email: string): string => email.replace(/^(.?).*(@.*)$/, '$1***$2')
