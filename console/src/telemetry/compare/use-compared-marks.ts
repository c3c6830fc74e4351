import { deviceCalls } from '@brigade/contract/device/list/list.endpoints.ts'
import type { DeviceKind } from '@brigade/contract/product/product.model.ts'
import { useQuery } from '@tanstack/react-query'
import { useDeviceModel } from '../../device/view/use-device-model.ts'
import { ask } from '../../platform/query.ts'
import type { CurveMark } from '../../ui/chart/curve-model.ts'
import { useCurveMarks } from '../curve/use-curve-marks.ts'
import type { ComparedSpan } from './compare-search.ts'

/** Faults, open doors, commands and upgrades of the one device of a comparison that a person chose; none of all at once, which nobody could read. */
export function useComparedMarks(
  kind: DeviceKind,
  id: string | null,
  { fromMs, toMs }: Pick<ComparedSpan, 'fromMs' | 'toMs'>,
): readonly CurveMark[] {
  const isShown = id !== null
  const detail = useQuery({ ...ask(deviceCalls[kind].detail, { id: id ?? '' }, { quiet: true }), enabled: isShown })
  const model = useDeviceModel(isShown ? detail.data : undefined)
  return useCurveMarks({ kind, deviceId: id ?? '', model, fromMs, toMs, isShown })
}
