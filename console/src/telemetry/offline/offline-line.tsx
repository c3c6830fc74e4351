import type { DeviceKind } from '@brigade/contract/product/product.model.ts'
import { useWords } from '../../platform/locale.ts'
import { DeviceLink } from '../../device/view/device-link.tsx'
import { offlineText } from './offline.text.ts'
import { useCauseWords, useWhy } from './use-why.ts'

/** Why a device is offline in one line, beside what tells that it is; the device's page has the rest. */
export function OfflineLine({ kind, id }: { kind: DeviceKind; id: string }) {
  const w = useWords(offlineText)
  const wordsOf = useCauseWords()
  const { data, error } = useWhy(kind, id, true)
  if (data === undefined) return error === null ? w.loading : error.message
  if (data === null) return w.online
  const { said, sure } = wordsOf(data)
  return (
    <>
      {sure}: {said} <DeviceLink {...{ kind, id }}>{w.why}</DeviceLink>
    </>
  )
}
