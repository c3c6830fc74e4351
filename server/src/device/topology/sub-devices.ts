import type { z } from 'zod'
import { workStateOf } from '@brigade/contract/device/device.rules.ts'
import type {
  SubDeviceRow,
  SubDeviceSearch,
  SubDevicesAdded,
  SubDevicesRemoved,
} from '@brigade/contract/device/topology/topology.model.ts'
import type { Page } from '@brigade/contract/paging.ts'
import type { DeviceKind } from '@brigade/contract/product/product.model.ts'
import { notifyOnCommit } from '../../platform/db/notify.ts'
import { transaction } from '../../platform/db/transaction.ts'
import type { Transaction } from '../../platform/db/database.ts'
import type { Ctx } from '../../platform/http/context.ts'
import { refuse } from '../../platform/refusal.ts'
import { productFacts } from '../../product/product-facts.ts'
import { seeDevice } from '../list/list-devices.ts'
import { moveBehind, requireRoom, takeAway } from './move-sub-devices.ts'
import { findSubDevicePage, lockGateway, lockSubDevices } from './topology.store.ts'

/** One page of the sub-devices of a gateway that the caller may see. */
export async function listSubDevices(
  ctx: Ctx,
  kind: DeviceKind,
  search: z.output<typeof SubDeviceSearch>,
): Promise<Page<SubDeviceRow>> {
  const gateway = await seeDevice(ctx, kind, search.id)
  const page = await findSubDevicePage(ctx.db, ctx.caller, { ...search, id: gateway.id })
  const list: SubDeviceRow[] = []
  for (const { productId, workState, ...row } of page.list) {
    const { id, name, productKey } = await productFacts(ctx, productId)
    list.push({ ...row, product: { id, name, productKey }, workState: workStateOf(workState) })
  }
  return { ...page, list }
}

/** Sub-devices of another gateway are moved; their sessions there end. */
export async function addSubDevices(
  ctx: Ctx,
  kind: DeviceKind,
  { id, subs }: z.output<typeof SubDevicesAdded>,
): Promise<null> {
  const { db, clock, caller } = ctx
  const seen = await seeDevice(ctx, kind, id)
  return transaction(db, async (trx) => {
    const gateway = await requireGateway(trx, seen.id)
    const units = new Map(subs.map((sub) => [sub.id, sub.unit]))
    const found = await lockSubDevices(trx, caller, [...units.keys()])
    if (found.length < units.size) return refuse('device.unknown')
    if (found.some(({ nodeType }) => nodeType !== 'sub-device'))
      refuse('field.refused', undefined, { fields: { subs: 'device.noSubDevice' } })
    await requireRoom(trx, gateway.id, units)
    const moved = found.map((sub) => ({ ...sub, unit: units.get(sub.id) ?? null }))
    await moveBehind(trx, gateway, moved, { accountId: caller.accountId, at: clock.now(), isNotified: true })
    await notifyOnCommit(trx, 'live', { device: [gateway.id, ...units.keys()] })
    return null
  })
}

export async function removeSubDevices(
  ctx: Ctx,
  kind: DeviceKind,
  { id, ids }: z.output<typeof SubDevicesRemoved>,
): Promise<null> {
  const { db, clock, caller } = ctx
  const seen = await seeDevice(ctx, kind, id)
  return transaction(db, async (trx) => {
    const gateway = await requireGateway(trx, seen.id)
    const wanted = new Set(ids)
    const found = await lockSubDevices(trx, caller, [...wanted])
    if (found.length < wanted.size) return refuse('device.unknown')
    await takeAway(trx, gateway, found, { accountId: caller.accountId, at: clock.now(), isNotified: true })
    await notifyOnCommit(trx, 'live', { device: [gateway.id, ...wanted] })
    return null
  })
}

async function requireGateway(trx: Transaction, id: string) {
  const gateway = await lockGateway(trx, id)
  if (gateway === undefined) return refuse('device.unknown')
  return gateway.nodeType === 'gateway' ? gateway : refuse('device.noGateway')
}
