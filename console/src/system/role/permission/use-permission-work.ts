import { roleApi } from '@brigade/contract/system/role/role.endpoints.ts'
import type { RoleMenus, RoleRow } from '@brigade/contract/system/role/role.model.ts'
import { useMemo, useState } from 'react'
import { useCan } from '../../../platform/can.ts'
import { CallError } from '../../../platform/call-error.ts'
import { call } from '../../../platform/call.ts'
import { useKept } from '../../../platform/kept-work.ts'
import { useSend } from '../../../platform/query.ts'
import { differenceOf, heldIn, permissionTree, withOwnChange, type Limits, type Ticks } from './permission-rules.ts'

/** The ticks of a role during editing: their start, their changes, and how they are saved. */
export function usePermissionWork(role: RoleRow, first: RoleMenus) {
  const can = useCan()
  const { mutateAsync: update, isPending } = useSend(roleApi.updateMenus, { quiet: true })
  const [base, setBase] = useKept(`permissions base ${role.id}`, first)
  const [typed, setTyped] = useKept<readonly string[]>(`permissions ${role.id}`, () => heldIn(first.rows))
  const [clash, setClash] = useState<{ by: CallError; now: RoleMenus } | null>(null)

  const tree = useMemo(() => permissionTree(base.rows), [base])
  const before: Ticks = useMemo(() => new Set(heldIn(base.rows)), [base])
  const ticks: Ticks = useMemo(() => new Set(typed), [typed])
  const difference = useMemo(() => differenceOf(tree, before, ticks), [tree, before, ticks])
  const limits = useMemo((): Limits => limitsOf(role, before), [role, before])
  const setTicks = (next: Ticks): void => setTyped([...next])
  const begin = (menus: RoleMenus, next: Ticks): void => {
    setBase(menus)
    setTicks(next)
    setClash(null)
  }

  /** Returns whether it is saved. A change that another person saved first becomes a clash. */
  const save = async (): Promise<boolean> => {
    const { id } = role
    const { added, removed } = difference
    try {
      const idsOf = (rows: typeof added): string[] => rows.map((row) => row.id)
      await update({ id, updatedAt: base.updatedAt, added: idsOf(added), removed: idsOf(removed) })
    } catch (error) {
      if (!(error instanceof CallError) || error.key !== 'role.changedSince') throw error
      setClash({ by: error, now: await call(roleApi.menus, { id }, { quiet: true }) })
      return false
    }
    const now = await call(roleApi.menus, { id }, { quiet: true })
    begin(now, new Set(heldIn(now.rows)))
    return true
  }

  return {
    tree,
    before,
    ticks,
    setTicks,
    limits,
    difference,
    isDirty: difference.added.length + difference.removed.length > 0,
    isBusy: isPending,
    isReadOnly: !can('role:permit') || !role.isOwn || role.holdsAll,
    save,
    discard: () => setTicks(before),
    clash,
    /** After a clash: with the own changes on top of theirs, or with theirs alone. */
    goOn(way: 'mine' | 'theirs'): void {
      if (clash === null) return
      const { now } = clash
      const theirs = new Set(heldIn(now.rows))
      if (way === 'theirs') return begin(now, theirs)
      const nowTree = permissionTree(now.rows)
      begin(now, withOwnChange(nowTree, theirs, { before, now: ticks }, limitsOf(role, theirs)))
    },
  }
}

export type PermissionWork = ReturnType<typeof usePermissionWork>

/**
 * Nobody grants or revokes a code that they lack, and nothing of the person's own role can be removed. A row that was
 * held at first may be ticked again.
 */
const limitsOf = (role: RoleRow, before: Ticks): Limits => ({
  mayAdd: ({ id, isLocked }) => !isLocked || before.has(id),
  mayRemove: ({ id, isLocked }) => !before.has(id) || !(role.isMine || isLocked),
})
