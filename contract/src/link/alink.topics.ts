import { z } from 'zod'
import { mayMatch, topic, type Topic } from '../topic.ts'
import {
  AlinkBatch,
  AlinkHistory,
  AlinkModelRequest,
  AlinkPack,
  AlinkQuestion,
  AlinkReply,
  AlinkRequest,
  DesiredDelete,
  DesiredGet,
  JobQuestion,
  LogPost,
  NtpRequest,
  OtaDown,
  OtaInform,
  OtaProgress,
  OtaQuestion,
  PropertyGet,
  ShadowDown,
  ShadowUpdate,
  TagsDelete,
  TagsUpdate,
} from './alink.model.ts'

/** alink.md 2.2. `up` from the device, `down` to it; RRPC uses one topic both ways. */
const sys = '/sys/{productKey}/{deviceName}/thing'
/** Raw bytes of a serial line instead of text, from a transparent modem (docs/modbus.md). */
const RawBytes = z.instanceof(Uint8Array)

export const upTopics = {
  propertyPost: topic('up', `${sys}/event/property/post`, AlinkRequest),
  eventPost: topic('up', `${sys}/event/{event}/post`, AlinkRequest),
  /**
   * Many values of each property at once; a pack of a gateway's own values and those of its sub-devices; values that
   * were stored while the device was offline.
   */
  propertyBatchPost: topic('up', `${sys}/event/property/batch/post`, AlinkBatch),
  propertyPackPost: topic('up', `${sys}/event/property/pack/post`, AlinkPack),
  propertyHistoryPost: topic('up', `${sys}/event/property/history/post`, AlinkHistory),
  propertySetReply: topic('up', `${sys}/service/property/set_reply`, AlinkReply),
  propertyGetReply: topic('up', `${sys}/service/property/get_reply`, AlinkReply),
  serviceReply: topic('up', `${sys}/service/{service}_reply`, AlinkReply),
  rrpcResponse: topic('up', '/sys/{productKey}/{deviceName}/rrpc/response/{messageId}', AlinkReply),
  extRrpcResponse: topic('up', `/ext/rrpc/{messageId}${sys}/service/{service}`, AlinkReply),
  /** The device requests its thing model: the document, or parts of the functions that it names. */
  modelGet: topic('up', `${sys}/dsltemplate/get`, AlinkModelRequest),
  modelPartsGet: topic('up', '/sys/{productKey}/{deviceName}/thing/dynamicTsl/get', AlinkModelRequest),
  ntpRequest: topic('up', '/ext/ntp/{productKey}/{deviceName}/request', NtpRequest),
  otaInform: topic('up', '/ota/device/inform/{productKey}/{deviceName}', OtaInform),
  otaProgress: topic('up', '/ota/device/progress/{productKey}/{deviceName}', OtaProgress),
  otaGet: topic('up', `${sys}/ota/firmware/get`, OtaQuestion),
  /** Older SDKs ask here, and are answered on the same topic. */
  otaRequest: topic('up', '/ota/device/request/{productKey}/{deviceName}', OtaQuestion),
  desiredGet: topic('up', `${sys}/property/desired/get`, DesiredGet),
  desiredDelete: topic('up', `${sys}/property/desired/delete`, DesiredDelete),
  tagsUpdate: topic('up', `${sys}/deviceinfo/update`, TagsUpdate),
  tagsDelete: topic('up', `${sys}/deviceinfo/delete`, TagsDelete),
  configGet: topic('up', `${sys}/config/get`, AlinkQuestion),
  configPushReply: topic('up', `${sys}/config/push_reply`, AlinkReply),
  logPost: topic('up', `${sys}/log/post`, LogPost),
  logSwitchGet: topic('up', `${sys}/config/log/get`, AlinkQuestion),
  jobGet: topic('up', `${sys}/job/get`, JobQuestion),
  jobUpdate: topic('up', `${sys}/job/update`, JobQuestion),
  reset: topic('up', `${sys}/reset`, AlinkQuestion),
  shadowUpdate: topic('up', '/shadow/update/{productKey}/{deviceName}', ShadowUpdate),
  /** SDKs for Wi-Fi report how connecting went; the report is stored in the trace. */
  diagnosisPost: topic('up', '/sys/{productKey}/{deviceName}/_thing/diag/post', AlinkQuestion),
  rawUp: topic('up', `${sys}/model/up_raw`, RawBytes),
  rawDownReply: topic('up', `${sys}/model/down_raw_reply`, RawBytes),
} as const

