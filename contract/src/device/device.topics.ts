import { z } from 'zod'
import { topic } from '../topic.ts'
import type { Topic } from '../topic.ts'
import { AlinkEvent, AlinkModelRequest, AlinkReply, AlinkRequest, NtpRequest, OtaInform } from './alink.model.ts'

/** alink.md 2.2. `up` from the device, `down` to it; RRPC uses one topic both ways. */
const sys = '/sys/{productKey}/{deviceName}/thing'
/** Bytes as they are on a serial line, not text: behind a modem that passes them on (docs/modbus.md). */
const RawBytes = z.instanceof(Uint8Array)

export const upTopics = {
  propertyPost: topic('up', `${sys}/event/property/post`, AlinkRequest),
  eventPost: topic('up', `${sys}/event/{event}/post`, AlinkEvent),
  propertySetReply: topic('up', `${sys}/service/property/set_reply`, AlinkReply),
  serviceReply: topic('up', `${sys}/service/{service}_reply`, AlinkReply),
  rrpcResponse: topic('up', '/sys/{productKey}/{deviceName}/rrpc/response/{messageId}', AlinkReply),
  extRrpcResponse: topic('up', `/ext/rrpc/{messageId}${sys}/service/{service}`, AlinkReply),
  /** The device asks for its thing model: the document, or what of each function it names. */
  modelGet: topic('up', `${sys}/dsltemplate/get`, AlinkModelRequest),
  modelPartsGet: topic('up', '/sys/{productKey}/{deviceName}/thing/dynamicTsl/get', AlinkModelRequest),
  ntpRequest: topic('up', '/ext/ntp/{productKey}/{deviceName}/request', NtpRequest),
  otaInform: topic('up', '/ota/device/inform/{productKey}/{deviceName}', OtaInform),
  rawUp: topic('up', `${sys}/model/up_raw`, RawBytes),
  rawDownReply: topic('up', `${sys}/model/down_raw_reply`, RawBytes),
} as const

export const downTopics = {
  propertyPostReply: topic('down', `${sys}/event/property/post_reply`, AlinkReply),
  eventPostReply: topic('down', `${sys}/event/{event}/post_reply`, AlinkReply),
  propertySet: topic('down', `${sys}/service/property/set`, AlinkRequest),
  service: topic('down', `${sys}/service/{service}`, AlinkRequest),
  rrpcRequest: topic('down', '/sys/{productKey}/{deviceName}/rrpc/request/{messageId}', AlinkRequest),
  extRrpcRequest: topic('down', `/ext/rrpc/{messageId}${sys}/service/{service}`, AlinkRequest),
  modelGetReply: topic('down', `${sys}/dsltemplate/get_reply`, AlinkReply),
  modelPartsGetReply: topic('down', '/sys/{productKey}/{deviceName}/thing/dynamicTsl/get_reply', AlinkReply),
  ntpResponse: topic('down', '/ext/ntp/{productKey}/{deviceName}/response', NtpRequest),
  rawDown: topic('down', `${sys}/model/down_raw`, RawBytes),
  rawUpReply: topic('down', `${sys}/model/up_raw_reply`, RawBytes),
} as const

/** The method that messages of a topic name: `thing.event.property.post`. */
export const methodOf = ({ pattern }: Topic): string => pattern.replace(/^.*\/thing\//, 'thing/').replaceAll('/', '.')

/** Where a topic's own product key and device name stand, whatever the topic; null where it has none. */
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
