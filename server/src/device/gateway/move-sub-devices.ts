import type { ChangedField } from '@brigade/contract/device/register/register.model.ts'
import type { Transaction } from '../../platform/db/database.ts'
import { writeChanges } from '../register/write-change.ts'
import { listPlaces, putBehind, takeFrom } from './gateway.store.ts'
import { tellTopology } from './topology-notice.ts'

type Named = Readonly<{ id: string; sn: string; name: string }>
/** `accountId` null: the gateway itself asked for it. */
export type MovedBy = Readonly<{ accountId: string | null; at: number; isTold: boolean }>

const words = ({ sn, name }: Readonly<{ sn: string; name: string }>): string => `${name} (${sn})`

/** What both the gateway's and the sub-device's own record say of it. */
function changesOf(action: 'sub_added' | 'sub_removed', gateway: Named, sub: Named, { accountId, at }: MovedBy) {
  const said = (field: 'gateway' | 'subDevice', value: string): ChangedField[] =>
    action === 'sub_added' ? [{ field, from: '', to: value }] : [{ field, from: value, to: '' }]
  return [
    { deviceId: gateway.id, at, action, accountId, fields: said('subDevice', words(sub)) },
    { deviceId: sub.id, at, action, accountId, fields: said('gateway', words(gateway)) },
  ]
}

/** Puts sub-devices behind a gateway, from another where they are behind one; both are told and both records say so. */
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
  // First out, then in: units may be changed about among those given.
  const before = Map.groupBy(
    subs.filter(({ id }) => places.has(id)),
    ({ id }) => places.get(id)?.gatewayId ?? '',
  )
  for (const [gatewayId, own] of before) {
    const ids = own.map(({ id }) => id)
    await takeFrom(trx, gatewayId, ids)
    if (gatewayId !== gateway.id) await tellTopology(trx, gatewayId, { removed: ids })
  }
  await putBehind(
    trx,
    gateway.id,
    subs.map(({ id, unit }) => ({ deviceId: id, unit })),
    by.at,
  )
  const come = subs.filter(({ id }) => places.get(id)?.gatewayId !== gateway.id)
  await tellTopology(trx, gateway.id, { added: come.map(({ id }) => id), isTold: by.isTold })
  await writeChanges(
    trx,
    come.flatMap((sub) => {
      const from = places.get(sub.id)
      const left = from === undefined ? [] : changesOf('sub_removed', { ...from, id: from.gatewayId }, sub, by)
      return [...left, ...changesOf('sub_added', gateway, sub, by)]
    }),
  )
}

/** Takes them from behind a gateway; those that are not behind it are left as they are. Answers the ids of those taken. */
export async function takeAway(
  trx: Transaction,
  gateway: Named,
  subs: readonly Named[],
  by: MovedBy,
): Promise<ReadonlySet<string>> {
  const taken = new Set(
    await takeFrom(
      trx,
      gateway.id,
      subs.map(({ id }) => id),
    ),
  )
  await tellTopology(trx, gateway.id, { removed: [...taken], isTold: by.isTold })
  await writeChanges(
    trx,
    subs.filter(({ id }) => taken.has(id)).flatMap((sub) => changesOf('sub_removed', gateway, sub, by)),
  )
  return taken
}
