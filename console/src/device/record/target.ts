import type { DeviceRow } from '@brigade/contract/device/device.model.ts'
import { useCallback } from 'react'
import { useWords } from '../../platform/locale.ts'
import { deviceAskText } from './record.text.ts'

/** An action needs only these fields, which both a list row and a detail have. */
export type Target = Pick<DeviceRow, 'id' | 'sn' | 'enabled' | 'bindState' | 'installed'>

const namedAtMost = 5

/** Devices by their SN, the first few of many. */
export function useNamed(): (targets: readonly Target[]) => string {
  const w = useWords(deviceAskText)
  return useCallback(
    (targets) => {
      const shown = targets.slice(0, namedAtMost).map(({ sn }) => sn)
      const more = targets.length - shown.length
      return `${shown.join(w.listMark)}${more > 0 ? ` ${w.andMore({ count: more })}` : ''}`
    },
    [w],
  )
}
