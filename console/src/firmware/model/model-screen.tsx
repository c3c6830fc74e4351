import type { FirmwareModelRow } from '@brigade/contract/firmware/firmware.model.ts'
import { useCallback, useMemo } from 'react'
import { useCan } from '../../platform/can.ts'
import { useWords } from '../../platform/locale.ts'
import { EntityList } from '../../shell/entity/entity-list.tsx'
import type { OwnActions } from '../../shell/entity/use-entity.tsx'
import { ListPage } from '../../ui/list-page/list-page.tsx'
import { Tabs } from '../../ui/page/tabs.tsx'
import { modelTabHref, modelTabs, versionsOfModelHref, type ModelTab } from '../firmware-address.ts'
import { FiguresStrip } from './figures-strip.tsx'
import { FirmwareDeviceList } from './firmware-device-list.tsx'
import { ModelDetailSheet } from './model-detail.tsx'
import { firmwareModelEntity } from './model-entity.tsx'
import { modelText } from './model.text.ts'

type Opening = { id: string | undefined; onOpen: (id: string | undefined) => void }

/**
 * The screen of firmware models: their product models, the figures of the fleet, and the reported versions of each
 * device.
 */
export function ModelScreen({ tab, id, onOpen }: Opening & { tab: ModelTab }) {
  const w = useWords(modelText)
  const hasDevices = useCan()('firmware-version:view')
  const of = useMemo(() => firmwareModelEntity(onOpen), [onOpen])
  const rowActions = useCallback(
    (row: FirmwareModelRow, { edit, remove }: OwnActions) => [
      ...(hasDevices
        ? [{ key: 'versions', icon: 'table' as const, label: w.versions, href: versionsOfModelHref(row.id) }]
        : []),
      ...edit,
      ...remove,
    ],
    [hasDevices, w],
  )
  const tabs = hasDevices ? (
    <Tabs
      label={w.tabs}
      current={tab}
      tabs={modelTabs.map((key) => ({ key, label: w[`tab-${key}`], href: modelTabHref(key) }))}
    />
  ) : null
  if (tab === 'devices' && hasDevices)
    return (
      <ListPage title={w.title} totals={<FiguresStrip />} filters={tabs}>
        <FirmwareDeviceList />
      </ListPage>
    )
  return (
    <EntityList
      of={of}
      totals={() => <FiguresStrip />}
      tabs={tabs}
      rowActions={rowActions}
      beside={(edit) => <ModelDetailSheet id={id} onClose={() => onOpen(undefined)} onEdit={edit} />}
    />
  )
}
