import type { Opening } from '@brigade/contract/session/opening.model.ts'
import { sessionApi } from '@brigade/contract/session/session.endpoints.ts'
import { useQuery } from '@tanstack/react-query'
import { useCan } from '../platform/can.ts'
import { formatTime } from '../platform/format.ts'
import { useWords, type WordsOf } from '../platform/locale.ts'
import { ask, useSend } from '../platform/query.ts'
import { toastDone } from '../platform/toast.ts'
import type { Column } from '../ui/data-table/column.ts'
import { PlainTable } from '../ui/data-table/plain-table.tsx'
import { Dialog } from '../ui/dialog/dialog.tsx'
import { Switch } from '../ui/field/checkbox.tsx'
import { Box, Text } from '../ui/layout/layout.tsx'
import { ErrorPanel } from '../ui/page/error-panel.tsx'
import css from './sign-in-dialog.module.css'
import { openingsText } from './own-account.text.ts'

/** The dialog lists who from a parent organisation opened this console, when and why, and controls whether anybody may. */
export function OwnOpenings({ onClose }: { onClose: () => void }) {
  const w = useWords(openingsText)
  const can = useCan()
  const { data, error, refetch } = useQuery(ask(sessionApi.openings, {}, { quiet: true }))
  const { mutate, isPending } = useSend(sessionApi.refuseOpening)
  const refuse = (isRefused: boolean): void =>
    mutate({ isRefused }, { onSuccess: () => toastDone(isRefused ? w.nowRefused : w.nowAllowed) })
  return (
    <Dialog title={w.title} isOpen onClose={onClose} width={760}>
      <Text.p tone="ink-3" marginBottom="16">
        {w.body}
      </Text.p>
      {data === undefined ? null : (
        <Text.p tone="ink-3" marginBottom="16">
          <Switch
            checked={!data.isRefused}
            disabled={isPending || !can('account:update')}
            onChange={(is) => refuse(!is)}
          >
            {w.allow}
          </Switch>
        </Text.p>
      )}
      <Box paddingBottom="16" className={css.wide}>
        {data === undefined && error !== null ? (
          <ErrorPanel message={error.message} onRetry={() => void refetch()} />
        ) : (
          <PlainTable
            label={w.title}
            columns={openingColumns(w)}
            rows={data?.list ?? []}
            rowKey={({ id }) => id}
            maxHeight={420}
            empty={data === undefined ? undefined : w.none}
          />
        )}
      </Box>
    </Dialog>
  )
}

const openingColumns = (w: WordsOf<typeof openingsText>): Column<Opening>[] => [
  {
    key: 'openedAt',
    title: w.openedAt,
    width: 176,
    cell: ({ openedAt }) => <span className="time">{formatTime(openedAt)}</span>,
  },
  { key: 'by', title: w.by, width: 160, cell: ({ by }) => by?.name ?? '' },
  { key: 'reason', title: w.reason, cell: ({ reason }) => reason },
  {
    key: 'endedAt',
    title: w.endedAt,
    width: 176,
    dim: true,
    cell: ({ endedAt }) => (endedAt === null ? w.stillOpen : <span className="time">{formatTime(endedAt)}</span>),
  },
]
