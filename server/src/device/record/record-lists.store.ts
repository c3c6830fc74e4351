import { maskedEmail, maskedPhone } from '@brigade/contract/app-user/contact.rules.ts'
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
import { listNamesInLine, nameInLine, within, type DataScope } from '../../customer/data-scope.ts'
import type { Locale } from '@brigade/contract/locale.ts'
import type { Db } from '../../platform/db/database.ts'
import { orderOf, readPage } from '../../platform/db/page.ts'
import { wordsIn } from '../../system/area/address-in.ts'
import type { SeenDevice } from '../list/device.store.ts'

/** `otherwise` replaces organisations, and their people, that the reader may not know. */
export type Reader = DataScope & Readonly<{ otherwise: string; locale: Locale }>

/** The changes of a device's record, newest first. A former owner and its people have no name here. */
export async function listChanges(
  db: Db,
  { organisationId, otherwise, locale }: Reader,
  device: SeenDevice,
  search: z.output<typeof ChangeSearch>,
): Promise<Page<ChangeRow>> {
  const { direction } = orderOf(search.sort, ['time'])
  let query = db.selectFrom('deviceChange').where('deviceId', '=', device.id)
  if (search.action) query = query.where('action', '=', search.action)
  if (search.startTime) query = query.where('changedAt', '>=', search.startTime)
  if (search.endTime) query = query.where('changedAt', '<=', search.endTime)
  const page = await readPage(db, search, {
    ordered: query
      .leftJoin('account', 'account.id', 'deviceChange.accountId')
      .select(['seq', 'changedAt as time', 'action', 'fields'])
      .select(sql<string>`coalesce(${nameInLine(organisationId, 'account', otherwise)}, '')`.as('accountName'))
      .orderBy('changedAt', direction)
      .orderBy('seq', direction),
    counted: query.select('seq'),
  })
  const moves = await listMoves(db, device)
  const named = [...moves, ...page.list].flatMap(({ fields }) =>
    fields.filter(isOrganisation).flatMap(({ from, to }) => [from, to]),
  )
  const known = await listNamesInLine(db, organisationId, named)
  const isKnown = (name: string) => name === '' || known.has(name)
  // Until this entry the device belonged to an organisation that the reader may not know.
  const came = moves.find(({ fields }) => fields.some(({ field, from }) => field === 'customer' && !isKnown(from)))
  const isForeign = (time: string) => came !== undefined && Date.parse(time) <= Date.parse(came.time)
  const shown = (field: Field, time: string): Field => {
    const hidden = (text: string) =>
      text === '' || (isOrganisation(field) ? isKnown(text) : field.field !== 'note' || !isForeign(time))
        ? text
        : otherwise
    const told = (text: string) => (field.field === 'place' ? wordsIn(locale, text) : hidden(text))
    return { ...field, from: told(field.from), to: told(field.to) }
  }
  return {
    ...page,
    list: page.list.map(({ action, fields, ...row }) => ({
      ...row,
      action: ChangeAction.parse(action),
      fields: fields.map((field) => shown(field, row.time)),
    })),
  }
}

type Field = ChangeRow['fields'][number]
/** The values of this field are names of organisations. */
const isOrganisation = ({ field }: Field) => field === 'customer' || field === 'channel'

/** The changes by which a device may have changed hands, the latest first. */
const listMoves = (db: Db, { id }: SeenDevice) =>
  db
    .selectFrom('deviceChange')
    .where('deviceId', '=', id)
    .where('action', 'in', ['transferred', 'installed', 'imported'])
    .select(['changedAt as time', 'fields'])
    .orderBy('changedAt', 'desc')
    .limit(100)
    .execute()

/**
 * Present and former app users of a device, the latest first. Contacts are masked: each is shown on its own request,
 * which is logged. Users from the time when it belonged to an organisation outside the caller's scope are left out.
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
  const page = await readPage(db, search, {
    ordered: query
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
      .orderBy('deviceBinding.id', direction),
    counted: query.select('deviceBinding.id'),
  })
  return {
    ...page,
    list: page.list.map(({ isOpen, ...user }) =>
      isOpen === true
        ? { ...user, phone: maskedPhone(user.phone), email: maskedEmail(user.email) }
        : { ...user, phone: '', email: '' },
    ),
  }
}

/** A mask that is enough to distinguish contacts, and too little to call one. */
