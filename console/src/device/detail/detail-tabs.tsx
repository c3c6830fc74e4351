import css from './sub-tabs.module.css'
import { Row, Text } from '../../ui/layout/layout.tsx'
import { signalIdentifiers } from '@brigade/contract/cold-chain/excursion.rules.ts'
import { recipeFunctions } from '@brigade/contract/thing-model/ready-made/recipe-module.ts'
import { findService } from '@brigade/contract/thing-model/thing-model.rules.ts'
import type { DeviceKind } from '@brigade/contract/product/product.model.ts'
import { useCan } from '../../platform/can.ts'
import { useWords } from '../../platform/locale.ts'
import { type Tab, Tabs } from '../../ui/page/tabs.tsx'
import { detailHref, type DeviceTab } from '../view/device-address.ts'
import { detailText } from '../view/detail.text.ts'
import { propertyOf, type DeviceView } from '../view/device-view.ts'

type Part = { key: DeviceTab; label: string }
type Group = { label: string; count?: number | undefined; parts: readonly [Part, ...Part[]] }

type Props = {
  kind: DeviceKind
  id: string
  /** Null while the device is read: then all that its kind may have. */
  view: DeviceView | null
  tab: DeviceTab
  openCommands: number
  openFaults: number | undefined
}

/** The tabs are grouped to fit a narrow screen; a group with several tabs has a second row. */
export function DetailTabs({ kind, id, view, tab, openCommands, openFaults }: Props) {
  const device = view?.device
  const model = view?.model ?? null
  // A modem has the kind of the device behind it, but has no cabinet.
  const measures = model === null || propertyOf({ model }, signalIdentifiers.temperature) !== undefined
  // A modem neither cooks nor keeps.
  const cooks =
    model === null || ['StartProgram', recipeFunctions.save].some((each) => findService(model, each) !== undefined)
  const w = useWords(detailText)
  const can = useCan()
  const groups: readonly Group[] = [
    { label: w.overview, parts: [{ key: 'overview', label: w.overview }] },
    ...(kind === 'cooler' && measures
      ? [{ label: w.temperature, parts: [{ key: 'temperature', label: w.temperature }] } as const]
      : []),
    ...(kind === 'oven' && cooks && can('recipe:view')
      ? [{ label: w.recipes, parts: [{ key: 'recipes', label: w.recipes }] } as const]
      : []),
    { label: w.history, parts: [{ key: 'history', label: w.history }] },
    {
      label: w.commands,
      count: openCommands === 0 ? undefined : openCommands,
      parts: [{ key: 'commands', label: w.commands }],
    },
    {
      label: w.messages,
      parts: [
        { key: 'messages', label: w.trace },
        { key: 'live', label: w.live },
      ],
    },
    { label: w.onlineLog, parts: [{ key: 'online', label: w.onlineLog }] },
    {
      label: w.faults,
      count: openFaults === 0 ? undefined : openFaults,
      parts: can('fault:view')
        ? [
            { key: 'faults', label: w.faultRecords },
            { key: 'alarms', label: w.alarmRecords },
            { key: 'events', label: w.events },
          ]
        : [{ key: 'events', label: w.faults }],
    },
    ...(device?.nodeType === 'gateway'
      ? [{ label: w.subs, count: device.subDevices, parts: [{ key: 'subs', label: w.subs }] } as const]
      : []),
    {
      label: w.record,
      parts: [
        { key: 'details', label: w.details },
        { key: 'users', label: w.users },
        { key: 'firmware', label: w.firmware },
        { key: 'log', label: w.log },
        { key: 'changes', label: w.changes },
      ],
    },
  ]
  const current = groups.find(({ parts }) => parts.some(({ key }) => key === tab))
  const hrefOf = (key: DeviceTab): string => detailHref(kind, id, key)
  return (
    <>
      <Tabs
        label={w.tabs}
        current={current?.parts[0].key ?? ''}
        tabs={groups.map(({ label, count, parts: [first] }) => ({
          key: first.key,
          label,
          count,
          href: hrefOf(first.key),
        }))}
      />
      {current === undefined || current.parts.length === 1 ? null : (
        <SubTabs
          label={current.label}
          current={tab}
          tabs={current.parts.map((part) => ({ ...part, href: hrefOf(part.key) }))}
        />
      )}
    </>
  )
}

/** The parts of a tab, side by side: links too, so that each has an address. */
function SubTabs({ label, tabs, current }: { label: string; tabs: readonly Tab[]; current: string }) {
  return (
    <Row.nav gap="4" padding="12 gutter 0" className={css.parts} aria-label={label}>
      {tabs.map((tab) => (
        <Text.a
          key={tab.key}
          padding="0 12"
          radius="s"
          tone="ink-3"
          size="s"
          line="28"
          weight="500"
          nowrap
          href={tab.href}
          aria-current={tab.key === current ? 'page' : undefined}
        >
          {tab.label}
        </Text.a>
      ))}
    </Row.nav>
  )
}
