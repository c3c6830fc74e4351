import type { DeviceDetail } from '@brigade/contract/device/device.model.ts'
import { topologyCalls } from '@brigade/contract/device/topology/topology.endpoints.ts'
import { useQuery } from '@tanstack/react-query'
import { useCan } from '../../../platform/can.ts'
import { useWords } from '../../../platform/locale.ts'
import { ask } from '../../../platform/query.ts'
import { Text } from '../../../ui/layout/layout.tsx'
import { FactList } from '../../../ui/page/fact-list.tsx'
import { Panel } from '../../../ui/page/panel.tsx'
import { DeviceLink } from '../../view/device-link.tsx'
import { detailsText } from './tab.text.ts'

/** The gateway of a sub-device, and its unit number on the bus if it has one. */
export function BehindPanel({ device: { sn, id, gateway } }: { device: DeviceDetail }) {
  const w = useWords(detailsText)
  const can = useCan()
  const { data } = useQuery({
    ...ask(topologyCalls[gateway?.kind ?? 'oven'].subDevices, { id: gateway?.id ?? id, keyword: sn }, { quiet: true }),
    enabled: gateway !== null && can(`${gateway.kind}:view`),
  })
  const unit = data?.list.find((row) => row.id === id)?.unit ?? null
  return (
    <Panel title={w.behind}>
      {gateway === null ? (
        <Text.p padding="16" tone="ink-3">
          {w.noGateway}
        </Text.p>
      ) : (
        <FactList
          facts={[
            {
              key: 'gateway',
              label: w.gateway,
              value: (
                <DeviceLink kind={gateway.kind} id={gateway.id}>
                  {gateway.name === '' ? gateway.sn : gateway.name}
                </DeviceLink>
              ),
            },
            { key: 'sn', label: w.sn, value: gateway.sn },
            ...(unit === null ? [] : [{ key: 'unit', label: w.unit, value: String(unit) }]),
          ]}
        />
      )}
    </Panel>
  )
}
