import type { DeviceDetail } from '@brigade/contract/device/device.model.ts'
import { thingModelApi } from '@brigade/contract/thing-model/thing-model.endpoints.ts'
import type { ThingModel } from '@brigade/contract/thing-model/thing-model.model.ts'
import { useQuery } from '@tanstack/react-query'
import { ask } from '../../platform/query.ts'

/** The published thing model of a device: null while it loads, and for a device without one. */
export function useDeviceModel(device: DeviceDetail | undefined): ThingModel | null {
  const version = device?.modelVersion ?? null
  const { data } = useQuery({
    ...ask(
      thingModelApi.published,
      { productId: device?.product.id ?? '', ...(version === null ? {} : { version }) },
      { quiet: true },
    ),
    enabled: device !== undefined && version !== null,
    staleTime: Number.POSITIVE_INFINITY,
  })
  return data?.model ?? null
}
