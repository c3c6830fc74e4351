import { uiText } from '../../ui/ui.text.ts'
import { Field, type FieldProps } from '../../ui/field/field.tsx'
import { DayChoice } from '../../ui/calendar/day-choice.tsx'
import { firstInstant, today } from '../../platform/time/days.ts'
import { formatDay } from '../../platform/format.ts'
import type { ComponentProps } from 'react'
import { channelTypes } from '@brigade/contract/customer/organisation.model.ts'
import { useChannelSource } from '../../customer/channel-select.tsx'
import { useWords } from '../../platform/locale.ts'
import { useAreaSource } from '../../system/area-select.tsx'
import { Segments } from '../../ui/button/segments.tsx'
import { CascadeField } from '../../ui/field/cascade/cascade-field.tsx'
import { TextField } from '../../ui/field/text-field.tsx'
import { Grid, Stack, Text } from '../../ui/layout/layout.tsx'
import type { InstallTyped } from './device-typed.ts'
import { OrganisationField } from './organisation-field.tsx'
import { deviceFormText } from './record.text.ts'

type TextNames = { [K in keyof InstallTyped]: InstallTyped[K] extends string ? K : never }[keyof InstallTyped]
type TextProps = Pick<ComponentProps<typeof TextField>, 'name' | 'value' | 'error' | 'onChange' | 'onBlur'>

/** The part of the surrounding form that the fields need. */
type Form = {
  values: InstallTyped
  put: (patch: Partial<InstallTyped>) => void
  leave: (name: keyof InstallTyped) => void
  errorOf: (name: keyof InstallTyped) => string | undefined
  text: (name: TextNames) => TextProps
}

/** The organisation and place of a device, its sales channel, its day of installation and its warranty. */
export function InstallFields({ form, isOrganisationFixed = false }: { form: Form; isOrganisationFixed?: boolean }) {
  const w = useWords(deviceFormText)
  const channels = useChannelSource()
  const { values, put, errorOf } = form
  const { isAbroad } = values
  const channelType = values['installation.channelType']
  const channelId = values['installation.channelId']
  return (
    <>
      {isOrganisationFixed ? null : (
        <OrganisationField
          label={w.installedAt}
          required
          value={values['installation.organisationId']}
          onChange={(id) => put({ 'installation.organisationId': id })}
          error={errorOf('installation.organisationId')}
        />
      )}
      <Stack gap="4" justifyItems="start" paddingBottom="12">
        <Text size="xs" line="16" tone="ink-3" weight="500">
          {w.where}
        </Text>
        <Segments
          label={w.where}
          options={[
            { value: 'china', label: w.inChina },
            { value: 'abroad', label: w.abroad },
          ]}
          value={isAbroad ? 'abroad' : 'china'}
          onChange={(where) => put({ isAbroad: where === 'abroad' })}
        />
      </Stack>
      {isAbroad ? (
        <TextField label={w.place} hint={w.placeHint} autoComplete="off" {...form.text('installation.place')} />
      ) : (
        <ZoneField form={form} />
      )}
      <TextField label={w.address} hint={w.addressHint} autoComplete="off" {...form.text('installation.address')} />
      <CascadeField
        label={w.channel}
        source={channels}
        placeholder={w.noChannel}
        value={channelType === null ? [] : channelId === null ? [channelType] : [channelType, channelId]}
        onChange={([type, id]) =>
          put({
            'installation.channelType': channelTypes.find((one) => one === type) ?? null,
            'installation.channelId': id ?? null,
          })
        }
        error={errorOf('installation.channelId') ?? errorOf('installation.channelType')}
      />
      <Grid gap="0 16" columns="2">
        <DayField
          label={w.day}
          required
          value={values['installation.installedAt']}
          onChange={(instant) => put({ 'installation.installedAt': instant })}
          onBlur={() => form.leave('installation.installedAt')}
          error={errorOf('installation.installedAt')}
        />
        <TextField
          label={w.warrantyDays}
          hint={w.warrantyHint}
          unit={w.days}
          inputMode="numeric"
          autoComplete="off"
          {...form.text('installation.warrantyDays')}
        />
      </Grid>
    </>
  )
}

/** The area of a place in China. */
function ZoneField({ form: { values, put, errorOf } }: { form: Form }) {
  const w = useWords(deviceFormText)
  const zones = useAreaSource()
  return (
    <CascadeField
      label={w.zone}
      source={zones}
      value={[values['installation.province'], values['installation.city'], values['installation.region']].filter(
        (code) => code !== '',
      )}
      onChange={([province = '', city = '', region = '']) =>
        put({ 'installation.province': province, 'installation.city': city, 'installation.region': region })
      }
      error={errorOf('installation.region') ?? errorOf('installation.city') ?? errorOf('installation.province')}
    />
  )
}

type Props = FieldProps & {
  /** An instant; empty: none. */
  value: string
  onChange: (instant: string) => void
  onBlur: () => void
}

/** A day of the viewer's zone, kept as the instant it begins at; one that was chosen with its time of day keeps it. */
function DayField({ value, onChange, onBlur, ...field }: Props) {
  const { label, error, hint, required = false } = field
  const w = useWords(uiText)
  const day = value === '' ? null : formatDay(value)
  return (
    <Field {...{ label, error, hint, required }}>
      {(ids) => (
        <DayChoice
          ids={ids}
          value={day}
          most={today()}
          onChange={(chosen) => {
            if (chosen !== day) onChange(chosen === null ? '' : firstInstant(chosen))
          }}
          onBlur={onBlur}
          placeholder={w.choose}
          presets={[{ day: today(), label: w.today }]}
        />
      )}
    </Field>
  )
}
