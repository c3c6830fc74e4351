import { firmwareApi } from '@brigade/contract/firmware/firmware.endpoints.ts'
import { FirmwareVersionSearch, type FirmwareVersionRow } from '@brigade/contract/firmware/firmware.model.ts'
import { firmwareLimits } from '@brigade/contract/firmware/limits.rules.ts'
import { useMemo } from 'react'
import { usePlatformCan } from '../../platform/can.ts'
import { useKept } from '../../platform/kept-work.ts'
import { useWords } from '../../platform/locale.ts'
import { useActButton } from '../../shell/acts/use-act.tsx'
import { useList } from '../../shell/use-list.ts'
import type { RowAction } from '../../ui/data-table/column.ts'
import { DataTable } from '../../ui/data-table/data-table.tsx'
import { ListPage } from '../../ui/list-page/list-page.tsx'
import { yesNo, type Filter } from '../../ui/search-form/filter.ts'
import { SearchForm } from '../../ui/search-form/search-form.tsx'
import { firmwareModelSource } from '../firmware-select.tsx'
import { firmwareText } from '../firmware.text.ts'
import { addVersion } from './version-act.ts'
import { useVersionActs, type VersionActs } from './use-version-acts.tsx'
import { useVersionColumns, type VersionsOf } from './version-columns.tsx'
import { VersionDetailSheet } from './version-detail.tsx'
import { VersionSheet, type EditingVersion } from './version-sheet.tsx'
import { versionText } from './version.text.ts'

type Props = { of: VersionsOf; id: string | undefined; onOpen: (id: string | undefined) => void }

/** The versions that are current, or those that were archived. */
export function VersionScreen({ of, id, onOpen }: Props) {
  const w = useWords(versionText)
  const isHistory = of === 'archived'
  const endpoint = isHistory ? firmwareApi.history : firmwareApi.versions
  const { form, table, search } = useList(endpoint, FirmwareVersionSearch, `firmware.version.${of}`, useFilters())
  const columns = useVersionColumns(of, onOpen)
  const [editing, setEditing] = useKept<EditingVersion | null>('firmware version sheet', null)
  const [acts, dialogs] = useVersionActs()
  const rowActions = useRowActions(acts, setEditing)
  const add = useActButton(isHistory ? null : addVersion, () =>
    setEditing({ version: null, modelId: search.modelId ?? null }),
  )
  return (
    <ListPage title={isHistory ? w.historyTitle : w.title} primary={add} filters={<SearchForm {...form} />}>
      <DataTable
        {...table}
        label={isHistory ? w.historyTitle : w.title}
        columns={columns}
        rowKey={(row) => row.id}
        rowName={(row) => `${row.model.name} ${row.number}`}
        rowActions={rowActions}
        empty={
          isHistory
            ? { title: w.emptyHistory, hint: w.emptyHistoryHint }
            : { title: w.emptyTitle, hint: add === null ? w.emptyHintReader : w.emptyHint, action: add }
        }
      />
      <VersionDetailSheet
        id={id}
        onClose={() => onOpen(undefined)}
        onEdit={(version) => setEditing({ version, modelId: null })}
        acts={acts}
      />
      <VersionSheet editing={editing} onClose={() => setEditing(null)} />
      {dialogs}
    </ListPage>
  )
}

function useFilters(): readonly Filter<keyof FirmwareVersionSearch>[] {
  const f = useWords(firmwareText)
  const w = useWords(versionText)
  return [
    { kind: 'text', name: 'keyword', label: w.keyword, maxLength: 60 },
    { kind: 'remote-select', name: 'modelId', label: f.model, placeholder: f.anyModel, source: firmwareModelSource },
    yesNo('enabled', { label: w.enabledFilter, any: w.anyStatus, yes: f.enabled, no: f.disabled }),
    { kind: 'date-range', from: 'startTime', to: 'endTime', label: w.uploadedSpan },
    { kind: 'text', name: 'module', label: w.module, placeholder: w.moduleHint, maxLength: firmwareLimits.module },
  ]
}

function useRowActions(
  acts: VersionActs,
  onEdit: (editing: EditingVersion) => void,
): (row: FirmwareVersionRow) => readonly RowAction[] {
  const f = useWords(firmwareText)
  const w = useWords(versionText)
  const can = usePlatformCan()
  return useMemo(() => {
    const held = (code: string, action: RowAction): readonly RowAction[] => (can(code) ? [action] : [])
    return (row) => [
      ...held('firmware-version:update', {
        key: 'edit',
        icon: 'pencil',
        label: f.edit,
        onClick: () => onEdit({ version: row, modelId: null }),
      }),
      ...held('firmware-version:set-enabled', {
        key: 'enabled',
        icon: row.enabled ? 'stop' : 'check',
        label: row.enabled ? w.disable : w.enable,
        danger: row.enabled,
        onClick: () => acts.ask(row.enabled ? 'disable' : 'enable', row),
      }),
      ...(row.archivedAt === null
        ? held('firmware-version:remove', {
            key: 'archive',
            icon: 'box',
            label: w.archive,
            onClick: () => acts.ask('archive', row),
          })
        : held('firmware-version:create', {
            key: 'restore',
            icon: 'rotate-back',
            label: w.restore,
            onClick: () => acts.ask('restore', row),
          })),
    ]
  }, [f, w, can, acts, onEdit])
}
