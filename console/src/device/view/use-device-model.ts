import type { DeviceDetail } from '@brigade/contract/device/device.model.ts'
import { telemetryCalls } from '@brigade/contract/telemetry/telemetry.endpoints.ts'
import { thingModelApi } from '@brigade/contract/thing-model/thing-model.endpoints.ts'
import type { ThingModel } from '@brigade/contract/thing-model/thing-model.model.ts'
import { useQuery } from '@tanstack/react-query'
import { ask } from '../../platform/query.ts'
import type { DeviceView } from './device-view.ts'

const askModel = (device: DeviceDetail | undefined) => {
  const version = device?.modelVersion ?? null
  const productId = device?.product.id ?? ''
  return ask(thingModelApi.published, { productId, ...(version === null ? {} : { version }) }, { quiet: true })
}

/** The published thing model of a device: null while it loads, and for a device without one. */
export function useDeviceModel(device: DeviceDetail | undefined): ThingModel | null {
  const { data } = useQuery({
    ...askModel(device),
    enabled: device !== undefined && device.modelVersion !== null,
    staleTime: Number.POSITIVE_INFINITY,
  })
  return data?.model ?? null
}

/** Whether the device's model or its last report is still on its way; the screen of the device asks for both. */
export function useIsDeviceComing({ kind, device, model, shadow }: DeviceView): boolean {
  const ofModel = useQuery({ ...askModel(device), enabled: false })
  const ofShadow = useQuery({ ...ask(telemetryCalls[kind].shadow, { id: device.id }, { quiet: true }), enabled: false })
  const isModelComing = device.modelVersion !== null && model === null && !ofModel.isError
  return isModelComing || (shadow === null && !ofShadow.isError)
}
