import type { NotifyChange, NotifyDetail, Reach } from '@brigade/contract/message/notify.model.ts'
import type { Ctx } from '../../platform/http/context.ts'
import { refuse } from '../../platform/refusal.ts'
import { requireTimeZone } from '../../platform/zone/zones.ts'
import { countReach } from '../target/target.store.ts'
import { findNotify, saveNotify } from './notify.store.ts'

const two = (value: number) => String(value).padStart(2, '0')
const timeOf = (minute: number | null) =>
  minute === null ? null : `${two(Math.floor(minute / 60))}:${two(minute % 60)}`

/** The accounts that messages of the caller's organisation can reach outside the console. */
export async function readReach({ db, caller, settings }: Ctx): Promise<Reach> {
  return { hasMailServer: settings.mail !== undefined, ...(await countReach(db, caller.organisationId)) }
}

export async function readNotify(ctx: Ctx): Promise<NotifyDetail> {
  const { db, caller, settings } = ctx
  const [row, reach] = await Promise.all([findNotify(db, caller.accountId), readReach(ctx)])
  const { usualLocale, usualZone, badAddress, badAddressDetail } = row
  const isBad = badAddress !== null && badAddress === row.address
  return {
    accountId: caller.accountId,
    address: row.address,
    addressFault: isBad ? (badAddressDetail ?? '') : null,
    locale: row.locale,
    timeZone: row.timeZone,
    units: row.units ?? 'metric',
    email: row.email ?? true,
    quietFrom: timeOf(row.quietFrom),
    quietTo: timeOf(row.quietTo),
    weeklyReport: row.weeklyReport ?? false,
    usual: { locale: usualLocale ?? 'en', timeZone: usualZone ?? settings.timeZone },
    reach,
    updatedAt: row.updatedAt,
  }
}

export async function updateNotify(ctx: Ctx, { body }: { body: NotifyChange }): Promise<null> {
  const { db, caller, clock } = ctx
  const timeZone = body.timeZone === null ? null : await requireTimeZone(ctx, body.timeZone)
  if (!(await saveNotify(db, caller.accountId, { ...body, timeZone }, clock.now()))) refuse('message.changedSince')
  return null
}
