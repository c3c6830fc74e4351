import { deviceCalls } from '@brigade/contract/device/list/list.endpoints.ts'
import { telemetryCalls } from '@brigade/contract/telemetry/telemetry.endpoints.ts'
import type { DeviceKind } from '@brigade/contract/product/product.model.ts'
import { thingModelApi } from '@brigade/contract/thing-model/thing-model.endpoints.ts'
import { useQuery } from '@tanstack/react-query'
import { useMemo, useState, type ReactNode } from 'react'
import { useLiveStale } from '../../platform/live.ts'
import { go } from '../../platform/navigate.ts'
import { useRecent } from '../../platform/habits/recent.ts'
import { ask } from '../../platform/query.ts'
import { usePageTitle } from '../../shell/page-title.ts'
import { UnsavedGuard } from '../../shell/unsaved-guard.tsx'
import { ErrorPanel } from '../../ui/page/error-panel.tsx'
import { useCommands } from '../../command/use-commands.ts'
import { useCommandDrawer, useIsDrawer } from '../../command/use-command-drawer.tsx'
import { useCommandForm } from '../../command/use-command-form.ts'
import { TemperatureTab } from '../../cold-chain/temperature-tab.tsx'
import { commandHash, listPath, stockPath, type DeviceTab } from '../view/device-address.ts'
import { CommandsTab } from '../../command/ledger/commands-tab.tsx'
import { DeviceFaultsTab } from '../../fault/list/device-faults-tab.tsx'
import { DeviceFirmwarePanel } from '../../firmware/device/device-firmware-panel.tsx'
import { DeviceRecipesTab } from '../../recipe/oven/device-recipes-tab.tsx'
import { EventsTab } from '../../telemetry/event/events-tab.tsx'
import { SubDevicesTab } from '../topology/sub-devices-tab.tsx'
import { HistoryTab } from '../../telemetry/history/history-tab.tsx'
import { OnlineTab } from '../../telemetry/online/online-tab.tsx'
import { ChangesTab } from '../record/tab/changes-tab.tsx'
import { DetailsTab } from '../record/tab/details-tab.tsx'
import { DeviceLogTab } from '../../telemetry/log/device-log-tab.tsx'
import { FirmwareTab } from '../record/tab/firmware-tab.tsx'
import { UsersTab } from '../record/tab/users-tab.tsx'
import { useDeviceActions } from '../record/use-device-actions.tsx'
import { LiveTab } from '../../telemetry/message/live-tab.tsx'
import { MessagesTab } from '../../telemetry/message/messages-tab.tsx'
import { Box } from '../../ui/layout/layout.tsx'
import { DetailTabs } from './detail-tabs.tsx'
import { HeadBones } from '../../ui/page/head-card.tsx'
import { RowsAhead } from './rows-ahead.tsx'
import { DeviceHead } from './device-head.tsx'
import type { DeviceView } from '../view/device-view.ts'
import { OverviewTab } from './overview-tab.tsx'
import { useDeviceModel } from '../view/use-device-model.ts'
import { useDeviceLive } from './use-device-live.ts'

type Props = { kind: DeviceKind; id: string; tab: DeviceTab }

/** One device, alive: head card, then the tab the address names. */
export function DeviceDetailScreen({ kind, id, tab }: Props) {
  const detail = useQuery(ask(deviceCalls[kind].detail, { id }, { quiet: true }))
  const shadow = useQuery(ask(telemetryCalls[kind].shadow, { id }, { quiet: true }))
  const device = detail.data
  const fresh = useDeviceLive(kind, id)
  // The forms of its commands are those of the model that is published, from the moment it is.
  useLiveStale(thingModelApi.live, {}, ({ products }) => device !== undefined && products.includes(device.product.id))
  usePageTitle(
    device === undefined ? null : device.name === '' ? device.sn : device.name,
    device?.installed === false ? { name: null, href: stockPath[kind] } : undefined,
  )
  useRecent(kind, device?.id)
  const held = useDeviceModel(device)
  const reported = shadow.data ?? null
  const view = useMemo(
    (): DeviceView | null => (device === undefined ? null : { kind, device, model: held, shadow: reported }),
    [kind, device, held, reported],
  )
  if (view !== null) return <Known key={id} view={view} fresh={fresh} tab={tab} />
  if (detail.error === null) return <Coming kind={kind} id={id} tab={tab} />
  return <ErrorPanel isScreen message={detail.error.message} onRetry={() => void detail.refetch()} />
}

