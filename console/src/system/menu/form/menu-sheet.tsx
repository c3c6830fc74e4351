import { menuApi } from '@brigade/contract/system/menu/menu.endpoints.ts'
import type { MenuNode } from '@brigade/contract/system/menu/menu.model.ts'
import { useQuery } from '@tanstack/react-query'
import { useWords } from '../../../platform/locale.ts'
import { ask } from '../../../platform/query.ts'
import { FormSheet } from '../../../shell/form-sheet.tsx'
import { Box } from '../../../ui/layout/layout.tsx'
import { ErrorPanel } from '../../../ui/page/error-panel.tsx'
import { menuFormText, menuWords } from '../menu-screen.text.ts'
import { pathTo, rowOf } from '../menu-tree.ts'
import { useRowName } from '../use-row-name.ts'
import { MenuForm } from './menu-form.tsx'

/** The row that the sheet is open for, or a new one (null) under a parent. */
export type Editing = { id: string | null; parentId: string | null }

type Props = {
  editing: Editing | null
  nodes: readonly MenuNode[]
  onClose: () => void
  onAdded: (id: string) => void
}

/** Adds or edits a row beside the tree. */
export function MenuSheet({ editing, nodes, onClose, onAdded }: Props) {
  const w = useWords(menuFormText)
  const m = useWords(menuWords)
  const nameOf = useRowName()
  const above = pathTo(nodes, editing?.parentId ?? '')
  const under = above.length === 0 ? m.top : above.map(nameOf).join(' / ')
  return (
    <FormSheet
      title={(editing?.id ?? null) === null ? w.addTitle : w.editTitle}
      isOpen={editing !== null}
      onClose={onClose}
      width={560}
    >
      {editing === null ? null : editing.id === null ? (
        <New parentId={editing.parentId} under={under} nodes={nodes} onAdded={onAdded} />
      ) : (
        <Known id={editing.id} under={under} nodes={nodes} />
      )}
    </FormSheet>
  )
}

const waiting = <Box minHeight="480" aria-busy="true" />

type NewProps = { parentId: string | null; under: string; nodes: readonly MenuNode[]; onAdded: (id: string) => void }

function New({ parentId, under, nodes, onAdded }: NewProps) {
  const parent = rowOf(nodes, parentId)
  if (parentId !== null && parent === undefined) return waiting
  return <MenuForm under={under} from={{ parent, onAdded }} />
}

/** The form always loads the current state, because the server would refuse an edit of an outdated one. */
function Known({ id, under, nodes }: { id: string; under: string; nodes: readonly MenuNode[] }) {
  const { data, error, isFetchedAfterMount, refetch } = useQuery({
    ...ask(menuApi.detail, { id }, { quiet: true }),
    refetchOnMount: 'always',
  })
  if (error !== null && data === undefined) return <ErrorPanel message={error.message} onRetry={() => void refetch()} />
  if (data === undefined || !isFetchedAfterMount) return waiting
  const holdsRows = (rowOf(nodes, id)?.childList.length ?? 0) > 0
  return <MenuForm under={under} from={{ row: data, holdsRows }} />
}
