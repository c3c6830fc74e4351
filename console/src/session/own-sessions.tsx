import { sessionApi } from '@brigade/contract/session/session.endpoints.ts'
import type { OwnSession } from '@brigade/contract/session/session.model.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useWords, type WordsOf } from '../platform/locale.ts'
import { ask, useSend } from '../platform/query.ts'
import { toastDone } from '../platform/toast.ts'
import { Button } from '../ui/button/button.tsx'
import type { Column } from '../ui/data-table/column.ts'
import { PlainTable } from '../ui/data-table/plain-table.tsx'
import { ConfirmAction } from '../ui/dialog/confirm-action.tsx'
import { Dialog } from '../ui/dialog/dialog.tsx'
import { Box, Text } from '../ui/layout/layout.tsx'
import { ErrorPanel } from '../ui/page/error-panel.tsx'
import { useBrowserName, useSessionColumns } from './browser-badge.tsx'
import css from './sign-in-dialog.module.css'
import { sessionsText } from './own-account.text.ts'

/** The person's own sessions. Each can be ended except this one, which signing out ends. */
export function OwnSessions({ onClose }: { onClose: () => void }) {
  const w = useWords(sessionsText)
  const { data, error, refetch } = useQuery(ask(sessionApi.sessions, {}, { quiet: true }))
  const revoke = useSend(sessionApi.revokeSession, { quiet: true })
  const [ending, setEnding] = useState<OwnSession | null>(null)
  const nameOf = useBrowserName()
  const columns = [...useSessionColumns<OwnSession>(), endColumn(w, setEnding)]
  const end = async (): Promise<void> => {
    if (ending === null) return
    await revoke.mutateAsync({ id: ending.id })
    toastDone(w.ended)
  }
  return (
    <>
      <Dialog title={w.title} isOpen onClose={onClose} width={760}>
        <Text.p tone="ink-3" marginBottom="16">
          {w.body}
        </Text.p>
        <Box paddingBottom="16" className={css.wide}>
          {data === undefined && error !== null ? (
            <ErrorPanel message={error.message} onRetry={() => void refetch()} />
          ) : (
            <PlainTable
              label={w.title}
              columns={columns}
              rows={data ?? []}
              rowKey={(session) => session.id}
              maxHeight={420}
            />
          )}
        </Box>
      </Dialog>
      <ConfirmAction
        title={w.endTitle}
        isOpen={ending !== null}
        onClose={() => setEnding(null)}
        confirmLabel={w.end}
        danger
        onConfirm={end}
      >
        {ending === null ? null : w.endBody({ browser: nameOf(ending), address: ending.address })}
      </ConfirmAction>
    </>
  )
}

type Words = WordsOf<typeof sessionsText>

const endColumn = (w: Words, onEnd: (session: OwnSession) => void): Column<OwnSession> => ({
  key: 'end',
  title: '',
  width: 96,
  align: 'end',
  overflows: true,
  cell: (session) =>
    session.current ? (
      <span className="dim">{w.thisOne}</span>
    ) : (
      <Button size="small" look="quiet" onClick={() => onEnd(session)}>
        {w.end}
      </Button>
    ),
})
