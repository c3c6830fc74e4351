import type { MenuNode } from '@brigade/contract/system/menu/menu.model.ts'
import { operationCodes } from '@brigade/contract/system/operation-codes.ts'
import { useMemo } from 'react'
import { useLocale, useWords } from '../../../platform/locale.ts'
import { menuIcon } from '../../../shell/menu-icon.ts'
import type { Column } from '../../../ui/data-table/column.ts'
import { Icon } from '../../../ui/icon/icon.tsx'
import { StateBadge } from '../../../ui/icon/state-shape.tsx'
import { Text } from '../../../ui/layout/layout.tsx'
import { menuWords } from '../menu-screen.text.ts'
import { disabledAbove } from '../menu-tree.ts'
import { useRowName } from '../use-row-name.ts'

/**
 * The columns of the tree. Together they fill the 1,220 px of a page 1,440 px wide; the names take the remaining width.
 */
export function useMenuColumns(nodes: readonly MenuNode[]): readonly Column<MenuNode>[] {
  const w = useWords(menuWords)
  const locale = useLocale()
  const nameOf = useRowName()
  return useMemo(
    () => [
      { key: 'name', title: w.name, cell: (row) => <RowName row={row} name={nameOf(row)} /> },
      {
        key: 'operation',
        title: w.operation,
        width: 176,
        cell: ({ operationCode }) => {
          const code = operationCodes.get(operationCode)
          return code === undefined ? '' : `${code.noun[locale]} · ${code.verb[locale]}`
        },
      },
      {
        key: 'code',
        title: w.code,
        width: 184,
        dim: true,
        cell: ({ operationCode }) => (operationCode === '' ? '' : <Cut text={operationCode} />),
      },
      {
        key: 'url',
        title: w.address,
        width: 208,
        dim: true,
        cell: ({ url }) => (url === '#' ? '' : <Cut text={url} />),
      },
      {
        key: 'isMainMenu',
        title: w.isMainMenu,
        width: 88,
        cell: ({ isMainMenu }) => (isMainMenu ? w.shown : ''),
      },
      { key: 'state', title: w.state, width: 144, cell: (row) => <RowState row={row} nodes={nodes} /> },
    ],
    [w, locale, nameOf, nodes],
  )
}

const Cut = ({ text }: { text: string }) => (
  <Text overflow="hidden" ellipsis className="mono" data-cut="">
    {text}
  </Text>
)

function RowName({ row, name }: { row: MenuNode; name: string }) {
  const w = useWords(menuWords)
  const { icon, isOperation, isChanged, level } = row
  return (
    <>
      {icon !== '' && level === 1 ? <Icon name={menuIcon(icon)} /> : null}
      <Text
        overflow="hidden"
        ellipsis
        weight={isOperation ? undefined : '500'}
        tone={isOperation ? 'ink-2' : undefined}
        data-cut=""
      >
        {name}
      </Text>
      {isChanged ? (
        <Text.small
          padding="0 6"
          marginLeft="4"
          radius="s"
          size="2xs"
          line="18"
          tone="warn"
          ground="warn-soft"
          rigid
          data-tip={w.changedHint}
        >
          {w.changed}
        </Text.small>
      ) : null}
    </>
  )
}

/** Whether a row is there for people, and why not. */
function RowState({ row, nodes }: { row: MenuNode; nodes: readonly MenuNode[] }) {
  const w = useWords(menuWords)
  const nameOf = useRowName()
  if (row.isUnbuilt)
    return (
      <span data-tip={w.unbuiltHint}>
        <StateBadge shape="draft" word={w.unbuilt} />
      </span>
    )
  if (!row.enabled) return <StateBadge shape="disabled" word={w.disabled} />
  const above = disabledAbove(nodes, row.id)
  if (above !== undefined)
    return (
      <span data-tip={w.offWithHint({ name: nameOf(above) })}>
        <StateBadge shape="disabled" word={w.offWith({ name: nameOf(above) })} />
      </span>
    )
  return row.isNeeded ? (
    <span data-tip={w.neededHint}>
      <StateBadge shape="enabled" word={w.enabled} fact={w.needed} />
    </span>
  ) : (
    <StateBadge shape="enabled" word={w.enabled} />
  )
}
