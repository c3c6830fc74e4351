import { amongOwnLine } from '../../customer/data-scope.ts'
import type { Db, Transaction } from '../../platform/db/database.ts'
import { refuse } from '../../platform/refusal.ts'
import { endAtBroker } from '../presence/presence.store.ts'
import { notifyConnectors } from '../device-notice.ts'
import { findOrganisationOf, listOwners, listStrayed } from './topology.store.ts'

/**
 * Returns which of the devices' owners a gateway may serve: its own organisation, those below it, and those above it, which have
 * factory-fresh devices until they are passed down. A gateway that is itself in stock may serve any.
 */
export async function ownLineOf(
  db: Db,
  gatewayId: string,
  devices: Iterable<Readonly<{ organisationId: string }>>,
): Promise<ReadonlySet<string>> {
  const organisationId = await findOrganisationOf(db, gatewayId)
  if (organisationId === undefined) return new Set()
  return amongOwnLine(
    db,
    { organisationId },
    [...devices].map((device) => device.organisationId),
  )
}

/** Refuses sub-devices that the gateway may not bind by itself, because they could not log in. */
export async function requireOwnLine(trx: Transaction, gatewayId: string, ids: readonly string[]): Promise<void> {
  const owners = await listOwners(trx, ids)
  const line = await ownLineOf(trx, gatewayId, owners)
  const foreign = owners.find(({ organisationId }) => !line.has(organisationId))
  if (foreign !== undefined) refuse('device.otherLine', { sn: foreign.sn })
}

/**
 * After a move to another organisation: ends sessions if gateway and sub-device are in unrelated organisations now. The
 * sub-device stays assigned to the gateway, in case the other one follows.
 */
export async function endStrayed(trx: Transaction, ids: readonly string[], at: number): Promise<void> {
  const strayed = await listStrayed(trx, ids)
  if (strayed.length === 0) return
  await endAtBroker(trx, strayed, 'kicked', at)
  await notifyConnectors(trx, { strayed })
}
