import { containsTyped } from '@brigade/contract/letters/folded.ts'
import { roleApi } from '@brigade/contract/system/role/role.endpoints.ts'
import type { RowReason } from '@brigade/contract/system/role/role.model.ts'
import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { useLocale, useWords } from '../../../platform/locale.ts'
import { ask } from '../../../platform/query.ts'
import type { Column } from '../../../ui/data-table/column.ts'
import { PlainTable } from '../../../ui/data-table/plain-table.tsx'
import { SelectField } from '../../../ui/field/select-field.tsx'
import { TextField } from '../../../ui/field/text-field.tsx'
import { StateBadge } from '../../../ui/icon/state-shape.tsx'
import { EmptyPanel } from '../../../ui/page/empty-panel.tsx'
import { ErrorPanel } from '../../../ui/page/error-panel.tsx'
import { Panel } from '../../../ui/page/panel.tsx'
import css from '../account.module.css'
import { permissionsText } from './permissions.text.ts'

const wanted = ['lacking', 'held', 'all'] as const
type Wanted = (typeof wanted)[number]

/** The table lists every permission of the product with the reason that the account has or lacks it. */
export function AccountPermissions({ accountId }: { accountId: string }) {
  const w = useWords(permissionsText)
  const [shown, setShown] = useState<Wanted>('lacking')
  const [typed, setTyped] = useState('')
  const { data, error, refetch } = useQuery(ask(roleApi.explain, { accountId }, { quiet: true }))
  const columns = useColumns()
  const rows = (data ?? []).filter((row) => isShown(row, shown) && isFound(row, typed))
  return (
    <Panel title={w.title}>
      <div className={css.find}>
        <SelectField
          label={w.show}
          options={wanted.map((value) => ({ value, label: w[value] }))}
          value={shown}
          onChange={(value) => setShown(wanted.find((one) => one === value) ?? 'lacking')}
        />
        <TextField
          label={w.find}
          placeholder={w.hint}
          maxLength={60}
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
      </div>
      {data === undefined && error !== null ? (
        <ErrorPanel message={error.message} onRetry={() => void refetch()} />
      ) : (
        <PlainTable
          label={w.title}
          columns={columns}
          rows={rows}
          rowKey={(row) => row.menuId}
          maxHeight={420}
          empty={data === undefined ? undefined : <EmptyPanel icon="key" title={w.noneTitle} hint={w.noneHint} />}
        />
      )}
    </Panel>
  )
}

const isShown = ({ reason }: RowReason, shown: Wanted) => shown === 'all' || (reason === 'held') === (shown === 'held')

function isFound({ name, enName, operationCode, above }: RowReason, typed: string): boolean {
  const texts = [operationCode, name, enName, ...above.flatMap((row) => [row.name, row.enName])]
  return containsTyped(texts, typed)
}

function useColumns(): readonly Column<RowReason>[] {
  const w = useWords(permissionsText)
  const locale = useLocale()
  return useMemo(() => {
    const nameOf = (row: { name: string; enName: string }) => (locale === 'zh' ? row.name : row.enName)
    return [
      { key: 'row', title: w.row, width: 180, cell: nameOf },
      { key: 'place', title: w.place, width: 220, dim: true, cell: (row) => row.above.map(nameOf).join(' / ') },
      {
        key: 'code',
        title: w.code,
        width: 200,
        dim: true,
        cell: (row) => <span className="mono">{row.operationCode}</span>,
      },
      {
        key: 'why',
        title: w.why,
        width: 220,
        cell: ({ reason }) => (
          <StateBadge shape={reason === 'held' ? 'enabled' : 'disabled'} word={w[`why-${reason}`]} />
        ),
      },
    ]
  }, [w, locale])
}
