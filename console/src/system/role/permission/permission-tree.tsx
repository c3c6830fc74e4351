import type { RoleRow } from '@brigade/contract/system/role/role.model.ts'
import { useRef, useState, type KeyboardEvent } from 'react'
import { useLocale, useWords } from '../../../platform/locale.ts'
import { Box } from '../../../ui/layout/layout.tsx'
import { PermissionLine } from './permission-line.tsx'
import type { Limits, PermissionTree as Tree, Ticks } from './permission-rules.ts'
import { nextStop } from './tree-keys.ts'
import { linesOf } from './tree-lines.ts'
import { permissionText } from './permission.text.ts'

type Props = {
  tree: Tree
  /** `before` holds the saved ticks of the role, `ticks` the current ones. */
  before: Ticks
  ticks: Ticks
  onChange: (ticks: Ticks) => void
  limits: Limits
  isReadOnly: boolean
  /** Kinds of organisation that the role is for. */
  kinds: RoleRow['kinds']
  /** Ids of the rows to show; undefined shows all of them. */
  shown: ReadonlySet<string> | undefined
  expanded: ReadonlySet<string>
  onExpand: (id: string, isExpanded: boolean) => void
}

/**
 * Groups, screens and buttons with their boxes, half checked if only a part of a branch is held. The tree is one tab
 * stop; arrow keys move between rows, open and close branches, and reach the choice of a branch.
 */
export function PermissionTree({ tree, shown, expanded, onExpand, ...line }: Props) {
  const w = useWords(permissionText)
  const locale = useLocale()
  const grid = useRef<HTMLDivElement>(null)
  const [current, setCurrent] = useState<string | null>(null)
  const lines = linesOf({ tree, shown, expanded, nameOf: (row) => (locale === 'zh' ? row.name : row.enName) })
  const stop = lines.some(({ row }) => row.id === current) ? current : (lines[0]?.row.id ?? null)

  const onKeyDown = (event: KeyboardEvent<HTMLDivElement>): void => {
    const held = event.ctrlKey || event.altKey || event.metaKey
    const to = held ? null : nextStop(event.key, event.target, lines)
    if (to === null) return
    event.preventDefault()
    if (to.kind === 'expand') onExpand(to.id, to.isExpanded)
    else if (to.kind === 'focus') to.element.focus()
    else grid.current?.querySelector<HTMLElement>(`[data-row="${to.id}"] input`)?.focus()
  }
  return (
    <Box padding="4 0" ref={grid} role="treegrid" tabIndex={-1} aria-label={w.tree} onKeyDown={onKeyDown}>
      {lines.map((one) => (
        <PermissionLine
          key={one.row.id}
          {...line}
          tree={tree}
          line={one}
          isStop={one.row.id === stop}
          onStop={() => setCurrent(one.row.id)}
          onExpand={onExpand}
        />
      ))}
    </Box>
  )
}
