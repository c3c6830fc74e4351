import { wallApi } from '@brigade/contract/statistics/wall/wall.endpoints.ts'
import { WallLinkSearch, type WallLinkRow } from '@brigade/contract/statistics/wall/wall.model.ts'
import { useMemo, useState } from 'react'
import { formatTime, orDash } from '../../../platform/format.ts'
import { useKept } from '../../../platform/kept-work.ts'
import { languageNames, useWords } from '../../../platform/locale.ts'
import { useSend } from '../../../platform/query.ts'
import { toastDone } from '../../../platform/toast.ts'
import { useList } from '../../../shell/use-list.ts'
import { Button } from '../../../ui/button/button.tsx'
import type { Column, RowAction } from '../../../ui/data-table/column.ts'
import { DataTable } from '../../../ui/data-table/data-table.tsx'
import { ConfirmAction } from '../../../ui/dialog/confirm-action.tsx'
import { StateBadge } from '../../../ui/icon/state-shape.tsx'
import { Row } from '../../../ui/layout/layout.tsx'
import { WithListSheet } from '../../../ui/list-page/list-sheet.tsx'
import { SearchForm } from '../../../ui/search-form/search-form.tsx'
import { LinkSheet, MadeLink, type EditingLink, type Made } from './link-sheet.tsx'
import { settingText } from './setting.text.ts'

type Own = Readonly<{ id: string; name: string }> | undefined

/** Links that show the wall of an organisation to their holders. */
export function LinkList({ own }: { own: Own }) {
  const w = useWords(settingText)
  const filters = [
    { kind: 'text', name: 'keyword', label: w.keyword, maxLength: 60 },
    {
      kind: 'select',
      name: 'isOver',
      label: w.state,
      options: [
        { value: 'false', label: w.onlyValid },
        { value: 'true', label: w.onlyOver },
      ],
    },
  ] as const
  const { form, table } = useList(wallApi.links, WallLinkSearch, 'wall.link', filters)
  const [editing, setEditing] = useKept<EditingLink | null>('wall link sheet', null)
  const [made, setMade] = useState<Made | null>(null)
  const [revoking, setRevoking] = useState<WallLinkRow | null>(null)
  const { mutateAsync: revoke } = useSend(wallApi.revokeLink, { quiet: true })
  const columns = useColumns()
  const add = (
    <Button look="primary" icon="plus" onClick={() => setEditing({ of: null })}>
      {w.add}
    </Button>
  )
  const rowActions = (row: WallLinkRow): readonly RowAction[] => {
    const disabledReason = row.endedAt === null ? undefined : w.isOver
    return [
      { key: 'edit', icon: 'pencil', label: w.edit, disabledReason, onClick: () => setEditing({ of: row }) },
      { key: 'revoke', icon: 'unlink', label: w.revoke, danger: true, disabledReason, onClick: () => setRevoking(row) },
    ]
  }
  return (
    <WithListSheet>
      <Row padding="12 16 0" justify="end">
        {add}
      </Row>
      <SearchForm {...form} />
      <DataTable
        {...table}
        label={w.listOfLinks}
        columns={columns}
        rowKey={(row) => row.id}
        rowName={(row) => row.name}
        rowActions={rowActions}
        empty={{ title: w.empty, hint: w.emptyHint, action: add }}
      />
      <LinkSheet own={own} editing={editing} onClose={() => setEditing(null)} onMade={setMade} />
      <MadeLink made={made} onClose={() => setMade(null)} />
      <ConfirmAction
        title={w.revokeTitle({ name: revoking?.name ?? '' })}
        isOpen={revoking !== null}
        onClose={() => setRevoking(null)}
        confirmLabel={w.revoke}
        danger
        onConfirm={async () => {
          if (revoking === null) return
          await revoke({ id: revoking.id })
          toastDone(w.revoked)
        }}
      >
        {w.revokeBody}
      </ConfirmAction>
    </WithListSheet>
  )
}

function useColumns(): readonly Column<WallLinkRow>[] {
  const w = useWords(settingText)
  return useMemo(
    () => [
      { key: 'name', title: w.name, width: 152, identifies: true, cell: (row) => row.name },
      {
        key: 'state',
        title: w.state,
        width: 160,
        cell: ({ endedBecause }) =>
          endedBecause === null ? (
            <StateBadge shape="enabled" word={w.valid} />
          ) : (
            <StateBadge shape="disabled" word={w[`over-${endedBecause}`]} />
          ),
      },
      { key: 'organisation', title: w.organisation, width: 150, cell: ({ organisation }) => organisation.name },
      { key: 'language', title: w.language, width: 92, isExtra: true, cell: ({ locale }) => languageNames[locale] },
      {
        key: 'lastUsedAt',
        title: w.lastUsed,
        width: 168,
        sortable: true,
        cell: ({ lastUsedAt }) =>
          lastUsedAt === null ? w.never : <span className="time">{formatTime(lastUsedAt)}</span>,
      },
      { key: 'address', title: w.address, width: 120, dim: true, cell: ({ lastAddress }) => orDash(lastAddress) },
      {
        key: 'creator',
        title: w.creator,
        width: 120,
        cell: ({ creator }) => (creator.isGone ? w.gone({ name: creator.name }) : creator.name),
      },
      {
        key: 'createdAt',
        title: w.createdAt,
        width: 168,
        sortable: true,
        dim: true,
        cell: ({ createdAt }) => <span className="time">{formatTime(createdAt)}</span>,
      },
      {
        key: 'hidden',
        title: w.hidden,
        width: 120,
        isExtra: true,
        cell: ({ hidesCustomers }) => (hidesCustomers ? w.yes : w.no),
      },
    ],
    [w],
  )
}
