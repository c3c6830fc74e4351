import type { DeviceDetail } from '@brigade/contract/device/device.model.ts'
import { useChannelName } from '../../customer/channel-select.tsx'
import { useZoneWords } from '../../system/area-select.tsx'
import type { CallError } from '../../platform/call-error.ts'
import { formatDay } from '../../platform/format.ts'
import { useWords } from '../../platform/locale.ts'
import { FieldClash } from '../../ui/form/field-clash.tsx'
import { typedOf, type DeviceTyped } from './device-typed.ts'
import { deviceFormText } from './record.text.ts'

type Props = {
  /** The refusal. */
  by: CallError
  /** The edit started from `base`; `now` is the current state on the server. */
  base: DeviceDetail
  now: DeviceDetail
  mine: DeviceTyped
  onGoOn: (values: DeviceTyped) => void
}

/**
 * The address counts as one value: half of my address and half of theirs would not be a place. The sale counts as one
 * value too.
 */
type Whole = {
  name: string
  mac: string
  factoryArea: string
  gatewayId: string
  note: string
  place: string
  address: string
  channel: string
  installedAt: string
  warrantyDays: string
}

const wholeOf = (typed: DeviceTyped): Whole => ({
  name: typed.name,
  mac: typed.mac,
  factoryArea: typed.factoryArea,
  gatewayId: typed.gatewayId ?? '',
  note: typed.note,
  place: JSON.stringify([
    typed.isAbroad,
    typed['installation.province'],
    typed['installation.city'],
    typed['installation.region'],
    typed['installation.place'],
  ]),
  address: typed['installation.address'],
  channel: JSON.stringify([typed['installation.channelType'], typed['installation.channelId']]),
  installedAt: typed['installation.installedAt'],
  warrantyDays: typed['installation.warrantyDays'],
})

/** Shows, field by field, what both people changed in this device, and which changes were taken over. */
export function DeviceClash({ by, base, now, mine, onGoOn }: Props) {
  const w = useWords(deviceFormText)
  const channelName = useChannelName()
  const zoneWords = useZoneWords()
  const theirs = typedOf(now)
  const [mineWhole, theirsWhole] = [wholeOf(mine), wholeOf(theirs)]
  /** All parts of such a value come from the same side. */
  const goOn = (merged: Whole): void => {
    const placed = merged.place === theirsWhole.place ? theirs : mine
    const sold = merged.channel === theirsWhole.channel ? theirs : mine
    onGoOn({
      ...theirs,
      name: merged.name,
      mac: merged.mac,
      factoryArea: merged.factoryArea,
      gatewayId: merged.gatewayId || null,
      note: merged.note,
      isAbroad: placed.isAbroad,
      'installation.province': placed['installation.province'],
      'installation.city': placed['installation.city'],
      'installation.region': placed['installation.region'],
      'installation.place': placed['installation.place'],
      'installation.address': merged.address,
      'installation.channelType': sold['installation.channelType'],
      'installation.channelId': sold['installation.channelId'],
      'installation.installedAt': merged.installedAt,
      'installation.warrantyDays': merged.warrantyDays,
    })
  }
  const shown = (name: keyof Whole, values: Whole): string => {
    const isTheirs = values[name] === theirsWhole[name]
    const from = isTheirs ? theirs : mine
    switch (name) {
      case 'place':
        return from.isAbroad
          ? from['installation.place']
          : zoneWords({
              province: from['installation.province'],
              city: from['installation.city'],
              region: from['installation.region'],
            })
      case 'channel': {
        const type = from['installation.channelType']
        return type === null ? '' : channelName(type)
      }
      case 'gatewayId':
        return isTheirs ? (now.gateway?.sn ?? '') : values.gatewayId
      case 'installedAt':
        return formatDay(values.installedAt)
      default:
        return values[name]
    }
  }
  return (
    <FieldClash
      by={by}
      base={wholeOf(typedOf(base))}
      mine={mineWhole}
      theirs={theirsWhole}
      labels={{
        name: w.name,
        mac: w.mac,
        factoryArea: w.factoryArea,
        gatewayId: w.gateway,
        note: w.note,
        place: w.where,
        address: w.address,
        channel: w.channel,
        installedAt: w.day,
        warrantyDays: w.warrantyDays,
      }}
      shown={shown}
      onGoOn={goOn}
    />
  )
}
