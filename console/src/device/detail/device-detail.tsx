import { deviceCalls } from '@brigade/contract/device/device.endpoints.ts'
import type { DeviceKind } from '@brigade/contract/product/product.model.ts'
import { thingModelApi } from '@brigade/contract/thing-model/thing-model.endpoints.ts'
import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { useLiveStale } from '../../platform/live.ts'
import { useWords } from '../../platform/locale.ts'
import { go } from '../../platform/navigate.ts'
import { ask } from '../../platform/query.ts'
import { usePageTitle } from '../../shell/page-title.ts'
import { UnsavedGuard } from '../../shell/unsaved-guard.tsx'
import { ErrorPanel } from '../../ui/page/error-panel.tsx'
import { Tabs } from '../../ui/page/tabs.tsx'
import { useCommands } from '../command/use-commands.ts'
import { useDraft } from '../command/use-draft.ts'
import { commandHash, detailHref, type DeviceTab } from '../device-address.ts'
import { CommandsTab } from '../tabs/commands-tab.tsx'
import { EventsTab } from '../tabs/events-tab.tsx'
import { HistoryTab } from '../tabs/history-tab.tsx'
import { MessagesTab } from '../tabs/messages-tab.tsx'
import { OnlineTab } from '../online/online-tab.tsx'
import { detailText } from './detail.text.ts'
import { DeviceHead } from './device-head.tsx'
import type { DeviceView } from './device-view.ts'
import css from './head.module.css'
import { Overview } from './overview.tsx'
import { useDeviceLive } from './use-device-live.ts'

type Props = { kind: DeviceKind; id: string; tab: DeviceTab }

/** One device, alive: head card, then the tab the address names. */
export function DeviceDetailScreen({ kind, id, tab }: Props) {
  const calls = deviceCalls[kind]
  const detail = useQuery(ask(calls.detail, { id }, { quiet: true }))
  const shadow = useQuery(ask(calls.shadow, { id }, { quiet: true }))
  const device = detail.data
  const version = device?.modelVersion ?? null
  const model = useQuery({
    ...ask(
      thingModelApi.published,
      { productId: device?.product.id ?? id, ...(version === null ? {} : { version }) },
      { quiet: true },
    ),
    enabled: device !== undefined && version !== null,
    staleTime: Number.POSITIVE_INFINITY,
  })
  const fresh = useDeviceLive(kind, id)
  // The forms of its commands are those of the model that is published, from the moment it is.
  useLiveStale(thingModelApi.live, {}, ({ products }) => device !== undefined && products.includes(device.product.id))
  usePageTitle(device === undefined ? null : device.name === '' ? device.sn : device.name)
  const held = model.data?.model ?? null
  const reported = shadow.data ?? null
  const view = useMemo(
    (): DeviceView | null => (device === undefined ? null : { kind, device, model: held, shadow: reported }),
    [kind, device, held, reported],
  )
  if (view !== null) return <Known key={id} view={view} fresh={fresh} tab={tab} />
  if (detail.error === null) return <div className={css.waiting} aria-busy="true" />
  return <ErrorPanel isScreen message={detail.error.message} onRetry={() => void detail.refetch()} />
}

function Known({ view, fresh, tab }: { view: DeviceView; fresh: ReadonlySet<string>; tab: DeviceTab }) {
  const { kind, device, model } = view
  const w = useWords(detailText)
  const commands = useCommands(kind, device.id)
  const draft = useDraft(model?.properties ?? [])
  const [asked, setAsked] = useState(0)
  const faults = useQuery(ask(deviceCalls[kind].events, { id: device.id, type: 'error' }, { quiet: true }))
  const openFaults = faults.data?.list.filter((event) => event.clearedAt === null).length
  const command = (): void => {
    if (tab === 'overview') setAsked(asked + 1)
    else go(detailHref(kind, device.id, 'overview', commandHash))
  }
  const tabs = [
    { key: 'overview', label: w.overview },
    { key: 'history', label: w.history },
    { key: 'commands', label: w.commands, count: commands.openCount === 0 ? undefined : commands.openCount },
    { key: 'messages', label: w.messages },
    { key: 'online', label: w.onlineLog },
    { key: 'events', label: w.faults, count: openFaults === 0 ? undefined : openFaults },
  ] as const
  return (
    <>
      <DeviceHead view={view} commands={commands} onCommand={command} />
      <Tabs
        label={w.tabs}
        current={tab}
        tabs={tabs.map((one) => ({ ...one, href: detailHref(kind, device.id, one.key) }))}
      />
      {tab === 'overview' ? (
        <Overview view={view} fresh={fresh} commands={commands} draft={draft} asked={asked} />
      ) : null}
      {tab === 'history' ? <HistoryTab view={view} /> : null}
      {tab === 'commands' ? <CommandsTab view={view} /> : null}
      {tab === 'messages' ? <MessagesTab view={view} /> : null}
      {tab === 'online' ? <OnlineTab view={view} /> : null}
      {tab === 'events' ? <EventsTab view={view} /> : null}
      <UnsavedGuard when={Object.keys(draft.draft).length > 0} />
    </>
  )
}
