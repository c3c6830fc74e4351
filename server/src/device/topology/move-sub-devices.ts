import { maxSubDevices } from '@brigade/contract/device/topology/topology.model.ts'
import type { Transaction } from '../../platform/db/database.ts'
import { refuse } from '../../platform/refusal.ts'
import { endAtBroker } from '../presence/presence.store.ts'
import { fieldsChanged, writeChanges } from '../changes/write-change.ts'
import { listBehind, listPlaces, lockGateway, putBehind, takeFrom } from './topology.store.ts'
import { requireOwnLine } from './own-line.ts'
import { notifyTopology } from './topology-notice.ts'

type Named = Readonly<{ id: string; sn: string; name: string }>
/** `accountId` null: the gateway itself requested it. */
type ChangedBy = Readonly<{ accountId: string | null; at: number }>
/** `hidden`: the previous gateway, when the caller does not see it. */
export type MovedBy = ChangedBy & Readonly<{ isNotified: boolean; hidden?: string | undefined }>

type Action = 'sub_added' | 'sub_removed'
const changedFields = (action: Action, field: 'gateway' | 'subDevice', words: string) =>
  action === 'sub_added' ? fieldsChanged({}, { [field]: words }) : fieldsChanged({ [field]: words }, {})

/** The entry in a gateway's record for a sub-device that was added or removed. */
export const gatewayChange = (
  action: Action,
  gatewayId: string,
  sub: Omit<Named, 'id'>,
  { accountId, at }: ChangedBy,
) => ({
  deviceId: gatewayId,
  at,
  action,
  accountId,
  fields: changedFields(action, 'subDevice', gatewayWords(sub)),
})

/** The entries in the gateway's and in the sub-device's own record. */
function changesOf(action: Action, gateway: Named, sub: Named, by: MovedBy) {
  const { accountId, at, hidden } = by
  const words = gateway.id === hidden ? '' : gatewayWords(gateway)
  return [
    gatewayChange(action, gateway.id, sub, by),
    { deviceId: sub.id, at, action, accountId, fields: changedFields(action, 'gateway', words) },
  ]
}

/**
 * Checks that a gateway has room for sub-devices at these units (some may be there already) and that they are of its own line; locks the
 * gateway.
 */
export async function requireRoom(
  trx: Transaction,
  gatewayId: string,
  units: ReadonlyMap<string, number | null>,
): Promise<void> {
  await lockGateway(trx, gatewayId)
  await requireOwnLine(trx, gatewayId, [...units.keys()])
  const others = (await listBehind(trx, gatewayId)).filter((sub) => !units.has(sub.id))
  if (others.length + units.size > maxSubDevices) refuse('device.tooManySubDevices', { most: maxSubDevices })
  const taken = new Set(others.map(({ unit }) => unit))
  for (const unit of units.values()) {
    if (unit === null) continue
    if (taken.has(unit)) refuse('device.unitTaken', { unit })
    taken.add(unit)
  }
}

/**
 * Removes sub-devices from a gateway, ends their sessions over it and notifies it if required. Returns those that were
 * there.
 */
async function leave(
  trx: Transaction,
  gatewayId: string,
  ids: readonly string[],
  { at, isNotified }: Pick<MovedBy, 'at' | 'isNotified'>,
): Promise<string[]> {
  const taken = await takeFrom(trx, gatewayId, ids)
  await endAtBroker(trx, taken, 'removed', at)
  await notifyTopology(trx, gatewayId, { removed: taken, isNotified })
  return taken
}

/**
 * Moves sub-devices to a gateway, from another one if necessary; both gateways are notified and both records have an
 * entry.
 */
export async function moveBehind(
  trx: Transaction,
  gateway: Named,
  subs: readonly (Named & Readonly<{ unit: number | null }>)[],
  by: MovedBy,
): Promise<void> {
  const places = new Map(
    (
      await listPlaces(
        trx,
        subs.map(({ id }) => id),
      )
    ).map((place) => [place.deviceId, place]),
  )
  // Sub-devices are removed first and added afterwards, so that units may be swapped among them.
  const before = Map.groupBy(
    subs.filter(({ id }) => places.has(id)),
    ({ id }) => places.get(id)?.gatewayId ?? '',
  )
  for (const [gatewayId, own] of before) {
    const ids = own.map(({ id }) => id)
    if (gatewayId === gateway.id) await takeFrom(trx, gatewayId, ids)
    else await leave(trx, gatewayId, ids, { at: by.at, isNotified: true })
  }
  await putBehind(
    trx,
    gateway.id,
    subs.map(({ id, unit }) => ({ deviceId: id, unit })),
    by.at,
  )
  const come = subs.filter(({ id }) => places.get(id)?.gatewayId !== gateway.id)
  const stay = subs.filter(({ id }) => places.get(id)?.gatewayId === gateway.id)
  await notifyTopology(trx, gateway.id, { added: come.map(({ id }) => id), isNotified: by.isNotified })
  await writeChanges(
    trx,
    stay.flatMap(({ id, unit }) => {
      const fields = fieldsChanged({ unit: String(places.get(id)?.unit ?? '') }, { unit: String(unit ?? '') })
      return fields.length === 0
        ? []
        : [{ deviceId: id, at: by.at, action: 'updated', accountId: by.accountId, fields }]
    }),
  )
  await writeChanges(
    trx,
    come.flatMap((sub) => {
      const from = places.get(sub.id)
      const left = from === undefined ? [] : changesOf('sub_removed', { ...from, id: from.gatewayId }, sub, by)
      return [...left, ...changesOf('sub_added', gateway, sub, by)]
    }),
  )
}

/** Removes sub-devices from a gateway; those of other gateways stay unchanged. Returns the removed ids. */
export async function takeAway(
  trx: Transaction,
  gateway: Named,
  subs: readonly Named[],
  by: MovedBy,
): Promise<ReadonlySet<string>> {
  const ids = subs.map(({ id }) => id)
  const taken = new Set(await leave(trx, gateway.id, ids, by))
  await writeChanges(
    trx,
    subs.filter(({ id }) => taken.has(id)).flatMap((sub) => changesOf('sub_removed', gateway, sub, by)),
  )
  return taken
}

const gatewayWords = ({ sn, name }: Readonly<{ sn: string; name: string }>): string => `${name} (${sn})`
