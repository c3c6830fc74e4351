import { commandCalls } from '@brigade/contract/command/command.endpoints.ts'
import { faultApi } from '@brigade/contract/fault/record.endpoints.ts'
import { firmwareDeviceApi } from '@brigade/contract/firmware/firmware.endpoints.ts'
import type { DeviceKind } from '@brigade/contract/product/product.model.ts'
import { curvePoints } from '@brigade/contract/telemetry/curve.model.ts'
import { telemetryCalls } from '@brigade/contract/telemetry/telemetry.endpoints.ts'
import type { ThingModel } from '@brigade/contract/thing-model/thing-model.model.ts'
import { dayMs, hourMs } from '@brigade/contract/time.ts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useCan } from '../../platform/can.ts'
import { useLocale, useWords } from '../../platform/locale.ts'
import { ask } from '../../platform/query.ts'
import { propertyOf } from '../../device/view/device-view.ts'
import type { CurveMark } from '../../ui/chart/curve-model.ts'
import { curveText } from './curve.text.ts'
import { marksOf } from './curve-marks.ts'

type Marked = Readonly<{
  kind: DeviceKind
  deviceId: string
  model: ThingModel | null
  fromMs: number
  toMs: number
  /** The curve has the openings of its door already. */
  hasDoors?: boolean
  /** Without it nothing is asked for, and there are none. */
  isShown?: boolean
}>

/** A fault that was raised longer before a span is still marked in it if it is open. */
const faultsBeforeMs = 31 * dayMs
/** The most of each that a curve shows: its newest. */
const maxOfEach = 80
const door = 'DoorState'
/** Longer spans would have the figures of whole hours, which do not say how long a door was open. */
const longMs = (curvePoints * hourMs) / 2
/** Every report of a door is read; a longer span has more openings than pixels. */
const longestDoorMs = 92 * dayMs

/** Faults, open doors, commands and upgrades of a span that the reader may see, read once for every curve. */
export function useCurveMarks(marked: Marked): readonly CurveMark[] {
  const { kind, deviceId, model, fromMs, toMs, hasDoors = false, isShown = true } = marked
  const can = useCan()
  const words = useWords(curveText)
  const locale = useLocale()
  const [startTime, endTime] = [new Date(fromMs).toISOString(), new Date(Math.max(toMs, fromMs + 1)).toISOString()]
  const page = { pageNum: 1, pageSize: maxOfEach } as const
  const ofDevice = { deviceId, type: 'all', ...page } as const
  const kept = { placeholderData: keepPreviousData }
  const sees = isShown && can('fault:view')
  const raised = useQuery({
    ...ask(
      faultApi.page,
      { ...ofDevice, startTime: new Date(fromMs - faultsBeforeMs).toISOString(), endTime },
      { quiet: true },
    ),
    ...kept,
    enabled: sees,
  })
  const open = useQuery({
    ...ask(faultApi.page, { ...ofDevice, open: true, endTime: startTime }, { quiet: true }),
    ...kept,
    enabled: sees,
  })
  const hasDoor = isShown && !hasDoors && toMs - fromMs <= longestDoorMs && propertyOf({ model }, door) !== undefined
  const doors = useQuery({
    ...ask(
      telemetryCalls[kind].curve,
      {
        id: deviceId,
        identifiers: door,
        startTime,
        endTime,
        ...(toMs - fromMs > longMs && { buckets: String(curvePoints) }),
      },
      { quiet: true },
    ),
    ...kept,
    enabled: hasDoor,
  })
  const commands = useQuery({
    ...ask(commandCalls[kind].commands, { id: deviceId, startTime, endTime, ...page }, { quiet: true }),
    ...kept,
    enabled: isShown,
  })
  const upgrades = useQuery({
    ...ask(firmwareDeviceApi.device, { deviceId }, { quiet: true }),
    enabled: isShown && can('firmware-version:view'),
  })
  const happened = useMemo(() => {
    const records = new Map(
      [...(open.data?.list ?? []), ...(raised.data?.list ?? [])].map((record) => [record.id, record]),
    )
    const [series] = doors.data?.series ?? []
    return {
      faults: [...records.values()],
      doors: hasDoor && series !== undefined ? { series, bucketMs: doors.data?.bucketMs ?? 0 } : undefined,
      commands: commands.data?.list ?? [],
      upgrades: upgrades.data?.upgrades ?? [],
    }
  }, [open.data, raised.data, hasDoor, doors.data, commands.data, upgrades.data])
  // Events that still last are marked up to the end of the curve.
  return useMemo(
    () => (isShown ? marksOf(happened, { fromMs, toMs, nowMs: toMs, locale, words }) : []),
    [isShown, happened, fromMs, toMs, locale, words],
  )
}
