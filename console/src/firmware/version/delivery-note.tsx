import { firmwareApi } from '@brigade/contract/firmware/firmware.endpoints.ts'
import { useQuery } from '@tanstack/react-query'
import { useWords } from '../../platform/locale.ts'
import { ask } from '../../platform/query.ts'
import { useCan } from '../../platform/can.ts'
import { StateShape } from '../../ui/icon/state-shape.tsx'
import { Row, Stack } from '../../ui/layout/layout.tsx'
import css from './delivery-note.module.css'
import { versionFormText } from './version.text.ts'

/** The settings by which devices fetch files; null until they are known, and for staff who may not see them. */
export function useDelivery() {
  const can = useCan()
  const { data } = useQuery({
    ...ask(firmwareApi.figures, {}, { quiet: true }),
    enabled: can('firmware-version:view'),
  })
  return data?.delivery ?? null
}

/** Shows before sending which conditions may prevent devices from fetching it. */
export function DeliveryNote() {
  const w = useWords(versionFormText)
  const delivery = useDelivery()
  if (delivery === null || (delivery.isEncrypted && !delivery.hasPort)) return null
  return (
    <Stack
      gap="4"
      padding="8 12"
      marginBottom="16"
      border="line"
      radius="s"
      ground="warn-soft"
      tone="ink"
      className={css.note}
      role="note"
    >
      {delivery.isEncrypted ? null : (
        <Row.p gap="8" anywhere>
          <StateShape name="error" tone="warn" />
          {w.notEncrypted({ host: delivery.host })}
        </Row.p>
      )}
      {delivery.hasPort ? (
        <Row.p gap="8" anywhere>
          <StateShape name="error" tone="warn" />
          {w.hasPort({ host: delivery.host })}
        </Row.p>
      ) : null}
    </Stack>
  )
}