export const downTopics = {
  propertyPostReply: topic('down', `${sys}/event/property/post_reply`, AlinkReply),
  eventPostReply: topic('down', `${sys}/event/{event}/post_reply`, AlinkReply),
  propertySet: topic('down', `${sys}/service/property/set`, AlinkRequest),
  propertyGet: topic('down', `${sys}/service/property/get`, PropertyGet),
  service: topic('down', `${sys}/service/{service}`, AlinkRequest),
  rrpcRequest: topic('down', '/sys/{productKey}/{deviceName}/rrpc/request/{messageId}', AlinkRequest),
  extRrpcRequest: topic('down', `/ext/rrpc/{messageId}${sys}/service/{service}`, AlinkRequest),
  modelGetReply: topic('down', `${sys}/dsltemplate/get_reply`, AlinkReply),
  modelPartsGetReply: topic('down', '/sys/{productKey}/{deviceName}/thing/dynamicTsl/get_reply', AlinkReply),
  ntpResponse: topic('down', '/ext/ntp/{productKey}/{deviceName}/response', NtpRequest),
  propertyBatchPostReply: topic('down', `${sys}/event/property/batch/post_reply`, AlinkReply),
  propertyPackPostReply: topic('down', `${sys}/event/property/pack/post_reply`, AlinkReply),
  propertyHistoryPostReply: topic('down', `${sys}/event/property/history/post_reply`, AlinkReply),
  otaUpgrade: topic('down', '/ota/device/upgrade/{productKey}/{deviceName}', OtaDown),
  otaGetReply: topic('down', `${sys}/ota/firmware/get_reply`, AlinkReply),
  otaRequestReply: topic('down', '/ota/device/request/{productKey}/{deviceName}', OtaDown),
  desiredGetReply: topic('down', `${sys}/property/desired/get_reply`, AlinkReply),
  desiredDeleteReply: topic('down', `${sys}/property/desired/delete_reply`, AlinkReply),
  tagsUpdateReply: topic('down', `${sys}/deviceinfo/update_reply`, AlinkReply),
  tagsDeleteReply: topic('down', `${sys}/deviceinfo/delete_reply`, AlinkReply),
  configGetReply: topic('down', `${sys}/config/get_reply`, AlinkReply),
  configPush: topic('down', `${sys}/config/push`, AlinkRequest),
  logPostReply: topic('down', `${sys}/log/post_reply`, AlinkReply),
  logSwitchGetReply: topic('down', `${sys}/config/log/get_reply`, AlinkReply),
  logSwitchPush: topic('down', `${sys}/config/log/push`, AlinkRequest),
  jobGetReply: topic('down', `${sys}/job/get_reply`, AlinkReply),
  jobUpdateReply: topic('down', `${sys}/job/update_reply`, AlinkReply),
  resetReply: topic('down', `${sys}/reset_reply`, AlinkReply),
  /** Answers to shadow requests, and shadow updates without a request. */
  shadowGet: topic('down', '/shadow/get/{productKey}/{deviceName}', ShadowDown),
  /** Tells devices with `ext` bit 1 in their client id that a message could not be accepted. */
  error: topic('down', '/ext/error/{productKey}/{deviceName}', AlinkReply),
  /** Any text for all devices of a product that subscribe. */
  broadcast: topic('down', '/broadcast/{productKey}/{broadcast}', z.string()),
  diagnosisPostReply: topic('down', '/sys/{productKey}/{deviceName}/_thing/diag/post_reply', AlinkReply),
  rawDown: topic('down', `${sys}/model/down_raw`, RawBytes),
  rawUpReply: topic('down', `${sys}/model/up_raw_reply`, RawBytes),
} as const

/** The method that messages of a topic name: `thing.event.property.post`. */
export const methodOf = ({ pattern }: Topic): string => pattern.replace(/^.*\/_?thing\//, 'thing/').replaceAll('/', '.')

/** Custom topics may have any number of levels; a filter of one more matches none of these. */
const custom = topic('down', '/{productKey}/{deviceName}/user/{name}', z.string())

/**
 * Whether a filter that is not of the device itself reaches topics of devices or products. Another one is of no device: a topic that we
 * do not have.
 */
export function reachesDevices(filter: string): boolean {
  if (isCustomTopic(filter)) return true
  return [...Object.values(upTopics), ...Object.values(downTopics), custom].some((one) => mayMatch(filter, one))
}

/** Custom topic with any payload: `/{productKey}/{deviceName}/user/…`. */
export const isCustomTopic = (name: string): boolean =>
  /^\/[^/]+\/[^/]+\/user\/./.test(name) && !/^\/(?:sys|ota|shadow|ext|broadcast)\//.test(name)

/** Extracts product key and device name from any topic; null if it has none. */
export function ownerOfTopic(name: string): { productKey: string; deviceName: string } | null {
  const levels = name.split('/')
  const at = (index: number) => ({ productKey: levels[index] ?? '', deviceName: levels[index + 1] ?? '' })
  if (levels[0] !== '') return null
  switch (levels[1]) {
    case 'sys':
      return at(2)
    case 'ota':
      return at(4)
    case 'shadow':
      return at(3)
    case 'ext': {
      if (levels[2] !== 'rrpc') return at(3)
      // `/ext/rrpc/{messageId}` and then a whole topic, with or without its own first slash.
      const first = levels[4] === '' ? 5 : 4
      return levels[first] === 'sys' ? at(first + 1) : at(first)
    }
    default:
      // Custom topics: /{productKey}/{deviceName}/user/…
      return at(1)
  }
}
