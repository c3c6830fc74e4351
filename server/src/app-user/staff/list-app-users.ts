import type {
  AppUserDetail,
  AppUserRow,
  AppUserSearch,
  AppUserStatistic,
  AppUserStatisticQuery,
  UserDeviceRow,
  UserDeviceSearch,
} from '@brigade/contract/app-user/app-user.model.ts'
import { maskedEmail, maskedPhone } from '@brigade/contract/app-user/contact.rules.ts'
import type { DataScope } from '../../customer/data-scope.ts'
import type { Page } from '@brigade/contract/paging.ts'
import { dayMs } from '@brigade/contract/time.ts'
import { instantAt, zoneOffset } from '../../platform/excel/zone-time.ts'
import type { Ctx } from '../../platform/http/context.ts'
import { refuse } from '../../platform/refusal.ts'
import { listDays, listInstallations } from '../app-user.store.ts'
import {
  countPeople,
  findFailures,
  findPage,
  findUserDevices,
  listById,
  type Seeing,
  type StoredAppUser,
} from './app-user-list.store.ts'
import { appOperationWords } from '../../system/log/app-operations.ts'

type CallCtx = Pick<Ctx, 'db' | 'settings' | 'clock'> & Readonly<{ caller: DataScope }>

export const seeingOf = ({ db, caller, settings, clock }: CallCtx): Seeing => ({
  db,
  scope: caller,
  secretKey: settings.secretKey,
  zone: settings.statisticsZone,
  at: clock.now(),
})

const rowOf = (stored: StoredAppUser): AppUserRow => {
  const { id, nickname, phone, email, enabled, devices, boundAt, lastLoginAt, lastCallAt, createdAt } = stored
  const shown = { id, nickname, phone: maskedPhone(phone), email: maskedEmail(email), enabled }
  return { ...shown, devices, boundAt, lastLoginAt, lastCallAt, createdAt }
}

export async function listAppUsers(ctx: Ctx, { query }: { query: AppUserSearch }): Promise<Page<AppUserRow>> {
  const seeing = seeingOf(ctx)
  const { ids, ...counted } = await findPage(seeing, query)
  const stored = new Map((await listById(seeing, ids)).map((person) => [person.id, person]))
  const list = ids.flatMap((id) => {
    const person = stored.get(id)
    return person === undefined ? [] : [rowOf(person)]
  })
  return { list, ...counted, pageNum: query.pageNum, pageSize: query.pageSize }
}

/** Midnight of a zone, before a time. */
function midnightBefore(at: number, timeZone: string): number {
  const offset = zoneOffset(timeZone)
  return instantAt(offset, Math.floor((at + offset(at)) / dayMs) * dayMs)
}

export async function getStatistic(ctx: Ctx, { query }: { query: AppUserStatisticQuery }): Promise<AppUserStatistic> {
  const todayFrom = new Date(midnightBefore(ctx.clock.now(), ctx.timeZone)).toISOString()
  return { ...(await countPeople(seeingOf(ctx), query, todayFrom)), todayFrom }
}

/** Returns a person within the caller's scope; a person outside it is refused like a missing one. */
export async function requirePerson(ctx: Ctx, id: string): Promise<StoredAppUser> {
  const [stored] = await listById(seeingOf(ctx), [id])
  return stored ?? refuse('appUser.unknown')
}

const shownDays = 30
const shownFailures = 10

export async function getAppUser(ctx: Ctx, { query }: { query: { id: string } }): Promise<AppUserDetail> {
  const stored = await requirePerson(ctx, query.id)
  const [installations, days, failed] = await Promise.all([
    listInstallations(ctx.db, query.id),
    listDays(ctx.db, query.id, shownDays),
    findFailures(seeingOf(ctx), query.id, shownFailures),
  ])
  const failures = failed.map(({ operation, ...row }) => ({
    ...row,
    what: appOperationWords(operation),
  }))
  const { disabledReason, locale, units, timeZone, bindings } = stored
  return { ...rowOf(stored), disabledReason, locale, units, timeZone, bindings, installations, days, failures }
}

export async function listUserDevices(ctx: Ctx, { query }: { query: UserDeviceSearch }): Promise<Page<UserDeviceRow>> {
  await requirePerson(ctx, query.id)
  const page = await findUserDevices(seeingOf(ctx), query)
  return {
    ...page,
    list: page.list.map(({ productName, productEnName, ...row }) => ({
      ...row,
      product: { en: productEnName, zh: productName },
    })),
  }
}
