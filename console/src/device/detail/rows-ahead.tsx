import { commandCalls } from '@brigade/contract/command/command.endpoints.ts'
import { CommandSearch } from '@brigade/contract/command/command.model.ts'
import { recordCalls } from '@brigade/contract/device/record/record.endpoints.ts'
import { BoundUserSearch, ChangeSearch } from '@brigade/contract/device/record/record.model.ts'
import type { DeviceKind } from '@brigade/contract/product/product.model.ts'
import { EventSearch } from '@brigade/contract/telemetry/event.model.ts'
import { DeviceLogSearch } from '@brigade/contract/telemetry/log.model.ts'
import { MessageSearch } from '@brigade/contract/telemetry/message.model.ts'
import { OnlineSearch } from '@brigade/contract/telemetry/online.model.ts'
import { telemetryCalls } from '@brigade/contract/telemetry/telemetry.endpoints.ts'
import type { z } from 'zod'
import { useList, type ListEndpoint } from '../../shell/use-list.ts'
import type { TablePage, TableSearch } from '../../ui/data-table/column.ts'
import type { DeviceTab } from '../view/device-address.ts'

/**
 * While the head of a device is read, the rows of the tab that the address names are read too: by the same query as the tab's own, which then
 * has them. They are shown with the device, because their words need its model.
 */
export function RowsAhead({ kind, tab }: { kind: DeviceKind; tab: DeviceTab }) {
  switch (tab) {
    case 'events':
      return <Ahead endpoint={telemetryCalls[kind].events} schema={EventSearch} name="device.events" />
    case 'messages':
      return <Ahead endpoint={telemetryCalls[kind].messages} schema={MessageSearch} name="device.messages" />
    case 'online':
      return <Ahead endpoint={telemetryCalls[kind].onlineLog} schema={OnlineSearch} name="device.online" />
    case 'commands':
      return <Ahead endpoint={commandCalls[kind].commands} schema={CommandSearch} name="device.commands" />
    case 'log':
      return <Ahead endpoint={telemetryCalls[kind].logs} schema={DeviceLogSearch} name="device.log" />
    case 'changes':
      return <Ahead endpoint={recordCalls[kind].changes} schema={ChangeSearch} name="device.changes" />
    case 'users':
      return <Ahead endpoint={recordCalls[kind].boundUsers} schema={BoundUserSearch} name="device.users" />
    default:
      return null
  }
}

type Props<T, P> = { endpoint: ListEndpoint<P>; schema: z.ZodType<T>; name: string }

function Ahead<T extends TableSearch, P extends TablePage<unknown>>({ endpoint, schema, name }: Props<T, P>) {
  useList(endpoint, schema, name, [])
  return null
}
