import type { Installation } from '@brigade/contract/device/record/record.model.ts'
import type { DeviceKind } from '@brigade/contract/product/product.model.ts'
import { momentOf } from '../../customer/carried/carried-state.ts'
import { requireCarried } from '../../customer/carried/require-carried.ts'
import { notifyOnCommit } from '../../platform/db/notify.ts'
import { transaction } from '../../platform/db/transaction.ts'
import type { Transaction } from '../../platform/db/database.ts'
import type { Ctx } from '../../platform/http/context.ts'
import { refuse } from '../../platform/refusal.ts'
import { endStrayed } from '../topology/own-line.ts'
import { requireDevices, requireOrganisation, requireStanding } from './device-reference.ts'
import { standingWords } from './device-words.ts'
import { nowhere } from './nowhere.ts'
import { writeStanding, type LockedDevice, type Standing } from './record.store.ts'
import { fieldsChanged, writeChanges } from '../changes/write-change.ts'

type RequestContext = Pick<Ctx, 'db' | 'clock' | 'caller'>

/** Installs all of them or none: one that is installed already refuses all. */
export async function installDevices(
  ctx: RequestContext & Pick<Ctx, 'settings'>,
  kind: DeviceKind,
  { ids, installation }: { ids: readonly string[]; installation: Installation },
): Promise<null> {
  const { db, clock, caller } = ctx
  return transaction(db, async (trx) => {
    const devices = await requireDevices(trx, caller, kind, ids)
    const installed = devices.find((device) => device.installed)
    if (installed !== undefined) return refuse('device.alreadyInstalled', { sn: installed.sn })
    const { organisationId } = installation
    const field = 'installation.organisationId'
    const target = await requireOrganisation(trx, caller, organisationId, field)
    // A customer's own stock may be installed there, because that is not a new sale.
    const sold = devices.filter((device) => device.organisationId !== organisationId).map(({ productId }) => productId)
    await requireCarried(trx, target, sold, momentOf(ctx), field)
    const standing = await requireStanding(trx, caller, installation)
    await writeStanding(trx, ids, standing, { installed: true, organisationId }, clock.now())
    await endStrayed(trx, ids, clock.now())
    const after = () => ({ ...standing, organisationId })
    await writeMoves(trx, devices, after, { action: 'installed', accountId: caller.accountId, at: clock.now() })
    return null
  })
}

/**
 * Moves devices back to the uninstalled list of the same organisation, and keeps their sales channel. Place and
 * warranty belong to an installation and are removed; the change log keeps them. A device that is not installed stays
 * unchanged.
 */
export async function uninstallDevices(
  { db, clock, caller }: RequestContext,
  kind: DeviceKind,
  ids: readonly string[],
): Promise<null> {
  return transaction(db, async (trx) => {
    const devices = (await requireDevices(trx, caller, kind, ids)).filter(({ installed }) => installed)
    const at = clock.now()
    for (const [, alike] of Map.groupBy(devices, ({ channelType, channelId }) => `${channelType} ${channelId}`)) {
      const [first] = alike
      if (first === undefined) continue
      const standing = nowhere(first)
      await writeStanding(
        trx,
        alike.map(({ id }) => id),
        standing,
        { installed: false },
        at,
      )
    }
    const after = (device: LockedDevice) => ({ ...nowhere(device), organisationId: device.organisationId })
    await writeMoves(trx, devices, after, { action: 'uninstalled', accountId: caller.accountId, at })
    return null
  })
}

async function writeMoves(
  trx: Transaction,
  devices: readonly LockedDevice[],
  after: (device: LockedDevice) => Standing & Readonly<{ organisationId: string }>,
  { action, accountId, at }: Readonly<{ action: 'installed' | 'uninstalled'; accountId: string; at: number }>,
): Promise<void> {
  const inWords = await standingWords(trx, [...devices, ...devices.map(after)])
  await writeChanges(
    trx,
    devices.map((device) => ({
      deviceId: device.id,
      at,
      action,
      accountId,
      fields: fieldsChanged(inWords(device), inWords(after(device))),
    })),
  )
  if (devices.length > 0) await notifyOnCommit(trx, 'live', { device: devices.map(({ id }) => id) })
}
