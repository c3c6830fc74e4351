import { useQuery } from '@tanstack/react-query'
import { call } from '../../platform/call.ts'
import { useLocale, useWords } from '../../platform/locale.ts'
import { Stack } from '../../ui/layout/layout.tsx'
import { ErrorPanel } from '../../ui/page/error-panel.tsx'
import { customerActionText, customerFormText } from '../customer.text.ts'
import { useKeptKind, useKindCalls } from '../kept-kind.ts'

const maxNamed = 10

/** Before a change of parent is saved, the note shows who will see the organisation, what moves with it, and which roles do not move. */
export function MoveNote({ id, parentId }: { id: string; parentId: string }) {
  const kind = useKeptKind()
  const calls = useKindCalls()
  const w = useWords(customerFormText[kind])
  const { listMark } = useWords(customerActionText[kind])
  const locale = useLocale()
  const { data, error, refetch } = useQuery({
    queryKey: [kind, 'previewMove', id, parentId],
    queryFn: () => call(calls.previewMove, { id, parentId }, { quiet: true }),
    staleTime: 0,
    meta: { quiet: true },
  })
  if (data === undefined && error !== null) return <ErrorPanel message={error.message} onRetry={() => void refetch()} />
  const names = (those: readonly { name: string }[]): string => those.map(({ name }) => name).join(listMark)
  const roles = data?.roles.map((role) => (locale === 'en' ? role.enName || role.name : role.name)) ?? []
  const models = data?.models.map(({ name }) => name[locale]) ?? []
  return (
    <Stack
      gap="4"
      padding="8 12"
      radius="m"
      ground="info-soft"
      tone="info"
      size="s"
      role="status"
      aria-busy={data === undefined}
    >
      {data === undefined ? (
        <p>{w.previewing}</p>
      ) : (
        <p>{w.moving({ ...data, gaining: names(data.gaining), losing: names(data.losing) })}</p>
      )}
      {models.length > 0 ? (
        <p>{w.modelsLacked({ names: models.slice(0, maxNamed).join(listMark), count: models.length })}</p>
      ) : null}
      {roles.length > 0 ? <p>{w.rolesLeft({ names: roles.join(listMark) })}</p> : null}
    </Stack>
  )
}