/** Before the device is known: its tabs, and what the named one shows without it. */
function Coming({ kind, id, tab }: Props) {
  const parts: Readonly<Partial<Record<DeviceTab, () => ReactNode>>> = {
    faults: () => <DeviceFaultsTab key={id} kind={kind} deviceId={id} of="faults" />,
    alarms: () => <DeviceFaultsTab key={id} kind={kind} deviceId={id} of="alarms" />,
  }
  return (
    <>
      <HeadBones figures={5} isPictured />
      <DetailTabs kind={kind} id={id} view={null} tab={tab} openCommands={0} openFaults={undefined} />
      {parts[tab]?.() ?? (
        <Box minHeight="480" aria-busy="true">
          <RowsAhead kind={kind} tab={tab} />
        </Box>
      )}
    </>
  )
}

function Known({ view, fresh, tab }: { view: DeviceView; fresh: ReadonlySet<string>; tab: DeviceTab }) {
  const { kind, device, model } = view
  const commands = useCommands(kind, device.id)
  const [actions, dialogs] = useDeviceActions(kind, () => go(listPath[kind]))
  const form = useCommandForm(model, 'command')
  const isNarrow = useIsDrawer()
  const isAsked = tab === 'overview' && location.hash === commandHash
  const [commandRequests, setCommandRequests] = useState(isAsked && !isNarrow ? 1 : 0)
  const [openDrawer, drawer] = useCommandDrawer({ view, commands, form, isOpenFirst: isAsked && isNarrow })
  const faults = useQuery(ask(telemetryCalls[kind].events, { id: device.id, open: true }, { quiet: true }))
  const openFaults = faults.data?.total
  const command = (): void => {
    if (tab === 'overview' && !isNarrow) setCommandRequests(commandRequests + 1)
    else openDrawer(null)
  }
  const parts: Readonly<Record<DeviceTab, () => ReactNode>> = {
    overview: () => (
      <OverviewTab
        view={view}
        fresh={fresh}
        commands={commands}
        form={form}
        isNarrow={isNarrow}
        commandRequests={commandRequests}
        onDrawer={openDrawer}
      />
    ),
    // An oven has no such tab; an address that names it shows its history.
    temperature: () => (kind === 'cooler' ? <TemperatureTab view={view} /> : <HistoryTab view={view} />),
    history: () => <HistoryTab view={view} />,
    // A refrigerator has no such tab.
    recipes: () =>
      kind === 'oven' ? (
        <DeviceRecipesTab key={device.id} deviceId={device.id} sn={device.sn} />
      ) : (
        <HistoryTab view={view} />
      ),
    commands: () => <CommandsTab view={view} />,
    messages: () => <MessagesTab view={view} />,
    live: () => <LiveTab view={view} />,
    online: () => <OnlineTab view={view} />,
    faults: () => <DeviceFaultsTab key={device.id} kind={kind} deviceId={device.id} of="faults" />,
    alarms: () => <DeviceFaultsTab key={device.id} kind={kind} deviceId={device.id} of="alarms" />,
    events: () => <EventsTab view={view} />,
    subs: () => <SubDevicesTab view={view} />,
    details: () => <DetailsTab view={view} actions={actions} />,
    users: () => <UsersTab view={view} actions={actions} />,
    changes: () => <ChangesTab view={view} />,
    firmware: () => (
      <>
        <DeviceFirmwarePanel key={device.id} deviceId={device.id} />
        <FirmwareTab view={view} />
      </>
    ),
    log: () => <DeviceLogTab view={view} />,
  }
  return (
    <>
      <DeviceHead view={view} commands={commands} actions={actions} onCommand={command} />
      <DetailTabs
        kind={kind}
        id={device.id}
        view={view}
        tab={tab}
        openCommands={commands.openCount}
        openFaults={openFaults}
      />
      {parts[tab]()}
      {dialogs}
      {drawer}
      <UnsavedGuard when={form.isDirty} />
    </>
  )
}
