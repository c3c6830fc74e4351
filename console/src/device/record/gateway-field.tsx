import { topologyApi } from '@brigade/contract/device/topology/topology.endpoints.ts'
import { ask } from '../../platform/query.ts'
import { CascadeField } from '../../ui/field/cascade/cascade-field.tsx'
import { optionSource } from '../../ui/field/cascade/cascade-source.ts'
import type { FieldProps } from '../../ui/field/field.tsx'

/** Gateways, found by a part of SN or name. */
const gatewaySource = optionSource(['device', 'gateways'], async (client, { typed, value }) => {
  const query = { ...(typed === undefined ? {} : { keyword: typed }), ...(value === undefined ? {} : { id: value }) }
  const found = await client.fetchQuery(ask(topologyApi.gateways, query, { quiet: true }))
  return found.map(({ id, sn, name }) => ({ value: id, label: sn, note: name }))
})

type Props = FieldProps & { value: string | null; onChange: (id: string | null) => void; placeholder: string }

/** The gateway that a sub-device hangs behind. */
export function GatewayField({ value, onChange, ...field }: Props) {
  return (
    <CascadeField
      {...field}
      source={gatewaySource}
      value={value === null ? [] : [value]}
      onChange={(path) => onChange(path.at(-1) ?? null)}
    />
  )
}
