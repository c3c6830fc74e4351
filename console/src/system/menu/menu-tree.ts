import { folded } from '@brigade/contract/letters/folded.ts'
import { menuLimits, type MenuNode, type MenuOrder } from '@brigade/contract/system/menu/menu.model.ts'
import type { TreeNode } from '../../ui/tree/tree-rows.ts'

type Nodes = readonly MenuNode[]

/** All rows from top to bottom. */
export const allRows = (nodes: Nodes): MenuNode[] => nodes.flatMap((node) => [node, ...allRows(node.childList)])

/** The rows from the top of the tree to a row, including the row itself; empty if it does not exist. */
export function pathTo(nodes: Nodes, id: string): MenuNode[] {
  for (const node of nodes) {
    if (node.id === id) return [node]
    const below = pathTo(node.childList, id)
    if (below.length > 0) return [node, ...below]
  }
  return []
}

export const rowOf = (nodes: Nodes, id: string | null): MenuNode | undefined =>
  id === null ? undefined : pathTo(nodes, id).at(-1)

export const asTree = (nodes: Nodes): TreeNode<MenuNode>[] =>
  nodes.map((node) => ({ id: node.id, row: node, children: asTree(node.childList) }))

/** The rows under a row, or at the top for `null`. */
export const childrenOf = (nodes: Nodes, parentId: string | null): Nodes =>
  parentId === null ? nodes : (rowOf(nodes, parentId)?.childList ?? [])

export type MenuFilter = Readonly<{
  keyword?: string | undefined
  enabled?: boolean | undefined
  isOperation?: boolean | undefined
  isChanged?: boolean | undefined
}>

/** Any part of a name, the address or the code, whatever its case. */
export function matches({ keyword = '', enabled, isOperation, isChanged }: MenuFilter): (row: MenuNode) => boolean {
  const wanted = folded(keyword.trim())
  return (row) =>
    [row.name, row.enName, row.url, row.operationCode].some((text) => folded(text).includes(wanted)) &&
    (enabled === undefined || row.enabled === enabled) &&
    (isOperation === undefined || row.isOperation === isOperation) &&
    (isChanged === undefined || row.isChanged === isChanged)
}

/** A row's place: under a row, before another one, or last for `null`. */
export type Place = Readonly<{ parentId: string | null; before: string | null }>
export type Move = Place & Readonly<{ id: string }>

/** The present place of a row, to move it back there. */
export function placeOf(nodes: Nodes, id: string): Place {
  const parentId = rowOf(nodes, id)?.parentId ?? null
  const siblings = childrenOf(nodes, parentId)
  const at = siblings.findIndex((row) => row.id === id)
  return { parentId, before: siblings[at + 1]?.id ?? null }
}

/** The move of a row to another place among those beside it, counted from 0. */
export function moveBeside(nodes: Nodes, id: string, to: number): Move {
  const { parentId } = placeOf(nodes, id)
  const others = childrenOf(nodes, parentId).filter((row) => row.id !== id)
  return { id, parentId, before: others[to]?.id ?? null }
}

function idsAfter(children: Nodes, { id, before }: Move): string[] {
  const others = children.map((row) => row.id).filter((one) => one !== id)
  const at = before === null ? -1 : others.indexOf(before)
  return others.toSpliced(at === -1 ? others.length : at, 0, id)
}

/** A move sends the displayed order of the siblings together with the new one. */
export function orderFor(nodes: Nodes, move: Move): MenuOrder {
  const children = childrenOf(nodes, move.parentId)
  return { parentId: move.parentId, before: children.map(({ id }) => id), ids: idsAfter(children, move) }
}

const leveled = (node: MenuNode, level: number): MenuNode => ({
  ...node,
  level,
  childList: node.childList.map((child) => leveled(child, level + 1)),
})

const without = (nodes: Nodes, id: string): MenuNode[] =>
  nodes.filter((node) => node.id !== id).map((node) => ({ ...node, childList: without(node.childList, id) }))

/** The tree after a move; unchanged if the row or its new parent no longer exists. */
export function moved(nodes: Nodes, move: Move): Nodes {
  const row = rowOf(nodes, move.id)
  const parentPath = move.parentId === null ? [] : pathTo(nodes, move.parentId)
  const isLost = move.parentId !== null && parentPath.length === 0
  if (row === undefined || isLost || parentPath.some(({ id }) => id === move.id)) return nodes
  const own = { ...leveled(row, parentPath.length + 1), parentId: move.parentId }
  const put = (children: Nodes): MenuNode[] => {
    const byId = new Map([...children, own].map((node) => [node.id, node]))
    return idsAfter(children, move).flatMap((id) => byId.get(id) ?? [])
  }
  const rest = without(nodes, move.id)
  const placed = (level: Nodes): MenuNode[] =>
    level.map((node) => ({
      ...node,
      childList: node.id === move.parentId ? put(node.childList) : placed(node.childList),
    }))
  return move.parentId === null ? put(rest) : placed(rest)
}

const heightOf = (node: MenuNode): number => 1 + Math.max(0, ...node.childList.map(heightOf))

/**
 * Rows that may become the parent of another: no buttons, nothing of the moved branch, and not deeper than the menu may
 * be.
 */
export function parentsFor(nodes: Nodes, id: string): MenuNode[] {
  const row = rowOf(nodes, id)
  const height = row === undefined ? 1 : heightOf(row)
  const branch = new Set(row === undefined ? [] : allRows([row]).map((one) => one.id))
  return allRows(nodes).filter(
    (one) => !one.isOperation && !branch.has(one.id) && one.level + height <= menuLimits.depth,
  )
}

/** Returns the disabled row above that hides a row from everybody; undefined if all rows above are enabled. */
export const disabledAbove = (nodes: Nodes, id: string): MenuNode | undefined =>
  pathTo(nodes, id)
    .slice(0, -1)
    .find(({ enabled }) => !enabled)
