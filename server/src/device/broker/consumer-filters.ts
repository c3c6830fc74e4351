import { upTopics } from '@brigade/contract/device/device.topics.ts'
import { disjointFilters } from '../../platform/mqtt/external/shared-filters.ts'

/**
 * All that devices say, and as little as can be of what they are told. Custom topics stand apart: what they could have in
 * common with the others, a device whose name is `user`, would make one filter of all.
 */
export const consumerFilters: readonly string[] = [
  ...disjointFilters(Object.values(upTopics).map(({ pattern }) => pattern)),
  '/+/+/user/#',
]
