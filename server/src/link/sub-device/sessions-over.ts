import type { NamedDevice } from '@brigade/contract/link/gateway.topics.ts'
import type { Db, Transaction } from '../../platform/db/database.ts'
import type { Connected } from '../../platform/mqtt/mqtt-hooks.ts'
import { keyOf } from '../../device/device-name.ts'
import type { LinkedDevice } from '../../telemetry/messages/message.ts'
import type { SubSessions } from '../session/sub-sessions.ts'

/** Done once the transaction is safe, where anything is left to do. */
type AfterCommit = (() => void) | undefined

/** Which sub-devices are logged in over one gateway: in this process, or as the database knows it where a broker stands between. */
export type SessionsOver = Readonly<{
  /** Those of these that are logged in over it, by key. */
  open: (db: Db, devices: readonly NamedDevice[]) => Promise<ReadonlyMap<string, LinkedDevice>>
  count: (trx: Transaction) => Promise<number>
  /** One that is logged in already stays so. */
  begin: (trx: Transaction, devices: readonly LinkedDevice[], nowMs: number) => Promise<AfterCommit>
  /** Of those that are logged in over it. */
  end: (
    trx: Transaction,
    devices: readonly NamedDevice[],
    reason: 'sub_logout' | 'removed',
    nowMs: number,
  ) => Promise<AfterCommit>
}>

/** `key`: of the connection that a message came over. */
export type FindSessions = (gateway: LinkedDevice, key: string) => SessionsOver

/** Over connections of this process. What a connection asked for does not begin once it has ended. */
export function sessionsHere({
  sessions,
  connectionOf,
}: Readonly<{
  sessions: SubSessions
  /** The connection that a key has now. */
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
