import { demoApi } from '@brigade/contract/system/demo/demo.endpoints.ts'
import type { DemoKind, DemoPreview } from '@brigade/contract/system/demo/demo.model.ts'
import { useQuery } from '@tanstack/react-query'
import { formatNumber } from '../../platform/format.ts'
import { useWords } from '../../platform/locale.ts'
import { ask, useSend } from '../../platform/query.ts'
import { Dialog } from '../../ui/dialog/dialog.tsx'
import { PasswordForm } from '../../ui/dialog/password-prompt.tsx'
import { Box, Stack } from '../../ui/layout/layout.tsx'
import { ErrorPanel } from '../../ui/page/error-panel.tsx'
import css from './demo.module.css'
import { demoKindText, demoText } from './demo.text.ts'

/** Lists what is removed and what stays, and asks for the own password. */
export function EmptyDialog({ onClose }: { onClose: () => void }) {
  const w = useWords(demoText)
  const { data, error, refetch } = useQuery({ ...ask(demoApi.preview, {}, { quiet: true }), gcTime: 0 })
  const empty = useSend(demoApi.empty, { quiet: true })
  return (
    <Dialog title={w.title} isOpen onClose={onClose} width={480}>
      {data === undefined ? (
        error === null ? (
          <p role="status">{w.loading}</p>
        ) : (
          <ErrorPanel message={error.message} onRetry={() => void refetch()} />
        )
      ) : (
        <PasswordForm
          danger
          confirmLabel={w.confirm}
          onCancel={onClose}
          onConfirm={async (password) => {
            await empty.mutateAsync({ password })
            onClose()
          }}
        >
          <Preview preview={data} />
        </PasswordForm>
      )}
    </Dialog>
  )
}

function Preview({ preview: { goes, stays, staysMore } }: { preview: DemoPreview }) {
  const w = useWords(demoText)
  const kinds = useWords(demoKindText)
  const counted = (kind: DemoKind, n: number): string => kinds[kind]({ n, shown: formatNumber(n) })
  return (
    <Stack gap="8" className={css.preview}>
      <p>{w.goes}</p>
      <Box.ul overflow="auto">
        {goes.map(({ kind, count }) => (
          <li key={kind}>{counted(kind, count)}</li>
        ))}
        {goes.length === 0 ? <li>{w.nothingGoes}</li> : null}
      </Box.ul>
      {stays.length === 0 ? null : (
        <>
          <p>{w.staysToo}</p>
          <Box.ul overflow="auto">
            {stays.map(({ kind, name, because }) => (
              <li key={`${kind} ${name}`}>
                {because === null ? name : w.because({ what: name, because: because.name })}
              </li>
            ))}
            {staysMore === 0 ? null : <li>{w.more({ n: formatNumber(staysMore) })}</li>}
          </Box.ul>
        </>
      )}
      <p>{w.stays}</p>
      <p>{w.final}</p>
    </Stack>
  )
}
