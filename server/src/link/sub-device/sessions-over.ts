import type { NamedDevice } from '@brigade/contract/link/gateway.topics.ts'
import type { Db, Transaction } from '../../platform/db/database.ts'
import type { Connected } from '../../platform/mqtt/mqtt-hooks.ts'
import { keyOf } from '../../device/device-name.ts'
import type { LinkedDevice } from '../../telemetry/messages/message.ts'
import type { SubSessions } from '../session/sub-sessions.ts'

/** Called once the transaction is committed, if anything is left to do. */
type AfterCommit = (() => void) | undefined

/**
 * The sub-devices that are logged in over one gateway: in this process, or from the database when there is an external
 * broker.
 */
export type SessionsOver = Readonly<{
  /** The given devices that are logged in over it, by key. */
  open: (db: Db, devices: readonly NamedDevice[]) => Promise<ReadonlyMap<string, LinkedDevice>>
  count: (trx: Transaction) => Promise<number>
  /** A device that is already logged in stays so. */
  begin: (trx: Transaction, devices: readonly LinkedDevice[], nowMs: number) => Promise<AfterCommit>
  /** Ends the sessions of the given devices that are logged in over it. */
  end: (
    trx: Transaction,
    devices: readonly NamedDevice[],
    reason: 'sub_logout' | 'removed',
    nowMs: number,
  ) => Promise<AfterCommit>
}>

/** `key`: the connection that a message came over. */
export type FindSessions = (gateway: LinkedDevice, key: string) => SessionsOver

/** Sessions over connections of this process. A requested session does not begin once its connection has ended. */
export function sessionsHere({
  sessions,
  connectionOf,
}: Readonly<{
  sessions: SubSessions
  /** The present connection of a key. */
  connectionOf: (key: string) => Connected | undefined
}>): FindSessions {
  return (gateway, key) => {
    const over = connectionOf(key)
    const ofGateway = (device: NamedDevice) => {
      const session = sessions.of(keyOf(device))
      return session?.gateway.id === gateway.id ? session : undefined
    }
    return {
      open: async (_db, devices) =>
        new Map(
          devices.flatMap((device) => {
            const session = ofGateway(device)
            return session === undefined || session.connection !== over ? [] : [[session.key, session.device]]
          }),
        ),
      count: async () => (over === undefined ? 0 : sessions.count(over)),
      begin: async (_trx, devices) => () => {
        if (over === undefined || connectionOf(key) !== over) return
        for (const device of devices) sessions.begin({ key: keyOf(device), device, gateway, connection: over })
      },
      end: async (_trx, devices, reason) => () => {
        for (const device of devices) {
          const session = ofGateway(device)
          if (session !== undefined) sessions.end(session.key, reason)
        }
      },
    }
  }
}
