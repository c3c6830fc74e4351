import { downTopics } from '@brigade/contract/link/alink.topics.ts'
import { topicName } from '@brigade/contract/topic.ts'

/** Topic filters that a device subscribes to. */
export const filtersOf = (place: { productKey: string; deviceName: string }): string[] => [
  ...[
    downTopics.propertyPostReply,
    downTopics.propertyHistoryPostReply,
    downTopics.propertySet,
    downTopics.propertyGet,
    downTopics.modelGetReply,
    downTopics.ntpResponse,
    downTopics.desiredGetReply,
    downTopics.tagsUpdateReply,
    downTopics.configGetReply,
    downTopics.configPush,
    downTopics.logPostReply,
    downTopics.logSwitchGetReply,
    downTopics.logSwitchPush,
    downTopics.rawDown,
    downTopics.otaUpgrade,
  ].map((one) => topicName(one, place)),
  topicName(downTopics.eventPostReply, { ...place, event: '+' }),
  topicName(downTopics.service, { ...place, service: '+' }),
  topicName(downTopics.rrpcRequest, { ...place, messageId: '+' }),
  topicName(downTopics.extRrpcRequest, { ...place, messageId: '+', service: '+' }),
]
