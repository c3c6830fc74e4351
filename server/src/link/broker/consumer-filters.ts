import { upTopics } from '@brigade/contract/link/alink.topics.ts'
import { gatewayUpTopics } from '@brigade/contract/link/gateway.topics.ts'
import { topicName } from '@brigade/contract/topic.ts'
import { disjointFilters } from '../../platform/mqtt/external/shared-filters.ts'

/** Messages of a serial line go only to the process that polls it. */
const { rawUp, rawDownReply, ...others } = upTopics
export const lineFilters: readonly string[] = disjointFilters([rawUp.pattern, rawDownReply.pattern])

/**
 * Filters for all other messages of devices, with as few messages to devices as possible. Custom topics are separate:
 * an overlap with the others, a device with the name `user`, would merge all into one filter.
 */
export const consumerFilters: readonly string[] = [
  ...disjointFilters(Object.values({ ...others, ...gatewayUpTopics }).map(({ pattern }) => pattern)),
  '/+/+/user/#',
]

/** A topic of a line that belongs to no device: no product key is so short. */
export const probeTopic = topicName(rawUp, { productKey: 'brigade', deviceName: 'brigade' })
