import { networkOf } from '../../network-of.ts'

/**
 * How many connections may be open that have not signed in: in all, and of one address (of version 6, of one /64). A proxy in
 * front is one address, and after a fault of the network thousands of devices come through it at the same moment.
 */
export type NewcomerLimits = Readonly<{ inAll: number; ofAddress: number }>
export const newcomerLimits: NewcomerLimits = { inAll: 12_000, ofAddress: 6000 }

export type Newcomers = Readonly<{
  /** Undefined: there are too many. Else it answers what to call, once or more often, when it has signed in or is gone. */
  enter: (address: string) => (() => void) | undefined
}>

/** Counts connections between being accepted and CONNACK, so that nobody can fill the server without signing in. */
export function newcomers({ inAll, ofAddress }: NewcomerLimits): Newcomers {
  const byNetwork = new Map<string, number>()
  let all = 0
  return {
    enter: (address) => {
      const network = networkOf(address)
      const own = byNetwork.get(network) ?? 0
      if (all >= inAll || own >= ofAddress) return undefined
      byNetwork.set(network, own + 1)
      all += 1
      let isIn = true
      return () => {
        if (!isIn) return
        isIn = false
        all -= 1
        const left = (byNetwork.get(network) ?? 1) - 1
        if (left > 0) byNetwork.set(network, left)
        else byNetwork.delete(network)
      }
    },
  }
}
