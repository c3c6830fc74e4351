import { places } from '../../budget/places.ts'
import { networkOf } from '../../network-of.ts'

/**
 * Limits of open connections that are not authenticated: in all, and per address (for IPv6, per /64). A proxy in front
 * is one address, and after a network fault thousands of devices reconnect through it at the same moment.
 */
export type NewcomerLimits = Readonly<{ inAll: number; ofAddress: number }>
export const newcomerLimits: NewcomerLimits = { inAll: 12_000, ofAddress: 6000 }

export type Newcomers = Readonly<{
  /**
   * Undefined when there are too many. Otherwise returns a function to call, once or more often, when the connection is
   * authenticated or closed.
   */
  enter: (address: string) => (() => void) | undefined
}>

/** Counts connections between accept and CONNACK, so that nobody can exhaust the server without authenticating. */
export function newcomers({ inAll, ofAddress }: NewcomerLimits): Newcomers {
  const open = places({ inAll })
  return { enter: (address) => open.enter(networkOf(address), ofAddress) }
}
