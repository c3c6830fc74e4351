import { OtaInform, OtaProgress, OtaQuestion, alinkCodes } from '@brigade/contract/link/alink.model.ts'
import { insertFirmwareReport } from '../../device/firmware/exchange.store.ts'
import { recordFirmware } from '../../device/firmware/firmware.store.ts'
import { nothing, refused, type ReadMessage } from '../../telemetry/messages/message.ts'
import type { DeviceMessage } from './device-message.ts'
import { idIn, parsed } from './reply.ts'

/** Reads messages about a device's firmware (alink.md 2.4). The engine of upgrades stores them and answers requests. */

/** The firmware version of the device or of a module. There is no reply. */
export function readOtaInform({ device, payload }: DeviceMessage): ReadMessage {
  const inform = parsed(OtaInform, payload)
  if (inform === null) return refused(alinkCodes.badFormat)
  const { version } = inform.params
  const module = inform.params.module || 'default'
  return {
    ...nothing(),
    serve: async (trx, { nowMs }) => {
      if (!(await recordFirmware(trx, device.id, { module, version }, nowMs)))
        return { code: alinkCodes.parameterError, outcome: 'refused' }
      await insertFirmwareReport(trx, { deviceId: device.id, kind: 'inform', module, version, step: null }, nowMs)
      return { code: null, outcome: 'stored' }
    },
  }
}

/** Reads the progress or failure of a download. There is no reply. */
export function readOtaProgress({ device, payload }: DeviceMessage): ReadMessage {
  const progress = parsed(OtaProgress, payload, 'left out')
  if (progress === null) return refused(alinkCodes.badFormat)
  const { step, module = '' } = progress.params
  return {
    ...nothing(),
    serve: async (trx, { nowMs }) => {
      await insertFirmwareReport(trx, { deviceId: device.id, kind: 'progress', module, step }, nowMs)
      return { code: null, outcome: 'stored' }
    },
  }
}

const readQuestion =
  (kind: 'get' | 'request') =>
  ({ device, payload }: DeviceMessage): ReadMessage => {
    // Older SDKs send requests with arbitrary content.
    const question = parsed(OtaQuestion, payload)
    if (question === null && kind === 'get') return refused(alinkCodes.badFormat)
    const questionId = JSON.stringify(question?.id ?? idIn(payload) ?? '0')
    const module = question?.params?.module ?? ''
    return {
      ...nothing(),
      serve: async (trx, { nowMs, isRepeated }) => {
        const exchange = { deviceId: device.id, kind, module, step: null, questionId }
        if (!isRepeated) await insertFirmwareReport(trx, exchange, nowMs)
        return { code: null, outcome: 'stored' }
      },
    }
  }

/** The replies are separate messages: the engine of upgrades decides them. */
export const readOtaGet = readQuestion('get')
export const readOtaRequest = readQuestion('request')
