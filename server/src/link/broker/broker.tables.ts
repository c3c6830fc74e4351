import type { Generated } from 'kysely'

/** A numbered session at an external broker. */
export type BrokerSlotTable = { slot: number; holder: string | null; filters: Generated<string[]>; renewedAt: string }

/** The last connection of a device that an external broker reported. */
export type BrokerClientTable = {
  deviceId: string
  clientId: string
  keepAliveSeconds: number
  connectedAt: string
  disconnectedAt: string | null
  /** It counts as open because the device was heard: the notice of this connection has not come yet. */
  isAssumed: Generated<boolean>
  probedAt: string | null
}

declare module '../../platform/db/database.ts' {
  interface Database {
    brokerSlot: BrokerSlotTable
    brokerClient: BrokerClientTable
  }
}
