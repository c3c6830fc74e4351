import { firmwareApi } from '@brigade/contract/firmware/firmware.endpoints.ts'
import { FirmwareModelSearch, firmwareTypes, type FirmwareModelRow } from '@brigade/contract/firmware/firmware.model.ts'
import { firmwareTypeWords } from '@brigade/contract/firmware/upgrade-words.ts'
import { useMemo, useState, type ReactNode } from 'react'
import { useCan, usePlatformCan } from '../../platform/can.ts'
import { useKept } from '../../platform/kept-work.ts'
import { useLocale, useWords } from '../../platform/locale.ts'
import { useList } from '../../shell/use-list.ts'
import { useSend } from '../../platform/query.ts'
import { toastDone } from '../../platform/toast.ts'
import { Button } from '../../ui/button/button.tsx'
import type { RowAction } from '../../ui/data-table/column.ts'
import { DataTable } from '../../ui/data-table/data-table.tsx'
import { ConfirmAction } from '../../ui/dialog/confirm-action.tsx'
import { ListPage } from '../../ui/list-page/list-page.tsx'
import { Tabs } from '../../ui/page/tabs.tsx'
import type { Filter } from '../../ui/search-form/filter.ts'
import { SearchForm } from '../../ui/search-form/search-form.tsx'
import { FirmwareDeviceList } from './firmware-device-list.tsx'
import { modelTabHref, modelTabs, versionsOfModelHref, type ModelTab } from '../firmware-address.ts'
import { firmwareText } from '../firmware.text.ts'
import { FiguresStrip } from './figures-strip.tsx'
import { useModelColumns } from './model-columns.tsx'
import { ModelDetailSheet } from './model-detail.tsx'
import { ModelSheet, type EditingModel } from './model-sheet.tsx'
import { modelText } from './model.text.ts'

type Opening = { id: string | undefined; onOpen: (id: string | undefined) => void }

/**
 * The screen of firmware models: their product models, the figures of the fleet, and the reported versions of each
 * device.
 */
export function ModelScreen({ tab, id, onOpen }: Opening & { tab: ModelTab }) {
  const w = useWords(modelText)
  const can = usePlatformCan()
  const may = useCan()
  const [editing, setEditing] = useKept<EditingModel | null>('firmware model sheet', null)
  const add = can('firmware-model:create') ? (
    <Button look="primary" icon="plus" onClick={() => setEditing({ model: null })}>
      {w.add}
    </Button>
  ) : null
  const tabs = modelTabs.map((key) => ({ key, label: w[`tab-${key}`], href: modelTabHref(key) }))
  const hasDevices = may('firmware-version:view')
  return (
    <ListPage
      title={w.title}
      primary={tab === 'models' ? add : null}
      totals={<FiguresStrip />}
      filters={hasDevices ? <Tabs label={w.tabs} current={tab} tabs={tabs} /> : null}
    >
      {tab === 'devices' && hasDevices ? (
        <FirmwareDeviceList />
      ) : (
        <ModelList id={id} onOpen={onOpen} onEdit={setEditing} add={add} />
      )}
      <ModelSheet editing={editing} onClose={() => setEditing(null)} />
    </ListPage>
  )
}

type ListProps = Opening & { onEdit: (editing: EditingModel) => void; add: ReactNode }

function ModelList({ id, onOpen, onEdit, add }: ListProps) {
  const w = useWords(modelText)
  const { form, table } = useList(firmwareApi.models, FirmwareModelSearch, 'firmware.model', useFilters())
  const columns = useModelColumns(onOpen)
  const [removing, setRemoving] = useState<FirmwareModelRow | null>(null)
  const rowActions = useRowActions(onEdit, setRemoving)
  return (
    <>
      <SearchForm {...form} />
      <DataTable
        {...table}
        label={w.title}
        columns={columns}
        rowKey={(row) => row.id}
        rowName={(row) => row.name}
        rowActions={rowActions}
        empty={{ title: w.emptyTitle, hint: add === null ? w.emptyHintReader : w.emptyHint, action: add }}
      />
      <ModelDetailSheet id={id} onClose={() => onOpen(undefined)} onEdit={(model) => onEdit({ model })} />
      <Removal model={removing} onClose={() => setRemoving(null)} />
    </>
  )
}

function useFilters(): readonly Filter<keyof FirmwareModelSearch>[] {
  const f = useWords(firmwareText)
  const w = useWords(modelText)
  const locale = useLocale()
  return [
    { kind: 'text', name: 'keyword', label: w.keyword, maxLength: 60 },
    {
      kind: 'select',
      name: 'type',
      label: f.type,
      placeholder: f.anyType,
      options: firmwareTypes.map((type) => ({ value: type, label: firmwareTypeWords[type][locale] })),
    },
  ]
}

function useRowActions(
  onEdit: (editing: EditingModel) => void,
  onRemove: (model: FirmwareModelRow) => void,
): (row: FirmwareModelRow) => readonly RowAction[] {
  const f = useWords(firmwareText)
  const w = useWords(modelText)
  const may = useCan()
  const can = usePlatformCan()
  return useMemo(
    () => (row) => [
      ...(may('firmware-version:view')
        ? [{ key: 'versions', icon: 'table' as const, label: w.versions, href: versionsOfModelHref(row.id) }]
        : []),
      ...(can('firmware-model:update')
        ? [{ key: 'edit', icon: 'pencil' as const, label: f.edit, onClick: () => onEdit({ model: row }) }]
        : []),
      ...(can('firmware-model:remove')
        ? [
            {
              key: 'remove',
              icon: 'trash' as const,
              label: f.remove,
              danger: true,
              disabledReason: row.inUse ? w.inUse : undefined,
              onClick: () => onRemove(row),
            },
          ]
        : []),
    ],
    [f, w, may, can, onEdit, onRemove],
  )
}

function Removal({ model, onClose }: { model: FirmwareModelRow | null; onClose: () => void }) {
  const f = useWords(firmwareText)
  const w = useWords(modelText)
  const remove = useSend(firmwareApi.removeModel, { quiet: true })
  const named = { name: model?.name ?? '' }
  return (
    <ConfirmAction
      title={w.removeTitle(named)}
      isOpen={model !== null}
      onClose={onClose}
      confirmLabel={f.remove}
      danger
      onConfirm={async () => {
        if (model === null) return
        await remove.mutateAsync({ id: model.id })
        toastDone(w.removed(named))
      }}
    >
      {w.removeBody}
    </ConfirmAction>
  )
}
