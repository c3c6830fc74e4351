import { upTopics } from '@brigade/contract/link/alink.topics.ts'
import { gatewayUpTopics } from '@brigade/contract/link/gateway.topics.ts'
import { disjointFilters } from '../../platform/mqtt/external/shared-filters.ts'

/** What comes from a serial line is for the one process that asks on it. */
const { rawUp, rawDownReply, ...others } = upTopics
export const lineFilters: readonly string[] = disjointFilters([rawUp.pattern, rawDownReply.pattern])

/**
 * All else that devices say, and as little as can be of what they are told. Custom topics stand apart: what they could have in
 * common with the others, a device whose name is `user`, would make one filter of all.
 */
export const consumerFilters: readonly string[] = [
  ...disjointFilters(Object.values({ ...others, ...gatewayUpTopics }).map(({ pattern }) => pattern)),
  '/+/+/user/#',
]
