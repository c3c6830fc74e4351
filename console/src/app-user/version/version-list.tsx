import { appTypeWords } from '@brigade/contract/app-user/app-type.text.ts'
import { appUserApi } from '@brigade/contract/app-user/app-user.endpoints.ts'
import type { AppVersionRow } from '@brigade/contract/app-user/app-user.model.ts'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useCan } from '../../platform/can.ts'
import { emptyValue, formatNumber, formatTime } from '../../platform/format.ts'
import { useKept } from '../../platform/kept-work.ts'
import { useLocale, useWords } from '../../platform/locale.ts'
import { ask } from '../../platform/query.ts'
import { Button } from '../../ui/button/button.tsx'
import type { Column } from '../../ui/data-table/column.ts'
import { PlainTable } from '../../ui/data-table/plain-table.tsx'
import { ListPage } from '../../ui/list-page/list-page.tsx'
import { EmptyPanel } from '../../ui/page/empty-panel.tsx'
import { ErrorPanel } from '../../ui/page/error-panel.tsx'
import { appUserText, appVersionText } from '../app-user.text.ts'
import { AppUserListTabs } from '../list/app-user-list-tabs.tsx'
import { VersionSheet, type EditingVersion } from './version-sheet.tsx'

/** Versions of the app by type, the newest first: who uses them, and when they were released. */
export function VersionList() {
  const w = useWords(appVersionText)
  const can = useCan()
  const { data, error, refetch } = useQuery(ask(appUserApi.versions, {}, { quiet: true }))
  const [editing, setEditing] = useKept<EditingVersion | null>('app version sheet', null)
  const maySave = can('app-user:version')
  const columns = useColumns(maySave ? (of) => setEditing({ of }) : undefined)
  const add = maySave ? (
    <Button look="primary" icon="plus" onClick={() => setEditing({ of: null })}>
      {w.add}
    </Button>
  ) : null
  return (
    <ListPage title={w.title} primary={add} totals={<AppUserListTabs current="versions" />} filters={null}>
      {data === undefined && error !== null ? (
        <ErrorPanel message={error.message} onRetry={() => void refetch()} />
      ) : (
        <PlainTable
          label={w.title}
          columns={columns}
          rows={data ?? []}
          rowKey={(row) => `${row.type} ${row.version}`}
          maxHeight={550}
          isOfPage
          empty={data === undefined ? undefined : <EmptyPanel icon="user" title={w.emptyTitle} hint={w.emptyHint} />}
        />
      )}
      <VersionSheet editing={editing} onClose={() => setEditing(null)} />
    </ListPage>
  )
}

function useColumns(onEdit: ((row: AppVersionRow) => void) | undefined): readonly Column<AppVersionRow>[] {
  const a = useWords(appUserText)
  const types = useWords(appTypeWords)
  const w = useWords(appVersionText)
  const locale = useLocale()
  return useMemo(() => {
    const time = (at: string | null) => (at === null ? emptyValue : <span className="time">{formatTime(at)}</span>)
    return [
      { key: 'type', title: a.app, width: 120, cell: (row) => types[row.type] },
      { key: 'version', title: a.version, width: 120, identifies: true, cell: (row) => row.version },
      { key: 'users', title: w.users, width: 132, align: 'end', cell: (row) => formatNumber(row.users) },
      { key: 'released', title: w.releasedOn, width: 120, cell: (row) => row.releasedOn ?? w.notEntered },
      { key: 'first', title: w.firstSeen, width: 156, dim: true, cell: (row) => time(row.firstSeenAt) },
      { key: 'last', title: w.lastSeen, width: 156, dim: true, cell: (row) => time(row.lastSeenAt) },
      {
        key: 'notes',
        title: w.notes,
        width: 220,
        cell: (row) => row.notes[locale] || row.notes[locale === 'en' ? 'zh' : 'en'] || emptyValue,
      },
      ...(onEdit === undefined
        ? []
        : [
            {
              key: 'edit',
              title: w.actions,
              width: 96,
              cell: (row: AppVersionRow) => (
                <Button
                  look="quiet"
                  aria-label={w.editOf({ version: `${types[row.type]} ${row.version}` })}
                  onClick={() => onEdit(row)}
                >
                  {w.edit}
                </Button>
              ),
            },
          ]),
    ]
  }, [a, types, w, locale, onEdit])
}
