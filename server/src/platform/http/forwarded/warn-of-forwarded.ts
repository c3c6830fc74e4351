import { hourMs } from '@brigade/contract/time.ts'
import type { FastifyInstance } from 'fastify'
import type { Platform } from '../context.ts'
import { isWithin } from '../../budget/budgets.ts'
import { networkOf } from '../../network-of.ts'

/** Peers are counted separately up to this number; all others count as one. */
const maxPeers = 500

/**
 * Logs, once an hour for each peer, that a peer outside TRUST_PROXY sends X-Forwarded-For. Either a proxy is missing in
 * the setting, and everyone behind it appears with one address, or a client tries to forge its address.
 */
export function warnOfForwarded(app: FastifyInstance, { clock, log }: Pick<Platform, 'clock' | 'log'>): void {
  const warnedAt = new Map<string, number>()
  app.addHook('onRequest', async (request) => {
    // `ips` begins with the peer; further ones follow if the peer is trusted.
    if (!request.headers['x-forwarded-for'] || (request.ips?.length ?? 1) > 1) return
    const network = networkOf(request.socket.remoteAddress ?? '')
    const now = clock.now()
    if (warnedAt.size >= maxPeers)
      for (const [key, at] of warnedAt) if (!isWithin(at, now, hourMs)) warnedAt.delete(key)
    const peer = warnedAt.has(network) || warnedAt.size < maxPeers ? network : 'others'
    if (isWithin(warnedAt.get(peer) ?? Number.NEGATIVE_INFINITY, now, hourMs)) return
    warnedAt.set(peer, now)
    log.warn({ peer }, 'X-Forwarded-For is ignored: it comes from an address that TRUST_PROXY does not name')
  })
}
