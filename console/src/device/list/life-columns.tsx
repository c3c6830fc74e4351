import { channelTypeWords } from '@brigade/contract/customer/channel.text.ts'
import type { DeviceRow } from '@brigade/contract/device/device.model.ts'
import { nodeTypeWords } from '@brigade/contract/product/node-type.text.ts'
import { formatDay, formatTime, orDash } from '../../platform/format.ts'
import type { Locale } from '@brigade/contract/locale.ts'
import type { WordsOf } from '../../platform/locale.ts'
import type { Column } from '../../ui/data-table/column.ts'
import { Text } from '../../ui/layout/layout.tsx'
import type { lifeText } from './list.text.ts'

type Life =
  | 'bindState'
  | 'boundUsers'
  | 'nodeType'
  | 'enabled'
  | 'installedAt'
  | 'activatedAt'
  | 'wifiFirmware'
  | 'factoryArea'
  | 'channel'

/** The columns of a device's record. Each list decides which of them it shows at first. */
export const lifeColumns = (
  w: WordsOf<typeof lifeText>,
  locale: Locale,
): Readonly<Record<Life, Column<DeviceRow>>> => ({
  bindState: {
    key: 'bindState',
    title: w.bindState,
    width: 112,
    cell: ({ bindState }) => <Text tone={bindState === 'bound' ? undefined : 'ink-3'}>{w[bindState]}</Text>,
  },
  boundUsers: { key: 'boundUsers', title: w.boundUsers, width: 88, align: 'end', cell: (row) => row.boundUsers },
  wifiFirmware: {
    key: 'wifiFirmware',
    title: w.wifiFirmware,
    width: 116,
    align: 'end',
    cell: (row) => orDash(row.wifiFirmware),
  },
  factoryArea: { key: 'factoryArea', title: w.factoryArea, width: 116, cell: (row) => row.factoryArea },
  channel: {
    key: 'channel',
    title: w.channel,
    width: 168,
    cell: ({ channelType, channel }) =>
      [channelType === null ? '' : channelTypeWords[channelType][locale], channel?.name].filter(Boolean).join(' · '),
  },
  nodeType: { key: 'nodeType', title: w.nodeType, width: 116, cell: (row) => nodeTypeWords[row.nodeType][locale] },
  enabled: {
    key: 'enabled',
    title: w.enabledColumn,
    width: 88,
    cell: ({ enabled }) => <Text tone={enabled ? undefined : 'warn'}>{enabled ? w.enabled : w.disabled}</Text>,
  },
  installedAt: {
    key: 'installedAt',
    title: w.installedAt,
    width: 116,
    align: 'end',
    dim: true,
    cell: (row) => <span className="time">{formatDay(row.installedAt)}</span>,
  },
  activatedAt: {
    key: 'activatedAt',
    title: w.activatedAt,
    width: 148,
    align: 'end',
    dim: true,
    cell: (row) => <span className="time">{formatTime(row.activatedAt)}</span>,
  },
})
