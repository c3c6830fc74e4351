import type { ChannelType } from '@brigade/contract/customer/organisation.model.ts'
import type { ChangedField } from '@brigade/contract/device/record/record.model.ts'
import type { GeneratedAlways } from 'kysely'
import type { Table } from '../platform/db/database.ts'

declare module '../platform/db/database.ts' {
  interface Database {
    /**
     * A device's message about its firmware, its connect, or a publication to it.
     * * `module`: Empty: the module that is being upgraded.
     * * `questionId`: JSON.
     */
    firmwareReport: Table<'firmwareReport'>
    /**
     * A message that a connector has to send to a device.
     * * `content`: Sealed JSON; null: there is nothing for the device.
     */
    firmwareMessage: Table<'firmwareMessage'>
    /**
     * * `deviceSecret`: Sealed (platform/secret-box.ts).
     * * `province`: National codes; empty abroad and if not given.
     * * `place`: The place as text, as it is shown and searched.
     * * `timeZone`: IANA name of the place's zone; null: unknown. A trigger sets it with the province.
     * * `channelId`: The distributor or agent it was sold through.
     * * `logAsked`: A person requested the lines it logs.
     * * `search`: Serial number, name, MAC and initials, folded.
     * * `placeSearch`: Place and address, folded.
     */
    device: Table<
      'device',
      {
        /** The kind of the product (device_kind); a trigger sets it. */
        kindId: GeneratedAlways<number>
      }
    >
    /** A device that was deleted, as finished records show it. Written by triggers alone. */
    deviceGone: Table<'deviceGone', { kind: 'oven' | 'cooler' }>
    /**
     * * `connectorId`: The connector process that holds the connection, or held it last.
     * * `area`: The narrowest code of the place.
     */
    deviceState: Table<'deviceState', { kind: 'oven' | 'cooler'; channelType: ChannelType }>
    /**
     * Installed devices of an organisation by state, folded now and then; `own` are its own, `within` those below
     * it too.
     * * `workState`: -1: offline, or none reported.
     */
    deviceTotal: Table<'deviceTotal', { kind: 'oven' | 'cooler' }>
    /** Changes since the last fold. Triggers of `device_state` write them, and folding deletes them. */
    deviceTotalChange: Table<'deviceTotalChange', { kind: 'oven' | 'cooler' }>
    onlineLog: Table<'onlineLog'>
    /** `alert`: why a TLS handshake failed. */
    tlsRefusal: Table<'tlsRefusal'>
    connectorLease: Table<'connectorLease'>
    /** A device that connected to another connector before this one has recorded its disconnect. */
    connectorHandover: Table<'connectorHandover'>
    /**
     * Present and former app users of a device; `unboundAt` null: a present one.
     * * `organisationId`: The organisation that the device belonged to during the binding; null: its present one.
     */
    deviceBinding: Table<'deviceBinding'>
    /** The gateway of a sub-device; `unit` on a Modbus. */
    deviceGateway: Table<'deviceGateway'>
    deviceChange: Table<'deviceChange', { fields: ChangedField[] }>
    deviceTag: Table<'deviceTag'>
    /** The credentials of a device without a secret of its own. */
    deviceToken: Table<'deviceToken'>
    /**
     * A time stamp that a sub-device signed, and the digest of the message it came in; `ahead` of our clock then.
     */
    deviceSignUse: Table<'deviceSignUse'>
    /** The version of each module as last reported; module `default` is the device's own firmware. */
    deviceModule: Table<'deviceModule'>
    /**
     * Every reported firmware version that differs from the previous one; module `default` is the device's own.
     */
    deviceFirmware: Table<'deviceFirmware'>
  }
}
