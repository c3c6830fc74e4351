import type { FieldProps } from '../../ui/field/field.tsx'
import { optionSource } from '../../ui/field/cascade/cascade-source.ts'
import { CascadeField } from '../../ui/field/cascade/cascade-field.tsx'
import { ask } from '../../platform/query.ts'
import { topologyApi } from '@brigade/contract/device/topology/topology.endpoints.ts'
import type { ComponentProps } from 'react'
import { deviceLimits } from '@brigade/contract/device/record/record.model.ts'
import { useWords } from '../../platform/locale.ts'
import { TextArea } from '../../ui/field/text-area.tsx'
import { TextField } from '../../ui/field/text-field.tsx'
import { Grid } from '../../ui/layout/layout.tsx'
import type { DeviceTyped } from './device-typed.ts'
import { deviceFormText } from './record.text.ts'

/** Gateways, found by a part of SN or name. */
const gatewaySource = optionSource(['device', 'gateways'], async (client, { typed, value }) => {
  const query = { ...(typed === undefined ? {} : { keyword: typed }), ...(value === undefined ? {} : { id: value }) }
  const found = await client.fetchQuery(ask(topologyApi.gateways, query, { quiet: true }))
  return found.map(({ id, sn, name }) => ({ value: id, label: sn, note: name }))
})

type Props = FieldProps & { value: string | null; onChange: (id: string | null) => void; placeholder: string }

/** The gateway that a sub-device hangs behind. */
function GatewayField({ value, onChange, ...field }: Props) {
  return (
    <CascadeField
      {...field}
      source={gatewaySource}
      value={value === null ? [] : [value]}
      onChange={(path) => onChange(path.at(-1) ?? null)}
    />
  )
}

type TextProps = Pick<ComponentProps<typeof TextField>, 'name' | 'value' | 'error'> & {
  /** The handler fits both `<input>` and `<textarea>`. */
  onChange: (event: { currentTarget: { value: string } }) => void
  onBlur: () => void
}
type Form = {
  values: DeviceTyped
  set: <K extends keyof DeviceTyped>(name: K, value: DeviceTyped[K]) => void
  errorOf: (name: keyof DeviceTyped) => string | undefined
  text: (name: 'mac' | 'factoryArea' | 'note') => TextProps
}

/** The fields describe the device; its identity is not among them. */
export function DescribedFields({ form, hasGateway }: { form: Form; hasGateway: boolean }) {
  const w = useWords(deviceFormText)
  return (
    <>
      <Grid gap="0 16" columns="2">
        <TextField label={w.mac} hint={w.macHint} autoComplete="off" {...form.text('mac')} />
        <TextField label={w.factoryArea} autoComplete="off" {...form.text('factoryArea')} />
      </Grid>
      {hasGateway ? (
        <GatewayField
          label={w.gateway}
          hint={w.gatewayHint}
          placeholder={w.noGateway}
          value={form.values.gatewayId}
          onChange={(id) => form.set('gatewayId', id)}
          error={form.errorOf('gatewayId')}
        />
      ) : null}
      <TextArea label={w.note} most={deviceLimits.note} {...form.text('note')} />
    </>
  )
}
